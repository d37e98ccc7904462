import type { Payload, PayloadRequest } from 'payload'
import { inTransaction } from './records'
import type { PoolClient } from '@/lib/server/db/pool'

/** What a winner has bought (R8.2), as the record has it; the same shape as bidding hands over. */
export interface AgreementToMake {
  readonly auctionId: number
  readonly accountId: number
  readonly participant: number
  readonly quantity: string
  readonly price: string
  readonly sum: string
}

const locales = ['uk', 'en', 'ru'] as const
const names = {
  uk: (number: string) => `Договір купівлі-продажу №\u00A0${number}`,
  en: (number: string) => `Sale agreement No.\u00A0${number}`,
  ru: (number: string) => `Договор купли-продажи №\u00A0${number}`,
}

/**
 * Makes agreements in the back office, one a winner, within the caller's transaction. One that stands already (auction and
 * company) keeps what it says, and is given the languages that it lacks.
 */
export function createAgreementMaker(cms: () => Promise<Payload>) {
  return async function makeAgreements(client: PoolClient, agreements: readonly AgreementToMake[]): Promise<void> {
    const payload = await cms()
    await inTransaction(payload, client, async (req) => {
      for (const agreement of agreements) await makeOne(payload, req, agreement)
    })
  }
}

async function makeOne(
  payload: Payload,
  req: Partial<PayloadRequest>,
  { auctionId, accountId, participant, ...amounts }: AgreementToMake,
): Promise<void> {
  const texts = await textsOf(payload, req, auctionId, participant)
  const { docs } = await payload.find({
    collection: 'agreements',
    where: { auction: { equals: auctionId }, company: { equals: accountId } },
    limit: 1,
    depth: 0,
    req,
  })
  const data = {
    ...texts.uk,
    number: texts.number,
    company: accountId,
    auction: auctionId,
    ...amounts,
    status: 'current' as const,
  }
  const { id } = docs[0] ?? (await payload.create({ collection: 'agreements', locale: 'uk', data, req }))
  for (const locale of locales) {
    if (locale === 'uk') continue
    const { name } = await payload.findByID({
      collection: 'agreements',
      id,
      locale,
      fallbackLocale: false,
      depth: 0,
      req,
    })
    if (!name) await payload.update({ collection: 'agreements', id, locale, data: texts[locale], req })
  }
}

async function textsOf(payload: Payload, req: Partial<PayloadRequest>, auctionId: number, participant: number) {
  const auction = await payload.findByID({ collection: 'auctions', id: auctionId, depth: 0, req })
  const number = `${auction.number}/${participant}`
  const text = async (locale: (typeof locales)[number]) => {
    const { title } = await payload.findByID({ collection: 'auctions', id: auctionId, depth: 0, locale, req })
    return { name: names[locale](number), product: title ?? '' }
  }
  return { number, uk: await text('uk'), en: await text('en'), ru: await text('ru') }
}
