import * as z from 'zod'
import { endpoint } from './endpoint'
import {
  category,
  categoryKey,
  data,
  done,
  id,
  instant,
  language,
  list,
  lotShape,
  paging,
  price,
  quantity,
  sum,
  text,
} from './primitives'
import { LISTED_LOT_FIELDS, LOT_TEXTS, UNLISTED_LOT_FIELDS } from './lot-fields'
import {
  application,
  auctionResult,
  auctionState,
  automaticOrder,
  bid,
  bidLimits,
  halt,
  ownPosition,
  rankingRow,
} from './stream'

/** A chart draws the newest points up to this number, with a note if there are more. */
export const MAX_DRAWN_RESULTS = 150
/** A file has no more rows; its last row asks to narrow it by year or product. */
export const MAX_RESULTS_IN_FILE = 20_000

/** Filters of the results, shared by the page, its charts and its files. */
export const resultsFilters = {
  category: categoryKey.optional(),
  /** A year of Kyiv’s calendar. */
  year: z.int().min(2000).max(2100).optional(),
}

/** How far the average price is above the starting price, in per cent with one place: "4.7". */
export const premium = z.string().regex(/^-?\d+\.\d$/)

/** The lowest price at which one more bid would have won up to this volume. */
export const winningPrice = z.object({ quantity, price })

/** A month of one product; prices are winning prices, the premium is the mean over its auctions. */
export const resultMonth = z.object({
  /** "2026-11", of Kyiv’s calendar. */
  month: z.string(),
  category: categoryKey,
  auctions: z.int(),
  volume: quantity,
  lowest_price: price,
  average_price: price,
  highest_price: price,
  premium,
})
export type ResultMonth = z.infer<typeof resultMonth>

/** A completed auction that sold something, as a point of the chart. */
export const resultPoint = z.object({
  id,
  number: z.int(),
  slug: z.string(),
  category: categoryKey,
  category_slug: z.string(),
  completed_at: instant,
  volume_sold: quantity,
  starting_price: price,
  lowest_price: price,
  average_price: price,
  /** The highest winning price. */
  final_price: price,
  premium,
})
export type ResultPoint = z.infer<typeof resultPoint>

/** Filter of lists: an auction that is closing is listed as in selection. */
export const listedState = z.enum(auctionState.options).exclude(['closing'])
export type ListedState = z.infer<typeof listedState>

export const auctionSummary = z.object({
  id,
  /** The printed number: «Auction № 35». */
  number: z.int(),
  slug: z.string(),
  ...lotShape(LISTED_LOT_FIELDS),
  /** Language of the title: if it is not translated, Ukrainian instead of the requested one. */
  title_language: language,
  category,
  state: auctionState,
  /** When the lot was last edited, or the auction cancelled. */
  changed_at: instant,
  /** R5.2: the end that every clock uses. */
  effective_end: instant,
  /** The halt of bidding that is in force or about to end (R13.1). */
  halt: z.nullable(halt),
  participants: z.int(),
  bids: z.int(),
  /**
   * The highest price so far; once completed, the highest winning price. Null before the start, if nothing was sold, and
   * for visitors of a closed auction.
   */
  best_price: z.nullable(price),
  /** Allocated quantities by rank, for the allocation bar; empty if hidden. */
  allocation: z.array(quantity),
  result: z.nullable(auctionResult),
})
export type AuctionSummary = z.infer<typeof auctionSummary>

/** A completed auction as the results list it. */
export const resultRow = auctionSummary.extend({
  completed_at: instant,
  /** The lot's text, such as its plant; in Ukrainian where it is not translated. */
  resource: z.string(),
  /** The lowest winning price; the highest is the result’s final price. Null if nothing was sold. */
  lowest_price: z.nullable(price),
  premium: premium.nullable(),
  minimum_quantity: quantity,
  quantity_step: quantity,
  /** Rising prices for rising volumes; the last entry is the whole lot. */
  winning_prices: z.array(winningPrice),
})
export type ResultRow = z.infer<typeof resultRow>

/** A step of the price chart: the highest price from this instant on. */
export const pricePoint = z.object({ at: instant, price, automatic: z.optional(z.literal(true)) })
export const extensionMark = z.object({ at: instant, effective_end: instant, cause: z.enum(['bid', 'outage', 'halt']) })

/** A document of the lot that buyers read before they apply. */
export const lotDocument = z.object({
  kind: z.enum(['draft_agreement', 'quality_certificate', 'delivery_schedule']),
  language: z.enum(['uk', 'en', 'ru']),
  /** From the media library. */
  name: z.string(),
  url: z.string(),
  mime: z.string(),
  bytes: z.int(),
})
export type LotDocument = z.infer<typeof lotDocument>

export const auctionDetail = auctionSummary.extend({
  ...lotShape(UNLISTED_LOT_FIELDS),
  /** The latest end after outages, which move it (R3.2). */
  hard_end: instant,
  /** Some of the lot's texts are in Ukrainian, because the requested language lacks them. */
  untranslated: z.boolean(),
  /** The names of these texts. */
  ukrainian_texts: z.array(z.enum(LOT_TEXTS)),
  cancel_reason: z.string().nullable(),
  cancelled_at: z.nullable(instant),
  /** R8.1: between the end of bidding and the result; the ranking is then final. */
  winners_confirmed: z.boolean(),
  ranking: z.array(rankingRow),
  /** At most a thousand of each, thinned evenly in time. */
  history: z.array(pricePoint),
  extensions: z.array(extensionMark),
  /** Position in the auction’s event log: the live stream continues from here (`Last-Event-ID`). */
  event_id: z.int(),
  documents: z.array(lotDocument),
  /** Published questions with their answers (R12.1). */
  answers: z.int(),
  /** The address of the protocol’s PDF, once the auction is over. */
  protocol_pdf: z.string().nullable(),
  /** The hash with which its record ends, once the auction is over: the protocol shows the same. */
  record_hash: z.string().nullable(),
})
export type AuctionDetail = z.infer<typeof auctionDetail>
const auctionId = z.strictObject({ auction_id: id })

/** Refusals of price and quantities, for applications and bids alike. */
const OFFER_ERRORS = [
  'price_not_above_one',
  'bid_off_grid',
  'bid_above_maximum',
  'quantity_above_volume',
  'quantity_below_minimum',
  'quantity_off_step',
  'minimum_quantity_invalid',
] as const

export const auctionsEndpoints = {
  list: endpoint('/api/auctions/list', {
    summary: 'Published auctions, the next to end or start first',
    access: 'reader',
    token: 'read',
    request: z.strictObject({
      lang: language.default('uk'),
      category: categoryKey.optional(),
      states: z.array(listedState).max(6).optional(),
      ...paging,
    }),
    response: list(auctionSummary),
  }),
  draft: endpoint('/api/auctions/draft', {
    summary: 'A lot as its page will show it, before it is published; with the secret of a preview link',
    access: 'visitor',
    request: z.strictObject({ slug: text(200), lang: language.default('uk'), preview: text(200) }),
    response: data(auctionDetail),
    errors: ['not_found'],
  }),
  get: endpoint('/api/auctions/get', {
    summary: 'One auction with the public ranking, by slug or id',
    access: 'reader',
    token: 'read',
    request: z.union([
      z.strictObject({ lang: language.default('uk'), slug: z.string().min(1).max(200) }),
      z.strictObject({ lang: language.default('uk'), id }),
    ]),
    response: data(auctionDetail),
    errors: ['not_found'],
  }),
  results: endpoint('/api/auctions/results', {
    summary: 'Completed auctions, the newest first, with totals for the charts',
    access: 'visitor',
    token: 'read',
    request: z.strictObject({
      lang: language.default('uk'),
      ...resultsFilters,
      ...paging,
    }),
    response: list(resultRow, {
      totals: z.object({
        auctions: z.int(),
        volume_sold: z.record(z.string(), quantity),
        /** By category, weighted by volume. */
        average_price: z.record(z.string(), price),
        /** Companies that took part in these auctions. */
        companies: z.int(),
        /** Mean of the auctions’ premiums. */
        price_rise: premium.nullable(),
      }),
      months: z.array(resultMonth),
    }),
  }),
  resultPoints: endpoint('/api/auctions/results/points', {
    summary: 'Winning prices of completed auctions for the chart, the newest first',
    access: 'visitor',
    token: 'read',
    request: z.strictObject(resultsFilters),
    response: data(z.object({ list: z.array(resultPoint), more: z.boolean() })),
  }),
  exportResults: endpoint('/api/auctions/results/export', {
    summary:
      'Results of completed auctions as a CSV or XLSX file; GET /storage/files/results.csv and results.xlsx return the same',
    access: 'visitor',
    token: 'read',
    request: z.strictObject({ lang: language.default('uk'), format: z.enum(['csv', 'xlsx']), ...resultsFilters }),
    response: z.file(),
    answers: 'file',
    rateLimit: { requests: 20, seconds: 60 },
  }),
  own: endpoint('/api/auctions/own', {
    summary: 'The signed-in buyer’s application, last bid, rank and limits in one auction',
    access: 'account',
    token: 'read',
    request: auctionId,
    response: data(ownPosition),
    errors: ['not_found'],
  }),
  apply: endpoint('/api/auctions/apply', {
    summary: 'Apply with the only preliminary bid (R2.1)',
    access: 'buyer',
    role: 'trader',
    request: z.strictObject({ auction_id: id, price, quantity, minimum_quantity: z.optional(quantity) }),
    response: data(application),
    errors: [
      'not_found',
      'account_not_confirmed',
      'category_not_allowed',
      'application_exists',
      'company_already_applied',
      'application_deadline_passed',
      'auction_cancelled',
      'price_below_starting',
      ...OFFER_ERRORS,
    ],
    rateLimit: { requests: 10, seconds: 60 },
  }),
  withdraw: endpoint('/api/auctions/withdraw', {
    summary: 'Withdraw the application before its deadline (R2.2)',
    access: 'buyer',
    role: 'trader',
    request: auctionId,
    response: done,
    errors: ['not_found', 'application_not_found', 'application_deadline_passed', 'application_not_withdrawable'],
  }),
  answerPartial: endpoint('/api/auctions/partial', {
    summary: 'Accept or refuse the offered part, named by its quantity (R7.3)',
    access: 'buyer',
    role: 'trader',
    request: z.strictObject({
      auction_id: id,
      accept: z.boolean(),
      /** The volume that the buyer was shown: an answer never counts for another part. */
      quantity,
    }),
    response: data(ownPosition),
    errors: [
      'not_found',
      'auction_not_in_selection',
      'partial_not_pending',
      'partial_deadline_passed',
      'partial_offer_changed',
    ],
  }),
}

export const reason = text(2000)

/** The answer to a bid. An acknowledged bid is committed. */
export const placedBid = z.object({
  bid,
  rank: z.int(),
  provisional_quantity: quantity,
  effective_end: instant,
  limits: bidLimits,
  /** The bid's entry in the protocol and its SHA-256 (R8.4), to be kept and compared with the protocol afterwards. */
  entry_seq: z.int(),
  entry_hash: z.string(),
})
export type PlacedBid = z.infer<typeof placedBid>

/** A bid as the record shows it: by participant number, never by name (R8.3). */
export const recordedBid = z.object({
  seq: z.int(),
  participant: z.int(),
  own: z.boolean(),
  price,
  quantity,
  sum,
  final: z.boolean(),
  /** Placed by the portal for an automatic order (R10). */
  automatic: z.boolean(),
  received_at: instant,
  /** The person of the company who placed an own bid (R14.1); null for others' bids. */
  by: z.string().nullable(),
})
export type RecordedBid = z.infer<typeof recordedBid>

/**
 * The header Idempotency-Key, chosen by the client (R4.8): a new one for each bid, because the same key also repeats a
 * refusal.
 */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{8,64}$/

/** The answer to a change of an automatic order; the entry of the protocol has its seal (R10.5). */
export const changedOrder = z.object({
  automatic: z.nullable(automaticOrder),
  entry_seq: z.int(),
  entry_hash: z.string(),
})
export type ChangedOrder = z.infer<typeof changedOrder>

const KEY_ERRORS = ['idempotency_key_missing', 'idempotency_key_reused', 'not_found'] as const
const BID_ERRORS = [
  ...KEY_ERRORS,
  'not_a_participant',
  'application_not_confirmed',
  'auction_ended',
  'auction_halted',
  'auction_cancelled',
  'bidding_closed_by_final_bid',
  ...OFFER_ERRORS,
  'bid_below_minimum',
  'quantity_reduced',
] as const
const ORDER_LIMIT = { requests: 20, seconds: 60 }
/** Keeps floods of refused bids off; R4.11 limits those on record. */
const BID_LIMIT = { requests: 90, seconds: 60 }

export const bidsEndpoints = {
  place: endpoint('/api/bids/place', {
    summary: 'Place a bid; header Idempotency-Key (R4.8)',
    access: 'buyer',
    token: 'bid',
    role: 'trader',
    request: z.strictObject({
      auction_id: id,
      price,
      quantity,
      minimum_quantity: z.optional(quantity).meta({ description: 'by default that of the company’s last bid (R7.2)' }),
      final: z.boolean().default(false),
    }),
    response: data(placedBid),
    rateLimit: BID_LIMIT,
    idempotent: 'always',
    stamped: true,
    errors: [...BID_ERRORS, 'auction_not_started', 'deposit_insufficient'],
  }),
  leaveAutomatic: endpoint('/api/bids/automatic', {
    summary: 'Leave an automatic order, or replace the one left before; header Idempotency-Key (R10.1)',
    access: 'buyer',
    role: 'trader',
    request: z.strictObject({ auction_id: id, ceiling: price, quantity, minimum_quantity: quantity }),
    response: data(changedOrder),
    idempotent: 'always',
    stamped: true,
    errors: [...BID_ERRORS, 'automatic_bids_not_allowed'],
    rateLimit: ORDER_LIMIT,
  }),
  withdrawAutomatic: endpoint('/api/bids/automatic/withdraw', {
    summary: 'Withdraw the automatic order; bids that it has placed stay (R10.1)',
    access: 'buyer',
    role: 'trader',
    request: auctionId,
    response: data(changedOrder),
    idempotent: 'always',
    stamped: true,
    errors: [...KEY_ERRORS, 'automatic_order_not_found', 'auction_ended', 'auction_cancelled'],
    rateLimit: ORDER_LIMIT,
  }),
  list: endpoint('/api/bids/list', {
    summary: 'Own bids while it runs; all of them after the end, by participant number',
    access: 'reader',
    token: 'read',
    request: z.strictObject({
      auction_id: id,
      own: z.boolean().default(false).meta({ description: 'only own bids, after the end too' }),
      ...paging,
    }),
    response: list(recordedBid),
    errors: ['not_found'],
  }),
}
