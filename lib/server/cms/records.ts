import { type Payload, type PayloadRequest, ValidationError } from 'payload'
import type { Companies, CompanyWriteResult } from '@/lib/server/identity/users'
import type { Locale } from '@/lib/config/constants'
import { queueEmail } from '@/lib/server/jobs/emails'
import { kyivDate } from '@/lib/i18n/formats'
import type { PoolClient } from '@/lib/server/platform/db/pool'
import { inTransaction } from '@/lib/server/payload/database'
import { translate } from './translations'

/** A winner's purchase (R8.2) by the auction's record. */
interface AgreementToMake {
  readonly auctionId: number
  readonly companyId: number
  readonly participant: number
  readonly quantity: string
  readonly price: string
  readonly sum: string
  readonly deposit: string | null
  /** The lot's last day of shipment, "2026-12-31"; empty if none is set. */
  readonly shipmentUntil: string
  readonly products: Readonly<Record<Locale, string>> | null
}

/**
 * Creates one agreement per winner within the caller's transaction. To an existing one (same auction and company) it adds the missing
 * languages, and corrects numbers that differ from the record (R8.1).
 */
export function createAgreementMaker(cms: () => Promise<Payload>) {
  return async function makeAgreements(client: PoolClient, agreements: readonly AgreementToMake[]): Promise<void> {
    const payload = await cms()
    await inTransaction(payload, client, async (req) => {
      for (const agreement of agreements) await makeAgreement(payload, req, client, agreement)
    })
  }
}

const agreementName = (language: Locale, number: string) =>
  translate({ i18n: { language } }, 'agreementName', { number })

async function makeAgreement(
  payload: Payload,
  req: Partial<PayloadRequest>,
  client: PoolClient,
  { auctionId, companyId, participant, products, deposit, shipmentUntil, ...amounts }: AgreementToMake,
): Promise<void> {
  const texts = await textsOf(payload, req, { auctionId, participant, products })
  const { docs } = await payload.find({
    collection: 'agreements',
    where: { auction: { equals: auctionId }, company: { equals: companyId } },
    limit: 1,
    depth: 0,
    req,
  })
  const data = {
    ...texts.uk,
    number: texts.number,
    company: companyId,
    auction: auctionId,
    ...amounts,
    // Without a recorded deposit, one that a manager entered stays.
    ...(deposit !== null && { deposit }),
    status: 'awaiting_signature' as const,
    ...daysOf(shipmentUntil),
  }
  const [existing] = docs
  const ukrainian = { collection: 'agreements', locale: 'uk', data, req } as const
  const differs = existing !== undefined && RECORDED.some((field) => existing[field] !== data[field])
  if (differs) {
    payload.logger.warn(
      { agreement: existing.id, auction: auctionId, was: pickRecorded(existing), record: pickRecorded(data) },
      'agreement corrected: its numbers differed from the record of its auction',
    )
    await payload.update({ ...ukrainian, id: existing.id })
  }
  const { id } = existing ?? (await payload.create(ukrainian))
  if (existing === undefined)
    await queueEmail(client, 'agreement_ready', companyId, { auction_id: auctionId, agreement_id: id })
  for (const locale of ['en', 'ru'] as const) {
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

/** From today in Kyiv to the last day of shipment; a manager enters both if the lot has no such day, or if it is over. */
function daysOf(shipmentUntil: string) {
  const today = kyivDate(new Date())
  if (shipmentUntil < today) return {}
  return { starts_on: `${today}T00:00:00.000Z`, ends_on: `${shipmentUntil}T00:00:00.000Z` }
}

/** Fields that are determined by the auction's record. */
const RECORDED = ['number', 'quantity', 'price', 'sum'] as const

function pickRecorded({ number, quantity, price, sum }: Record<(typeof RECORDED)[number], string>) {
  return { number, quantity, price, sum }
}

/** Named as recorded: the lot may have been renamed since (R1.2). */
async function textsOf(
  payload: Payload,
  req: Partial<PayloadRequest>,
  { auctionId, participant, products }: Pick<AgreementToMake, 'auctionId' | 'participant' | 'products'>,
) {
  const auction = await payload.findByID({ collection: 'auctions', id: auctionId, depth: 0, req })
  const number = `${auction.number}/${participant}`
  const text = async (locale: Locale) => {
    if (products !== null) return { name: agreementName(locale, number), product: products[locale] }
    const { title } = await payload.findByID({ collection: 'auctions', id: auctionId, depth: 0, locale, req })
    return { name: agreementName(locale, number), product: title ?? '' }
  }
  return { number, uk: await text('uk'), en: await text('en'), ru: await text('ru') }
}

/** Writes companies through Payload and its hooks, within the caller's transaction. */
export function createCompanies(cms: () => Promise<Payload>): Companies {
  return {
    async create(client, company) {
      const payload = await cms()
      return resultOf(() =>
        inTransaction(payload, client, (req) =>
          payload.create({ collection: 'companies', data: company, depth: 0, req }),
        ),
      )
    },
    async update(client, id, change) {
      const payload = await cms()
      return resultOf(() =>
        inTransaction(payload, client, (req) =>
          payload.update({ collection: 'companies', id, data: change, depth: 0, req }),
        ),
      )
    },
  }
}

async function resultOf(write: () => Promise<{ id: number }>): Promise<CompanyWriteResult> {
  try {
    return { ok: true, id: (await write()).id }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const paths = error.data.errors.map(({ path }) => path)
    // The contract has validated the format, so the address must be in use.
    if (paths.includes('email')) return { ok: false, code: 'email_already_used' }
    return { ok: false, code: 'invalid_input', errors: paths.map((path) => ({ path, code: `${path}_invalid` })) }
  }
}
