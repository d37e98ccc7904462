import * as z from 'zod'
import { user } from './accounts'
import { reason } from './auctions'
import { endpoint } from './endpoint'
import { deletionBlocker, deletionRequest } from './personal-data'
import { done, id, list, paging } from './primitives'

export const managedDeletion = deletionRequest.extend({ company: user, blockers: z.array(deletionBlocker) })
export type ManagedDeletion = z.infer<typeof managedDeletion>

/** What the staff does for an account's security and its personal data. */
export const managerSecurityEndpoints = {
  resetTwoFactor: endpoint('/api/manager/accounts/reset-two-factor', {
    summary: 'Turn an account’s second factor off, for whoever lost the phone and the recovery codes',
    access: 'manager',
    request: z.strictObject({ user_id: id, reason }),
    response: done,
    errors: ['not_found', 'second_factor_not_enabled'],
  }),
  deletionRequests: endpoint('/api/manager/accounts/deletion/list', {
    summary: 'Requests to delete personal data, the newest first',
    access: 'manager',
    request: z.strictObject({ status: deletionRequest.shape.status.optional(), ...paging }),
    response: list(managedDeletion),
  }),
  decideDeletion: endpoint('/api/manager/accounts/deletion/decide', {
    summary: 'Approve a request, which deletes the personal data and closes the account for good, or refuse it with a reason',
    access: 'manager',
    request: z.discriminatedUnion('decision', [
      z.strictObject({ id, decision: z.literal('approve') }),
      z.strictObject({ id, decision: z.literal('refuse'), reason }),
    ]),
    response: done,
    errors: ['not_found', 'deletion_already_decided', 'deletion_auctions_running', 'deletion_agreements_current'],
  }),
}
