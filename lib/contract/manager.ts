import * as z from 'zod'
import { user } from './accounts'
import { reason } from './auctions'
import { recordedBid } from './bids'
import { application, auctionState, chatMessage, rankingRow } from './stream'
import { companyDocument } from './documents'
import { endpoint } from './endpoint'
import { managerAccountsEndpoints } from './manager-accounts'
import { managerAuctionsEndpoints } from './manager-auctions'
import {
  managerAuditEndpoints,
  managerLettersEndpoints,
  managerSecurityEndpoints,
  managerSearchEndpoints,
} from './manager-office'
import { managerExportsEndpoints } from './manager-exports'
import { data, done, id, instant, language, list, paging, price, quantity, sum, text } from './primitives'

export const managedApplication = z.object({
  id,
  auction_id: id,
  company: user,
  status: application.shape.status,
  participant: z.int().nullable(),
  /** R2.3: price and quantity are nobody’s to see before the start; null until then, and for good where there is none. */
  price: z.nullable(price),
  quantity: z.nullable(quantity),
  received_at: instant,
  reason: z.string().nullable(),
  documents: z.array(companyDocument),
  missing_documents: application.shape.missing_documents,
})
export type ManagedApplication = z.infer<typeof managedApplication>

export const managedBid = recordedBid.omit({ own: true }).extend({ user_id: id, company_name: z.string() })
export type ManagedBid = z.infer<typeof managedBid>

export const managedWinner = z.object({
  ...rankingRow.shape,
  user_id: id,
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
  /** Of the account now, where `status` knows only what happened before the end. */
  account_deactivated: z.boolean(),
  partial_until: z.nullable(instant),
  reason: z.string().nullable(),
})
export type ManagedWinner = z.infer<typeof managedWinner>

/** Stands for who wins how much: another value as soon as it is allocated otherwise. */
const version = z.string().max(64)

export const winnersBoard = z.object({
  auction_id: id,
  version,
  state: auctionState,
  confirmed: z.boolean(),
  list: z.array(managedWinner),
  volume_sold: quantity,
  average_price: z.nullable(price),
  /** What still stands in the way of completing; empty when it can be completed. */
  blockers: z.array(z.enum(['winner_deactivated', 'winners_not_confirmed', 'partial_pending'])),
})
export type WinnersBoard = z.infer<typeof winnersBoard>

export const conversation = z.object({
  user_id: id,
  company_name: z.string(),
  unanswered: z.int(),
  last_message: z.nullable(chatMessage),
})

export const unreadableRecord = z.object({
  collection: z.enum(['auctions', 'news', 'pages', 'auction-pages', 'certificates', 'products', 'agreements']),
  id,
  /** What is wrong, for those who mend it: `startsAt: missing`. */
  fault: z.string(),
})
export type UnreadableRecord = z.infer<typeof unreadableRecord>

const auctionId = { auction_id: id }
/** Of confirming winners, and, with one more, of completing. */
const winnersErrors = ['auction_not_in_selection', 'winner_deactivated', 'partial_pending', 'winners_changed'] as const

export const managerEndpoints = {
  ...managerAccountsEndpoints,
  ...managerAuctionsEndpoints,
  ...managerSecurityEndpoints,
  ...managerLettersEndpoints,
  ...managerAuditEndpoints,
  ...managerExportsEndpoints,
  ...managerSearchEndpoints,
  dashboard: endpoint('/api/manager/dashboard', {
    summary: 'What needs the manager now',
    access: 'manager',
    request: z.strictObject({ lang: language.default('uk') }),
    response: data(
      z.object({
        accounts_waiting: z.int(),
        applications_waiting: z.int(),
        chats_unanswered: z.int(),
        orders_new: z.int(),
        feedback_new: z.int(),
        winners_to_confirm: z.int(),
        /** In force, and for thirty days at most. */
        agreements_ending: z.int(),
        letters_failed: z.int(),
        /** False where the portal is set to hold back letters and push messages. */
        sends_messages: z.boolean(),
        deletion_requests: z.int(),
        /** Records that visitors do not see, or see incomplete, because something in them cannot be read. */
        unreadable: z.array(unreadableRecord),
        /** Seconds by which the database's clock differs (positive: ahead), while the portal keeps its own time; null where it agrees. */
        clock_difference: z.number().nullable(),
        /** Why no server decides bids, in English for an operator; null where one does. */
        leader_fault: z.string().nullable(),
        /** Outages of the last day (R3.2), the latest first, with the auctions whose end they moved. */
        outages: z.array(z.object({ since: instant, until: instant, auctions: z.array(id) })),
        running: z.array(z.object({ id, number: z.int(), title: z.string(), effective_end: instant, bids: z.int() })),
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
      'Confirm an application; gives the participant number (R2.4). While documents are missing only with `insistence`: the reason for confirming without them. A `reason` counts as one',
    access: 'manager',
    request: z.strictObject({ application_id: id, insistence: reason.optional(), reason: reason.optional() }),
    response: data(managedApplication),
    errors: [
      'application_not_found',
      'application_already_decided',
      'account_state_forbids',
      'company_already_applied',
      'auction_cancelled',
      'documents_missing',
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
    request: z.strictObject({ ...auctionId, reason }),
    response: done,
    errors: ['not_found', 'auction_already_finished', 'reason_names_bidder'],
  }),
  bids: endpoint('/api/manager/bids/list', {
    summary: 'The bids with the companies’ names, the newest first',
    access: 'manager',
    request: z.strictObject({ ...auctionId, ...paging }),
    response: list(managedBid),
    errors: ['not_found'],
  }),
  ranking: endpoint('/api/manager/bids/ranking', {
    summary: 'Who would get how much now; of a closed auction too, whose ranking visitors do not see',
    access: 'manager',
    request: z.strictObject(auctionId),
    response: data(z.object({ best_price: z.nullable(price), ranking: z.array(rankingRow) })),
    errors: ['not_found'],
  }),
  winners: endpoint('/api/manager/winners/list', {
    summary: 'The allocation with names and what each winner’s state is',
    access: 'manager',
    request: z.strictObject(auctionId),
    response: data(winnersBoard),
    errors: ['not_found', 'auction_not_in_selection'],
  }),
  confirmWinners: endpoint('/api/manager/winners/confirm', {
    summary:
      'Confirm the winners as allocated (R8.1). `version`: of the winners that the manager has looked at; refused where they have changed since',
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
    }),
    response: data(winnersBoard),
    errors: [
      'not_found',
      'auction_not_in_selection',
      'not_a_winner',
      'reason_names_bidder',
      'file_missing',
      'file_type_refused',
      'file_empty',
      'file_unreadable',
      'body_too_large',
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
    request: z.strictObject({ ...auctionId, user_id: id, ...paging }),
    response: list(chatMessage),
    errors: ['not_found'],
  }),
  sendChat: endpoint('/api/manager/chat/send', {
    summary: 'Answer a buyer; the same header Idempotency-Key again leaves one message',
    access: 'manager',
    request: z.strictObject({ ...auctionId, user_id: id, text: text(2000) }),
    response: data(chatMessage),
    idempotent: 'optional',
    errors: ['not_found', 'idempotency_key_missing', 'idempotency_key_reused'],
  }),
}
