import * as z from 'zod'
import { user } from './accounts'
import {
  agreementDetails,
  companyFields,
  currentPassword,
  email,
  GUESSING_LIMIT,
  newPassword,
  personFields,
} from './company'
import { endpoint } from './endpoint'
import { data, done, empty, instant, language, text } from './primitives'

/**
 * A browser's push subscription as JSON: {"endpoint": …, "keys": {"p256dh": …, "auth": …}}. Known endpoints of push services have
 * up to 600 characters. Another service's opaque id is stored too, and nothing is sent to it.
 */
export const pushId = text(2000).regex(/^[\x20-\x7e]*$/, 'push_id_format')

export const profileUpdate = z
  .strictObject({
    ...personFields,
    // If it is not sent, the patronymic stays; an empty one removes it.
    patronymic: personFields.patronymic.unwrap(),
    ...companyFields,
    ...agreementDetails,
    /** The language of emails. */
    language,
  })
  .partial()

export const profileEndpoints = {
  update: endpoint('/api/profile/update', {
    summary:
      'Change the sent fields of one’s data; the fields that identify the company are fixed once the account is confirmed',
    access: 'account',
    request: profileUpdate,
    response: data(user),
    errors: ['company_data_confirmed', 'role_insufficient'],
  }),
  changeEmail: endpoint('/api/profile/change-email', {
    summary: 'Request another address; it takes effect once the link mailed to it is opened (/api/auth/email-confirm)',
    access: 'account',
    request: z.strictObject({ email, password: currentPassword }),
    response: done,
    errors: ['password_incorrect', 'email_already_used', 'email_unchanged'],
    rateLimit: GUESSING_LIMIT,
  }),
  cancelEmailChange: endpoint('/api/profile/change-email/cancel', {
    summary:
      'Cancel a change of address: the link mailed to it no longer works. Without a pending change nothing happens',
    access: 'account',
    request: empty,
    response: done,
  }),
  resendLink: endpoint('/api/profile/email-link/resend', {
    summary:
      'Mail the link again: for one’s own address while it is unconfirmed, or for a pending change. One email a minute, five an hour',
    access: 'account',
    request: z.strictObject({ link: z.enum(['email_confirmation', 'email_change']) }),
    response: data(
      z.object({
        email: z.string(),
        again_after: z.int().meta({ description: 'seconds until another email may be requested' }),
      }),
    ),
    errors: ['email_nothing_to_confirm'],
  }),
  changePassword: endpoint('/api/profile/change-password', {
    summary: 'Set a new password; ends the account’s other sessions',
    access: 'account',
    request: z.strictObject({ current_password: currentPassword, password: newPassword }),
    response: done,
    errors: ['password_incorrect'],
    rateLimit: GUESSING_LIMIT,
  }),
  addPushId: endpoint('/api/profile/push/add-id', {
    summary: 'Store the browser’s push subscription',
    access: 'account',
    request: z.strictObject({ push_id: pushId }),
    response: done,
  }),
  removePushId: endpoint('/api/profile/push/remove-id', {
    summary: 'Delete the browser’s push subscription',
    access: 'account',
    request: z.strictObject({ push_id: pushId }),
    response: done,
  }),
}

export const timeEndpoints = {
  now: endpoint('/api/time', {
    summary: 'The server’s clock, for the countdown’s offset',
    access: 'visitor',
    request: empty,
    response: data(z.object({ now: instant })),
  }),
}
