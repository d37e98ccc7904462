import * as z from 'zod'
import { account } from './accounts'
import { listedState, lotDocument, reason, recordedBid } from './auctions'
import { application, auctionState, chatMessage, halt, rankingRow } from './stream'
import { companyDocument, FILE_ERRORS } from './documents'
import { endpoint } from './endpoint'
import { paymentPlan } from './payment-plan'
import {
  categoryKey,
  data,
  done,
  empty,
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
import { inbox } from './tasks'
import { COPIED_LOT_FIELDS, type CopiedLotField, eachField, LOT_FIELDS, LOT_TIMES } from './lot-fields'

/** States of the manager's list: those of published auctions, and drafts of lots. */
export const managedState = z.enum(['draft', ...listedState.options])
export type ManagedState = z.infer<typeof managedState>

/** Tasks to filter by: applications to decide on before the start, unanswered questions in the chat. */
export const managedWaiting = z.enum(['applications', 'questions'])

export const managedAuction = z.object({
  id,
  number: z.int().nullable(),
  /** In the requested language, else in Ukrainian; empty if there is no title at all. */
  title: z.string(),
  state: z.enum(['draft', ...auctionState.options]),
  category: categoryKey.nullable(),
  unit: z.string(),
  /** Null while the lot is a draft. */
  volume: z.nullable(quantity),
  starting_price: z.nullable(price),
  best_price: z.nullable(price),
  starts_at: z.nullable(instant),
  effective_end: z.nullable(instant),
  /** Bidding is halted, so that the end will move (R13.1). */
  halted: z.boolean(),
  applications: z.int(),
  participants: z.int(),
  bids: z.int(),
  /** Open decisions and answers. */
  waiting: z.object({
    /** Applications to confirm or to reject before the start. */
    applications: z.int(),
    /** Questions in the chat without an answer. */
    questions: z.int(),
    /** The deadline for a conditional winner's answer (R7.3); null if no part is offered. */
    partial_until: z.nullable(instant),
    winners: z.boolean(),
    completion: z.boolean(),
  }),
  /** Languages in which a text of the lot is missing. */
  untranslated: z.array(language),
})
export type ManagedAuction = z.infer<typeof managedAuction>

/** Decisions in an auction, apart from its bids, and the partial offers that followed. */
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
    'halted',
    'resumed',
    'question_answered',
  ]),
  /** `portal`: the rules, as at the start (R2.5) and at the end of an offer's term (R7.3). */
  by: z.enum(['staff', 'company', 'portal']),
  staff_name: z.string().nullable(),
  /** The person of the company (R14.1). */
  person_name: z.string().nullable(),
  participant: z.int().nullable(),
  /** The company concerned; null if it concerns all. */
  company_id: z.nullable(id),
  /** The quantity of an offered part. */
  quantity: z.nullable(quantity),
  /** The deadline for answering an offer (R7.3); null for everything else. */
  answer_by: z.nullable(instant),
  reason: z.string().nullable(),
})
export type ManagedDecision = z.infer<typeof managedDecision>

/** Decimals are empty if there is no earlier lot. */
const TEMPLATE_VALUES = {
  text: z.record(language, z.string()),
  price: z.string(),
  quantity: z.string(),
  percent: z.string(),
  line: z.string(),
  minutes: z.int(),
  count: z.int(),
  visibility: z.enum(['open', 'closed']),
  switch: z.boolean(),
  plan: paymentPlan,
}

/** Initial values of the form for a new lot: everything but its times, which are proposed separately. */
export const lotTemplate = z.object({
  ...(eachField(COPIED_LOT_FIELDS, (name) => TEMPLATE_VALUES[LOT_FIELDS[name].kind]) as {
    [Name in CopiedLotField]: (typeof TEMPLATE_VALUES)[(typeof LOT_FIELDS)[Name]['kind']]
  }),
  /** Only the draft agreement is copied: certificates and schedules belong to one lot. */
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

/** A trait that two companies share (R14.4). `value`: the company's own spelling; null for a browser, which is kept as a hash. */
export const sharedTrait = z.object({
  what: z.enum(['iban', 'phone', 'mail_domain', 'signatory', 'browser']),
  value: z.string().nullable(),
})
export type SharedTrait = z.infer<typeof sharedTrait>

/** An email with a term that has not reached every address of a company: somebody should call. */
export const undelivered = z.object({
  since: instant,
  /** The mail servers refused it for good; else it is still tried. */
  final: z.boolean(),
  /** The addresses that it has not reached. */
  emails: z.array(z.string()),
  /** How many other addresses of the company it has reached. */
  reached: z.int(),
  phone: z.string(),
})
export type Undelivered = z.infer<typeof undelivered>

export const managedApplication = z.object({
  id,
  auction_id: id,
  company: account,
  status: application.shape.status,
  participant: z.int().nullable(),
  /**
   * R2.3: price and quantity are secret before the start; null until then, and permanently if the auction never starts.
   */
  price: z.nullable(price),
  quantity: z.nullable(quantity),
  received_at: instant,
  /** The person of the company who applied (R14.1). */
  by: z.string().nullable(),
  reason: z.string().nullable(),
  documents: z.array(companyDocument),
  missing_documents: application.shape.missing_documents,
  /** The sum received, and whether it covers the quantity (R11.2); null if the lot requires no deposit. */
  deposit: z.nullable(z.object({ received: sum, covers: z.boolean() })),
  /** How to pay the deposit, while that is due; null if the email has arrived. */
  undelivered: undelivered.nullable(),
  /** Other applicants in the auction that share something with the company (R14.4). */
  related: z.array(z.object({ company_id: id, same: z.array(sharedTrait) })),
  /** Why it was confirmed although a related company was, with the nonce that opens the seal in the record; null until it is confirmed. */
  note: z.object({ text: z.string().nullable(), nonce: z.string() }).nullable(),
})
export type ManagedApplication = z.infer<typeof managedApplication>

export const managedBid = recordedBid.omit({ own: true }).extend({ company_id: id, company_name: z.string() })
export type ManagedBid = z.infer<typeof managedBid>

export const managedWinner = z.object({
  ...rankingRow.shape,
  company_id: id,
  company_name: z.string(),
  sum,
  status: z.enum([
    'winner',
    'partial_pending',
    'partial_accepted',
    'partial_refused',
    'no_volume',
    'disqualified',
    'deactivated',
  ]),
  /** Whether the account is deactivated now; `status` only reflects events before the end. */
  account_deactivated: z.boolean(),
  partial_until: z.nullable(instant),
  /** The offer of a part or the agreement to sign, while the company has not answered; null if the email has arrived. */
  undelivered: undelivered.nullable(),
  reason: z.string().nullable(),
  /** The file of a disqualification; a signed one is shown with its contents (R15.1). */
  file: z.object({ id, name: z.string(), media_type: z.string(), signed: z.boolean(), url: z.string() }).nullable(),
})
export type ManagedWinner = z.infer<typeof managedWinner>

/** Identifies an allocation or an account's data: changes whenever that does. */
export const version = z.string().max(64)

export const winnersBoard = z.object({
  auction_id: id,
  version,
  state: auctionState,
  confirmed: z.boolean(),
  list: z.array(managedWinner),
  volume_sold: quantity,
  average_price: z.nullable(price),
  /** What still blocks completion; empty if nothing does. */
  blockers: z.array(z.enum(['winner_deactivated', 'winners_not_confirmed', 'partial_pending'])),
})
export type WinnersBoard = z.infer<typeof winnersBoard>

export const conversation = z.object({
  company_id: id,
  company_name: z.string(),
  unanswered: z.int(),
  last_message: z.nullable(chatMessage),
})

export const unreadableRecord = z.object({
  collection: z.enum(['auctions', 'news', 'pages', 'auction-pages', 'certificates', 'products', 'agreements']),
  id,
  /** For editors: `startsAt: missing`. */
  fault: z.string(),
})
export type UnreadableRecord = z.infer<typeof unreadableRecord>

const auctionId = { auction_id: id }
/** Record a public reason although it has the name of a participant or of one of its people, which may be an ordinary word. */
const namesConfirmed = { names_confirmed: z.boolean().optional() }
/** Refusals of confirming winners; completing adds one. */
const winnersErrors = ['auction_not_in_selection', 'winner_deactivated', 'partial_pending', 'winners_changed'] as const

export const managerAuctionsEndpoints = {
  lotPreview: endpoint('/api/manager/lots/preview', {
    summary: 'A permission to see drafts of lots on the site’s pages, for two hours',
    access: 'manager',
    request: empty,
    response: data(z.object({ secret: z.string() })),
  }),
  proposeLot: endpoint('/api/manager/lots/propose', {
    summary: 'Initial values of a new lot: the category’s last lot, and possible dates',
    access: 'manager',
    request: z.strictObject({ category: categoryKey, lang: language.default('uk') }),
    response: data(lotProposal),
    errors: ['not_found'],
  }),
  decisions: endpoint('/api/manager/auctions/decisions', {
    summary: 'Decisions of managers, companies and the rules in an auction, the newest first',
    access: 'manager',
    request: z.strictObject({ auction_id: id, ...paging }),
    response: list(managedDecision),
    errors: ['not_found'],
  }),
  auctions: endpoint('/api/manager/auctions/list', {
    summary:
      'Auctions and drafts of lots with the manager’s open tasks: running, in selection, planned, drafts, finished',
    access: 'manager',
    request: z.strictObject({
      states: z.array(managedState).max(managedState.options.length).optional(),
      category: categoryKey.optional(),
      /** Only auctions with such a task. */
      waiting: managedWaiting.optional(),
      /** The number or a part of the title in any language. */
      search: z.string().trim().max(100).optional(),
      lang: language.default('uk'),
      ...paging,
    }),
    /** Counts by state, of the auctions that match the other filters. */
    response: list(managedAuction, { counts: z.record(managedState, z.int()) }),
  }),
  dashboard: endpoint('/api/manager/dashboard', {
    summary: 'The manager’s open tasks, current auctions and the portal’s health',
    access: 'manager',
    request: z.strictObject({ lang: language.default('uk') }),
    response: data(
      z.object({
        /** Sorted by deadline. */
        inbox,
        /** False if the portal is set to hold back emails and push messages. */
        sends_messages: z.boolean(),
        /** Records that visitors do not see, or see incomplete, because they are partly unreadable. */
        unreadable: z.array(unreadableRecord),
        /** Seconds by which the database's clock differs (positive: ahead), while the portal keeps its own time; null if it agrees. */
        clock_difference: z.number().nullable(),
        /** Why no server decides bids, in English for an operator; null if one does. */
        bidding_fault: z.string().nullable(),
        /** Outages of the last day (R3.2), the latest first, with the auctions whose end they moved. */
        outages: z.array(z.object({ since: instant, until: instant, auctions: z.array(id) })),
        running: z.array(
          z.object({
            id,
            number: z.int(),
            title: z.string(),
            effective_end: instant,
            bids: z.int(),
            halted: z.boolean(),
          }),
        ),
        selection: z.array(z.object({ id, number: z.int(), title: z.string(), effective_end: instant })),
        upcoming: z.array(
          z.object({ id, number: z.int(), title: z.string(), starts_at: instant, applications: z.int() }),
        ),
      }),
    ),
  }),
  applications: endpoint('/api/manager/applications/list', {
    summary: 'Applications to an auction with the companies’ documents',
    access: 'manager',
    request: z.strictObject({ ...auctionId, ...paging }),
    response: list(managedApplication),
    errors: ['not_found'],
  }),
  confirmApplication: endpoint('/api/manager/applications/confirm', {
    summary:
      'Confirm an application and assign the participant number (R2.4). `insistence`: the reason for confirming while documents are missing or the deposit does not cover the quantity (R11.2); for the deposit it goes on record. A `reason` counts as one. `received`: the total that the manager saw; a deposit that has changed since is not waived. `note`: required beside a confirmed related company; the record seals it (R14.4)',
    access: 'manager',
    request: z.strictObject({
      application_id: id,
      insistence: reason.optional(),
      reason: reason.optional(),
      note: reason.optional(),
      received: z.optional(sum),
      ...namesConfirmed,
    }),
    response: data(managedApplication),
    errors: [
      'application_not_found',
      'application_already_decided',
      'account_state_forbids',
      'company_already_applied',
      'auction_cancelled',
      'documents_missing',
      'deposit_not_covering',
      'deposit_changed',
      'reason_names_bidder',
      'related_note_required',
    ],
  }),
  rejectApplication: endpoint('/api/manager/applications/reject', {
    summary: 'Reject an application with a reason',
    access: 'manager',
    request: z.strictObject({ application_id: id, reason }),
    response: data(managedApplication),
    errors: ['application_not_found', 'application_already_decided', 'auction_cancelled'],
  }),
  cancelAuction: endpoint('/api/manager/auctions/cancel', {
    summary: 'Cancel an auction with a reason that every applicant is sent (R1.2)',
    access: 'manager',
    request: z.strictObject({ ...auctionId, reason, ...namesConfirmed }),
    response: done,
    errors: ['not_found', 'auction_already_finished', 'reason_names_bidder'],
  }),
  haltAuction: endpoint('/api/manager/auctions/halt', {
    summary: 'Halt a running auction with a public reason: no bids are accepted until it resumes (R13.1)',
    access: 'manager',
    request: z.strictObject({ ...auctionId, reason, ...namesConfirmed }),
    response: data(halt),
    errors: ['not_found', 'auction_not_running', 'auction_halted', 'reason_names_bidder'],
  }),
  resumeAuction: endpoint('/api/manager/auctions/resume', {
    summary: 'Resume a halted auction after a notice; both its ends move by the length of the halt (R13.1)',
    access: 'manager',
    request: z.strictObject({
      ...auctionId,
      /** Seconds until bidding resumes. */
      notice_seconds: z.int().min(60).max(86_400).default(60),
    }),
    response: data(halt),
    errors: ['not_found', 'auction_not_running', 'auction_not_halted'],
  }),
  bids: endpoint('/api/manager/bids/list', {
    summary: 'The bids with the companies’ names, the newest first',
    access: 'manager',
    request: z.strictObject({ ...auctionId, ...paging }),
    response: list(managedBid),
    errors: ['not_found'],
  }),
  ranking: endpoint('/api/manager/bids/ranking', {
    summary: 'The current allocation, of closed auctions too, whose ranking visitors do not see',
    access: 'manager',
    request: z.strictObject(auctionId),
    response: data(z.object({ best_price: z.nullable(price), ranking: z.array(rankingRow) })),
    errors: ['not_found'],
  }),
  winners: endpoint('/api/manager/winners/list', {
    summary: 'The allocation with names and each winner’s state',
    access: 'manager',
    request: z.strictObject(auctionId),
    response: data(winnersBoard),
    errors: ['not_found', 'auction_not_in_selection'],
  }),
  confirmWinners: endpoint('/api/manager/winners/confirm', {
    summary:
      'Confirm the winners as allocated (R8.1). `version`: of the winners that the manager has seen; refused if they have changed since',
    access: 'manager',
    request: z.strictObject({ ...auctionId, version: version.optional() }),
    response: data(winnersBoard),
    errors: ['not_found', ...winnersErrors],
  }),
  disqualify: endpoint('/api/manager/winners/disqualify', {
    summary: 'Disqualify a participant with a reason and a file; allocates again (R8.1)',
    access: 'manager',
    body: 'form',
    request: z.strictObject({
      auction_id: z.coerce.number().pipe(id),
      participant: z.coerce.number().pipe(id),
      reason,
      file: z.file(),
      names_confirmed: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
    }),
    response: data(winnersBoard),
    errors: [
      'not_found',
      'auction_not_in_selection',
      'not_a_winner',
      'reason_names_bidder',
      'file_missing',
      ...FILE_ERRORS,
    ],
  }),
  complete: endpoint('/api/manager/winners/complete', {
    summary: 'Complete the auction: agreements, protocol, public result (R8.2). `version`: as in confirming',
    access: 'manager',
    request: z.strictObject({ ...auctionId, version: version.optional() }),
    response: done,
    errors: ['not_found', ...winnersErrors, 'winners_not_confirmed'],
  }),
  conversations: endpoint('/api/manager/chat/conversations', {
    summary: 'Conversations of an auction, unanswered first',
    access: 'manager',
    request: z.strictObject(auctionId),
    response: list(conversation),
    errors: ['not_found'],
  }),
  chat: endpoint('/api/manager/chat/list', {
    summary: 'One buyer’s conversation in an auction',
    access: 'manager',
    request: z.strictObject({ ...auctionId, company_id: id, ...paging }),
    response: list(chatMessage),
    errors: ['not_found'],
  }),
  sendChat: endpoint('/api/manager/chat/send', {
    summary: 'Answer a buyer; repeating the header Idempotency-Key sends no second message',
    access: 'manager',
    request: z.strictObject({ ...auctionId, company_id: id, text: text(2000) }),
    response: data(chatMessage),
    idempotent: 'optional',
    errors: ['not_found', 'idempotency_key_missing', 'idempotency_key_reused'],
  }),
}
