import * as z from 'zod'
import { auctionKind, companyFields, currentPassword, email, newPassword, personFields, personRole } from './company'
import { endpoint } from './endpoint'
import { data, done, empty, id, instant, language, list } from './primitives'
import { secondFactorCode } from './two-factor'

export const accountStatus = z.enum(['awaiting_confirmation', 'active', 'deactivated'])

/** A company, with its contact person. */
export const account = z.object({
  id,
  email: z.string(),
  company_name: z.string(),
  company_short_name: z.string(),
  name: z.string(),
  surname: z.string(),
  patronymic: z.string(),
  phone: z.string(),
  edrpou: z.string(),
  iban: z.string(),
  eic: z.string(),
  is_banned: z.boolean(),
  status: accountStatus,
  /** Why a manager did not confirm the company; null once it is confirmed or has corrected something. */
  rejection_reason: z.string().nullable(),
  auction_kind: auctionKind,
  email_confirmed: z.boolean(),
  /** Since when the address has refused emails; null if it takes them. */
  email_refused_since: z.nullable(instant),
  /** The language of emails. */
  language,
  /** The requested new address, until its link is opened. */
  pending_email: z.string().nullable(),
})
export type Account = z.infer<typeof account>

/** Who is signed in: a person, and the company that the person acts for. `id` is the company's; email, name, phone and language are the person's. */
export const user = account.extend({
  person_id: id,
  role: personRole,
  /** For agreements; each is empty until an owner has entered it. */
  tax_number: z.string(),
  bank: z.string(),
  address: z.string(),
  signatory: z.string(),
  authority: z.string(),
})
export type User = z.infer<typeof user>

export const session = z.object({
  id: z.string(),
  device: z.string(),
  address: z.string(),
  created_at: instant,
  last_seen_at: instant,
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

/** The secret of a mailed link. */
export const linkToken = z.string().trim().min(1, 'required').max(100)
const mailedLink = data(z.object({ email: z.string() }))
export const LINK_ERRORS = ['link_invalid', 'link_expired', 'link_used'] as const

/** Whether a refusal means that the mailed link itself cannot be used. */
export function isLinkError(code: string): code is (typeof LINK_ERRORS)[number] {
  return (LINK_ERRORS as readonly string[]).includes(code)
}

export const registration = z.strictObject({
  lang: language.default('uk'),
  email,
  password: newPassword,
  ...personFields,
  ...companyFields,
  accept_rules: z.literal(true, 'rules_not_accepted'),
})

const signedIn = data(
  z.object({
    access_token: z.string(),
    expires_at: instant,
    /** Sent back as the cookie `knownDevice`, so that this device's attempts to sign in are counted apart from strangers' guesses. */
    known_device: z.string().optional(),
    user,
  }),
)

export const authEndpoints = {
  register: endpoint('/api/auth/register', {
    summary:
      'Register a company with its first person; mails the link that confirms the address. A manager confirms the account afterwards; if the EDRPOU is already registered, an owner of that company may admit the person (R14.3)',
    access: 'visitor',
    request: registration,
    response: data(z.object({ email: z.string() })),
    errors: ['email_already_used'],
    rateLimit: { requests: 10, seconds: 600, by: 'address' },
  }),
  emailConfirm: endpoint('/api/auth/email-confirm', {
    summary: 'Confirm the address that a link was mailed to: after registering, or as the account’s new one',
    access: 'visitor',
    request: z.strictObject({ token: linkToken }),
    response: data(z.object({ email: z.string(), changed: z.boolean() })),
    errors: [...LINK_ERRORS, 'email_already_used'],
    rateLimit: { requests: 20, seconds: 600, by: 'address' },
  }),
  emailLink: endpoint('/api/auth/email-confirm/link', {
    summary: 'Whether a confirmation link can still be used, and the address it was mailed to; does not use it',
    access: 'visitor',
    request: z.strictObject({ token: linkToken }),
    response: mailedLink,
    errors: [...LINK_ERRORS],
    rateLimit: { requests: 60, seconds: 600, by: 'address' },
  }),
  resendConfirmation: endpoint('/api/auth/email-confirm/resend', {
    summary: 'Mail the confirmation link again; the answer does not reveal whether there is anything to confirm',
    access: 'visitor',
    request: z.strictObject({ email }),
    response: done,
    rateLimit: { requests: 5, seconds: 600, by: 'address' },
  }),
  requestPasswordReset: endpoint('/api/auth/password-reset/request', {
    summary: 'Mail a link for setting a new password',
    access: 'visitor',
    request: z.strictObject({ email }),
    response: done,
    errors: ['email_not_registered', 'account_deactivated', 'account_deactivated_by_manager'],
    rateLimit: { requests: 5, seconds: 600, by: 'address' },
  }),
  passwordResetLink: endpoint('/api/auth/password-reset/link', {
    summary:
      'Whether a link for setting a new password can still be used, and the address it was mailed to; leaves it unused',
    access: 'visitor',
    request: z.strictObject({ token: linkToken }),
    response: mailedLink,
    errors: [...LINK_ERRORS],
    rateLimit: { requests: 60, seconds: 600, by: 'address' },
  }),
  confirmPasswordReset: endpoint('/api/auth/password-reset/confirm', {
    summary: 'Set a new password by the mailed link; ends every session',
    access: 'visitor',
    request: z.strictObject({ token: linkToken, password: newPassword }),
    response: done,
    errors: [...LINK_ERRORS],
    rateLimit: { requests: 10, seconds: 600, by: 'address' },
  }),
  login: endpoint('/api/auth/login', {
    summary: 'Sign in; returns the access token and sets the cookie accessToken',
    access: 'visitor',
    request: z.strictObject({ email, password: currentPassword }),
    response: signedIn,
    errors: ['invalid_credentials', 'account_deactivated', 'account_deactivated_by_manager', 'second_factor_required'],
    // Only against floods: guesses are counted separately, by account, address and known device (identity/guard.ts).
    rateLimit: { requests: 60, seconds: 60, by: 'address' },
  }),
  loginSecondFactor: endpoint('/api/auth/login/second-factor', {
    summary: 'Finish signing in to an account with a second factor: the ticket of second_factor_required, and a code',
    access: 'visitor',
    request: z.strictObject({ ticket: z.string().trim().min(1, 'required').max(100), code: secondFactorCode }),
    response: signedIn,
    errors: [
      'second_factor_code_invalid',
      'second_factor_unavailable',
      'sign_in_expired',
      'too_many_requests',
      'account_deactivated',
      'account_deactivated_by_manager',
    ],
    rateLimit: { requests: 10, seconds: 60, by: 'address' },
  }),
  logout: endpoint('/api/auth/logout', {
    summary: 'End this session; clears accessToken and aucs',
    access: 'account',
    request: empty,
    response: done,
  }),
  userProfile: endpoint('/api/auth/user-profile', {
    summary: 'The signed-in person and the company',
    access: 'account',
    request: empty,
    response: data(user),
  }),
  sessions: endpoint('/api/auth/sessions/list', {
    summary: 'Live sessions of the person',
    access: 'account',
    request: empty,
    response: list(session),
  }),
  revokeSession: endpoint('/api/auth/sessions/revoke', {
    summary: 'End one of the person’s sessions',
    access: 'account',
    request: z.strictObject({ id: z.string().min(1).max(40) }),
    response: done,
    errors: ['not_found'],
  }),
}
