import type { Payload } from 'payload'

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
  uk: (number: string) => `Договір купівлі-продажу № ${number}`,
  en: (number: string) => `Sale agreement No. ${number}`,
  ru: (number: string) => `Договор купли-продажи № ${number}`,
}

/** Makes agreements in the back office, one a winner; one that stands already (auction and company) is left as it is. */
export function createAgreementMaker(cms: () => Promise<Payload>) {
  return async function makeAgreements(agreements: readonly AgreementToMake[]): Promise<void> {
    const payload = await cms()
    for (const agreement of agreements) await makeOne(payload, agreement)
  }
}

async function makeOne(payload: Payload, { auctionId, accountId, participant, ...amounts }: AgreementToMake): Promise<void> {
  const { totalDocs } = await payload.count({
    collection: 'agreements',
    where: { auction: { equals: auctionId }, company: { equals: accountId } },
  })
  if (totalDocs > 0) return
  const texts = await textsOf(payload, auctionId, participant)
  const { id } = await payload.create({
    collection: 'agreements',
    locale: 'uk',
    data: { ...texts.uk, number: texts.number, company: accountId, auction: auctionId, ...amounts, status: 'current' },
  })
  for (const locale of locales) if (locale !== 'uk') await payload.update({ collection: 'agreements', id, locale, data: texts[locale] })
}

async function textsOf(payload: Payload, auctionId: number, participant: number) {
  const auction = await payload.findByID({ collection: 'auctions', id: auctionId, depth: 0 })
  const number = `${auction.number}/${participant}`
  const text = async (locale: (typeof locales)[number]) => {
    const { title } = await payload.findByID({ collection: 'auctions', id: auctionId, depth: 0, locale })
    return { name: names[locale](number), product: title ?? '' }
  }
  return { number, uk: await text('uk'), en: await text('en'), ru: await text('ru') }
}
