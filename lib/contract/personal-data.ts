import * as z from 'zod'
import { currentPassword, GUESSING_LIMIT } from './company'
import { endpoint } from './endpoint'
import { data, done, empty, id, instant, text } from './primitives'

/** Why an account's data cannot be deleted now. */
export const deletionBlocker = z.enum(['auctions_running', 'agreements_current', 'deposit_held'])
export type DeletionBlocker = z.infer<typeof deletionBlocker>

/** `person`: the data of the person who asks, who then leaves the company; `company`: of everyone, which permanently closes the account. */
export const deletionScope = z.enum(['company', 'person'])

export const deletionRequest = z.object({
  id,
  scope: deletionScope,
  /** The person who asked. */
  by: z.string(),
  status: z.enum(['waiting', 'withdrawn', 'refused', 'approved']),
  comment: z.string().nullable(),
  requested_at: instant,
  decided_at: z.nullable(instant),
  reason: z.string().nullable(),
})
export type DeletionRequest = z.infer<typeof deletionRequest>

export const deletionStatus = z.object({
  /** The last request; null if there was none. */
  request: deletionRequest.nullable(),
  blockers: z.array(deletionBlocker),
})
export type DeletionStatus = z.infer<typeof deletionStatus>

const blocked = ['deletion_auctions_running', 'deletion_agreements_current', 'deletion_deposit_held'] as const

export const personalDataEndpoints = {
  export: endpoint('/api/profile/export', {
    summary:
      'All stored data of the person and, for an owner, of the company, as a ZIP of JSON and documents; the URL is valid for ten minutes and in this person’s sessions only',
    access: 'account',
    request: z.strictObject({ password: currentPassword }),
    response: data(z.object({ url: z.string(), expires_at: instant })),
    errors: ['password_incorrect'],
    rateLimit: GUESSING_LIMIT,
  }),
  deletionStatus: endpoint('/api/profile/deletion/status', {
    summary: 'The last request to delete the account’s personal data, and the obstacles to a new one',
    access: 'account',
    request: empty,
    response: data(deletionStatus),
  }),
  requestDeletion: endpoint('/api/profile/deletion/request', {
    summary: 'Ask for one’s own personal data to be deleted or, as an owner, the whole company’s; a manager decides',
    access: 'account',
    request: z.strictObject({
      password: currentPassword,
      scope: deletionScope.default('company'),
      comment: text(2000).optional(),
    }),
    response: data(deletionStatus),
    errors: ['password_incorrect', 'deletion_requested', 'last_owner', 'role_insufficient', ...blocked],
    rateLimit: GUESSING_LIMIT,
  }),
  withdrawDeletion: endpoint('/api/profile/deletion/withdraw', {
    summary: 'Withdraw the request while it awaits a decision',
    access: 'account',
    request: empty,
    response: done,
    errors: ['deletion_not_requested'],
  }),
}
