import * as z from 'zod'
import { reason } from './auctions'
import { endpoint } from './endpoint'
import { done, id } from './primitives'

/** What the staff does for an account's security and its personal data. */
export const managerSecurityEndpoints = {
  resetTwoFactor: endpoint('/api/manager/accounts/reset-two-factor', {
    summary: 'Turn an account’s second factor off, for whoever lost the phone and the recovery codes',
    access: 'manager',
    request: z.strictObject({ user_id: id, reason }),
    response: done,
    errors: ['not_found', 'second_factor_not_enabled'],
  }),
}
