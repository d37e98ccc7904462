import { type Payload, type PayloadRequest, ValidationError } from 'payload'
import type { Companies, CompanyWriteResult } from '@/lib/server/identity/users'
import { queueLetter } from '@/lib/server/jobs/letters'
import type { PoolClient } from '@/lib/server/platform/db/pool'
import { inTransaction } from './database'

/** What a winner has bought (R8.2) as recorded: the shape that the auction's completion passes on. */
interface AgreementToMake {
  readonly auctionId: number
  readonly accountId: number
  readonly participant: number
  readonly quantity: string
  readonly price: string
  readonly sum: string
  readonly deposit: string | null
  readonly products: Readonly<Record<(typeof locales)[number], string>> | null
}

const locales = ['uk', 'en', 'ru'] as const
const names = {
  uk: (number: string) => `Договір купівлі-продажу №\u00A0${number}`,
  en: (number: string) => `Sale agreement No.\u00A0${number}`,
  ru: (number: string) => `Договор купли-продажи №\u00A0${number}`,
}

/**
 * Creates one agreement per winner within the caller's transaction. An existing one (same auction and company) gets missing languages, and the
 * recorded numbers where they differ (R8.1).
 */
export function createAgreementMaker(cms: () => Promise<Payload>) {
  return async function makeAgreements(client: PoolClient, agreements: readonly AgreementToMake[]): Promise<void> {
    const payload = await cms()
    await inTransaction(payload, client, async (req) => {
      for (const agreement of agreements) await makeOne(payload, req, client, agreement)
    })
  }
}

async function makeOne(
  payload: Payload,
  req: Partial<PayloadRequest>,
  client: PoolClient,
  { auctionId, accountId, participant, products, deposit, ...amounts }: AgreementToMake,
): Promise<void> {
  const texts = await textsOf(payload, req, { auctionId, participant, products })
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
    // Without one on record the editor's stays.
    ...(deposit !== null && { deposit }),
    status: 'awaiting_signature' as const,
  }
  const [standing] = docs
  const written = { collection: 'agreements', locale: 'uk', data, req } as const
  const differs = standing !== undefined && RECORDED.some((field) => standing[field] !== data[field])
  if (differs) {
    payload.logger.warn(
      { agreement: standing.id, auction: auctionId, was: pickRecorded(standing), record: pickRecorded(data) },
      'an agreement had other numbers than the record of its auction and was corrected',
    )
    await payload.update({ ...written, id: standing.id })
  }
  const { id } = standing ?? (await payload.create(written))
  if (standing === undefined)
    await queueLetter(client, 'agreement_ready', accountId, { auction_id: auctionId, agreement_id: id })
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
    if (differs || !name) await payload.update({ collection: 'agreements', id, locale, data: texts[locale], req })
  }
}

/** The fields that only the auction's record decides. */
const RECORDED = ['number', 'quantity', 'price', 'sum'] as const

function pickRecorded({ number, quantity, price, sum }: Record<(typeof RECORDED)[number], string>) {
  return { number, quantity, price, sum }
}

/** The product has the recorded name: the lot may have been renamed since (R1.2). */
async function textsOf(
  payload: Payload,
  req: Partial<PayloadRequest>,
  { auctionId, participant, products }: Pick<AgreementToMake, 'auctionId' | 'participant' | 'products'>,
) {
  const auction = await payload.findByID({ collection: 'auctions', id: auctionId, depth: 0, req })
  const number = `${auction.number}/${participant}`
  const text = async (locale: (typeof locales)[number]) => {
    if (products !== null) return { name: names[locale](number), product: products[locale] }
    const { title } = await payload.findByID({ collection: 'auctions', id: auctionId, depth: 0, locale, req })
    return { name: names[locale](number), product: title ?? '' }
  }
  return { number, uk: await text('uk'), en: await text('en'), ru: await text('ru') }
}

/** Writes companies through Payload and its hooks, within a transaction of the caller. */
export function createCompanies(cms: () => Promise<Payload>): Companies {
  return {
    async create(client, company) {
      const payload = await cms()
      return written(() =>
        inTransaction(payload, client, (req) =>
          payload.create({ collection: 'companies', data: company, depth: 0, req }),
        ),
      )
    },
    async update(client, id, change) {
      const payload = await cms()
      return written(() =>
        inTransaction(payload, client, (req) =>
          payload.update({ collection: 'companies', id, data: change, depth: 0, req }),
        ),
      )
    },
  }
}

async function written(write: () => Promise<{ id: number }>): Promise<CompanyWriteResult> {
  try {
    return { ok: true, id: (await write()).id }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const paths = error.data.errors.map(({ path }) => path)
    // The format was checked before, so the address is taken.
    if (paths.includes('email')) return { ok: false, code: 'email_already_used' }
    return { ok: false, code: 'invalid_input', errors: paths.map((path) => ({ path, code: `${path}_invalid` })) }
  }
}
