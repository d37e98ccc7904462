import * as z from 'zod'
import { auctionSummary, listedState } from './auctions'
import { depositState } from './deposits'
import { endpoint } from './endpoint'
import { nextStep } from './fulfilment'
import { id, instant, language, list, paging, price, quantity, sum } from './primitives'
import { ownPosition } from './stream'

/** An auction with the signed-in buyer's part in it. */
export const cabinetAuction = z.object({
  auction: auctionSummary,
  own: ownPosition,
  won: z.nullable(quantity),
  /** Null without an application, or if the lot requires no deposit (R11). */
  deposit: z.nullable(
    z.object({
      state: depositState,
      received: sum,
      /** Received and not yet settled. */
      balance: sum,
      /** The amount still due. */
      missing: sum,
      due_by: instant,
      return_by: z.nullable(instant),
    }),
  ),
})
export type CabinetAuction = z.infer<typeof cabinetAuction>

/** Unsigned, signed by the buyer, in force, or over: archived by a manager or past its last day. */
export const agreementStatus = z.enum(['awaiting_signature', 'signed_by_buyer', 'current', 'archived'])

/** Who has to complete the agreement before it can be signed (R15.3). */
export const agreementAwaits = z.enum(['organiser', 'buyer', 'none'])
export type AgreementAwaits = z.infer<typeof agreementAwaits>

/**
 * Whether the portal verified an agreement's electronic signatures (R15.2). `unverified`: it could not; `checked`: it could not, and a
 * manager has recorded how they were checked.
 */
export const signatureStanding = z.enum(['verified', 'unverified', 'checked'])

export const agreement = z.object({
  id,
  number: z.string(),
  name: z.string(),
  product: z.string(),
  auction_id: z.nullable(id),
  /** The agreement's auction; null if it does not come from one. */
  auction: z.object({ number: z.int(), category_slug: z.string(), slug: z.string() }).nullable(),
  quantity,
  /** Units of quantity and price in the requested language; empty strings if the deal has no auction. */
  unit: z.string(),
  price_unit: z.string(),
  price,
  sum,
  deposit: z.nullable(sum),
  /** The state of the deposit (R11.4); null if the lot required none. */
  deposit_state: z.nullable(depositState),
  starts_on: z.iso.date().nullable(),
  ends_on: z.iso.date().nullable(),
  status: agreementStatus,
  /** `none` once it is signed. */
  awaits: agreementAwaits,
  /** Null: without electronic signatures. */
  signatures: z.nullable(signatureStanding),
  /** What is to be done next once it is in force (R16); null before, and when nothing is left. */
  next: z.nullable(nextStep),
  /** Messages from the administrator that no owner or trader of the company has read. */
  unread: z.int(),
  created_at: instant,
  pdf: z.string(),
})
export type Agreement = z.infer<typeof agreement>

/** How an agreement's status is called: never more than was verified. */
export type AgreementStanding = Agreement['status'] | 'signed_by_buyer_unverified' | 'current_checked'

export function standingOf({ status, signatures }: Pick<Agreement, 'status' | 'signatures'>): AgreementStanding {
  if (status === 'signed_by_buyer' && signatures === 'unverified') return 'signed_by_buyer_unverified'
  return status === 'current' && signatures === 'checked' ? 'current_checked' : status
}

/** Filters and order of what the company has won, by the year in Kyiv. */
const recordFilters = {
  year: z.int().min(2000).max(2100).optional(),
  /** Words of the name, or the number. */
  search: z.string().trim().max(100).optional(),
  sort: z.enum(['date', 'number', 'quantity', 'sum']).default('date'),
  order: z.enum(['desc', 'asc']).default('desc'),
}

/** Of all records that the filters select, not only of the page. */
const recordTotals = {
  totals: z.object({
    records: z.int(),
    won: z.int(),
    /** Volumes in different units are never added up. */
    volumes: z.array(z.object({ unit: z.string(), quantity })),
    sum,
  }),
  /** The years to choose from, the newest first. */
  years: z.array(z.int()),
}
export type RecordTotals = z.infer<typeof recordTotals.totals>
export type RecordSort = z.infer<typeof recordFilters.sort>

/** A file has the newest rows up to these numbers, with a remark in its last row. */
export const MAX_OWN_IN_FILE = { auctions: 1000, bids: 20_000 } as const

/** More than a person reads. */
const reading = { rateLimit: { by: 'person', requests: 120, seconds: 60 }, inTurn: true } as const

export const cabinetEndpoints = {
  auctions: endpoint('/api/cabinet/auctions', {
    summary:
      'Auctions with own applications, positions and results: `open` for those not over that the buyer may enter or has applied for, `mine` for all that it has applied for',
    access: 'account',
    token: 'read',
    request: z.strictObject({
      lang: language.default('uk'),
      scope: z.enum(['open', 'mine']).default('open'),
      states: z.array(listedState).max(6).optional(),
      ...paging,
    }),
    response: list(cabinetAuction),
    ...reading,
  }),
  agreements: endpoint('/api/cabinet/agreements', {
    summary: 'Own agreements with totals; `current` selects those awaiting signature too',
    access: 'account',
    token: 'read',
    request: z.strictObject({
      lang: language.default('uk'),
      status: z.enum(['current', 'archived']).optional(),
      ...recordFilters,
      ...paging,
    }),
    response: list(agreement, recordTotals),
    ...reading,
  }),
  history: endpoint('/api/cabinet/history', {
    summary: 'Own finished auctions with totals, the newest first',
    access: 'account',
    token: 'read',
    request: z.strictObject({ lang: language.default('uk'), ...recordFilters, ...paging }),
    response: list(cabinetAuction, recordTotals),
    ...reading,
  }),
  exportOwn: endpoint('/api/cabinet/export', {
    summary:
      'Own auctions with applications and results, or own bids, as a CSV or XLSX file; GET /storage/files/own-auctions.xlsx, own-bids.csv … return the same',
    access: 'account',
    token: 'read',
    request: z.strictObject({
      lang: language.default('uk'),
      what: z.enum(['auctions', 'bids']),
      format: z.enum(['csv', 'xlsx']),
    }),
    response: z.file(),
    answers: 'file',
    rateLimit: { requests: 20, seconds: 60 },
    inTurn: true,
  }),
}
