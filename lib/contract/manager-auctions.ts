import * as z from 'zod'
import { listedState, lotDocument } from './auctions'
import { endpoint } from './endpoint'
import { COPIED_LOT_FIELDS, type CopiedLotField, eachField, LOT_FIELDS, LOT_TIMES } from './lot-fields'
import { categoryKey, data, id, instant, language, list, lotShape, paging, price, quantity } from './primitives'
import { auctionState } from './stream'

/** A lot that no visitor has seen yet is listed beside the published auctions. */
export const managedState = z.enum(['draft', ...listedState.options])
export type ManagedState = z.infer<typeof managedState>

/** Applications to decide on before the start; questions in the chat without an answer. */
export const managedWaiting = z.enum(['applications', 'questions'])

export const managedAuction = z.object({
  id,
  number: z.int().nullable(),
  /** In the language asked for, in Ukrainian where it lacks; empty where there is none at all. */
  title: z.string(),
  state: z.enum(['draft', ...auctionState.options]),
  category: categoryKey.nullable(),
  unit: z.string(),
  /** Null in a lot that is still being written. */
  volume: z.nullable(quantity),
  starting_price: z.nullable(price),
  best_price: z.nullable(price),
  starts_at: z.nullable(instant),
  effective_end: z.nullable(instant),
  applications: z.int(),
  participants: z.int(),
  bids: z.int(),
  /** What waits for a decision or an answer. */
  waiting: z.object({
    /** Applications to confirm or to reject before the start. */
    applications: z.int(),
    /** Questions in the chat without an answer. */
    questions: z.int(),
    /** Until when a conditional winner may answer (R7.3); null where no part is offered. */
    partial_until: z.nullable(instant),
    winners: z.boolean(),
    completion: z.boolean(),
  }),
  /** Languages in which a text of the lot is missing. */
  untranslated: z.array(language),
})
export type ManagedAuction = z.infer<typeof managedAuction>

/** What was decided in an auction, beside its bids, and the parts that followed from it. */
export const managedDecision = z.object({
  /** Its place in the auction's record; of an offer, that of the entry from which it follows. */
  seq: z.int(),
  at: instant,
  kind: z.enum([
    'application_confirmed',
    'application_rejected',
    'application_withdrawn',
    'account_deactivated',
    'account_reactivated',
    'winner_disqualified',
    'partial_offered',
    'partial_accepted',
    'partial_refused',
    'winners_confirmed',
    'completed',
    'cancelled',
  ]),
  /** `portal`: the rules, as at the start (R2.5) and at the end of an offer's term (R7.3). */
  by: z.enum(['staff', 'company', 'portal']),
  staff_name: z.string().nullable(),
  participant: z.int().nullable(),
  /** The company that it is about; null where it is about all. */
  user_id: z.nullable(id),
  /** Of a part that was offered. */
  quantity: z.nullable(quantity),
  /** Until when an offer may be answered (R7.3); null for everything else. */
  answer_by: z.nullable(instant),
  reason: z.string().nullable(),
})
export type ManagedDecision = z.infer<typeof managedDecision>

/** Decimals are empty where there is no lot to take them from. */
const TEMPLATE_VALUES = {
  text: z.record(language, z.string()),
  price: z.string(),
  quantity: z.string(),
  minutes: z.int(),
  count: z.int(),
  visibility: z.enum(['open', 'closed']),
}

/** A lot as the form of a new one begins: everything but its times, which are proposed apart. */
export const lotTemplate = z.object({
  ...(eachField(COPIED_LOT_FIELDS, (name) => TEMPLATE_VALUES[LOT_FIELDS[name].kind]) as {
    [Name in CopiedLotField]: (typeof TEMPLATE_VALUES)[(typeof LOT_FIELDS)[Name]['kind']]
  }),
  /** Of the documents the draft of the agreement alone: certificates and schedules are of one lot. */
  documents: z.array(z.object({ kind: lotDocument.shape.kind, language, file_id: id })),
})
export type LotTemplate = z.infer<typeof lotTemplate>

export const lotProposal = z.object({
  category_id: id,
  unit: z.string(),
  /** The last lot of the category, from which the template is taken. */
  source: z.object({ id, number: z.int(), title: z.string() }).nullable(),
  template: lotTemplate,
  /** Within working hours; the earliest first. */
  dates: z.array(z.object(lotShape(LOT_TIMES))),
})
export type LotProposal = z.infer<typeof lotProposal>

export const managerAuctionsEndpoints = {
  proposeLot: endpoint('/api/manager/lots/propose', {
    summary: 'What a new lot of a category begins with: the last one of it, and dates on which it can be held',
    access: 'manager',
    request: z.strictObject({ category: categoryKey, lang: language.default('uk') }),
    response: data(lotProposal),
    errors: ['not_found'],
  }),
  decisions: endpoint('/api/manager/auctions/decisions', {
    summary: 'What managers, companies and the rules decided in an auction, the newest first',
    access: 'manager',
    request: z.strictObject({ auction_id: id, ...paging }),
    response: list(managedDecision),
    errors: ['not_found'],
  }),
  auctions: endpoint('/api/manager/auctions/list', {
    summary:
      'Auctions and drafts of lots with what waits for the manager: running, in selection, planned, drafts, finished',
    access: 'manager',
    request: z.strictObject({
      states: z.array(managedState).max(managedState.options.length).optional(),
      category: categoryKey.optional(),
      /** Those alone in which somebody waits for the manager's answer. */
      waiting: managedWaiting.optional(),
      /** The number or a part of the title in any language. */
      search: z.string().trim().max(100).optional(),
      lang: language.default('uk'),
      ...paging,
    }),
    response: data(
      z.object({
        list: z.array(managedAuction),
        next_cursor: z.string().nullable(),
        /** How many there are of each state among what was looked for. */
        counts: z.record(managedState, z.int()),
      }),
    ),
  }),
}
