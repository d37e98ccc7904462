import * as z from 'zod'
import { currentPassword, GUESSING_LIMIT } from './company'
import { endpoint } from './endpoint'
import { data, done, empty, instant } from './primitives'

/** Six digits of the app, or a recovery code; spaces and dashes do not matter. */
export const secondFactorCode = z.string().trim().min(1, 'required').max(40)
const codeErrors = ['second_factor_code_invalid', 'second_factor_unavailable', 'too_many_requests'] as const

export const twoFactorStatus = z.object({
  enabled: z.boolean(),
  enabled_at: z.nullable(instant),
  recovery_codes_left: z.int(),
})
export type TwoFactorStatus = z.infer<typeof twoFactorStatus>

/** Shown once: the portal stores only their hashes. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const twoFactorEndpoints = {
  status: endpoint('/api/profile/two-factor/status', {
    summary: 'Whether signing in requires a code of an authenticator app',
    access: 'account',
    request: empty,
    response: data(twoFactorStatus),
  }),
  begin: endpoint('/api/profile/two-factor/begin', {
    summary: 'A new secret for an authenticator app; `enable` puts it into effect with its first code',
    access: 'account',
    request: z.strictObject({ password: currentPassword }),
    response: data(z.object({ secret: z.string(), uri: z.string(), qr_svg: z.string() })),
    errors: ['password_incorrect', 'second_factor_enabled'],
    rateLimit: GUESSING_LIMIT,
  }),
  enable: endpoint('/api/profile/two-factor/enable', {
    summary:
      'Turn the second factor on with a first code; ends the account’s other sessions and returns the recovery codes',
    access: 'account',
    request: z.strictObject({ code: secondFactorCode }),
    response: data(recoveryCodes),
    errors: [...codeErrors, 'second_factor_enabled', 'second_factor_not_begun'],
    rateLimit: GUESSING_LIMIT,
  }),
  disable: endpoint('/api/profile/two-factor/disable', {
    summary: 'Turn the second factor off',
    access: 'account',
    request: z.strictObject({ password: currentPassword, code: secondFactorCode }),
    response: done,
    errors: [...codeErrors, 'password_incorrect', 'second_factor_not_enabled'],
    rateLimit: GUESSING_LIMIT,
  }),
  renewRecoveryCodes: endpoint('/api/profile/two-factor/recovery-codes', {
    summary: 'Ten new recovery codes; the earlier ones no longer work',
    access: 'account',
    request: z.strictObject({ password: currentPassword, code: secondFactorCode }),
    response: data(recoveryCodes),
    errors: [...codeErrors, 'password_incorrect', 'second_factor_not_enabled'],
    rateLimit: GUESSING_LIMIT,
  }),
}
