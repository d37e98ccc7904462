import * as z from 'zod'
import { user } from './accounts'
import { companyFields, email, newPassword, personFields } from './company'
import { endpoint } from './endpoint'
import { data, done, empty, instant, language, text } from './primitives'

const currentPassword = z.string().min(1, 'required').max(200)
/**
 * A browser's push subscription as JSON: {"endpoint": …, "keys": {"p256dh": …, "auth": …}}. Push services' endpoints have been
 * seen with some 600 characters. Another service's opaque id is remembered too, and nothing is sent to it.
 */
const pushId = text(2000).regex(/^[\x20-\x7e]*$/, 'push_id_format')

/** What people try passwords with is slow on purpose. */
const guarded = { requests: 10, seconds: 600 }

export const profileUpdate = z
  .strictObject({
    ...personFields,
    // Left out, it stays as it is; sent empty, it is taken away.
    patronymic: personFields.patronymic.unwrap(),
    ...companyFields,
    /** The language of letters. */
    language,
  })
  .partial()

export const profileEndpoints = {
  update: endpoint('/api/profile/update', {
    summary: 'Change one’s data, the fields that are sent; what names the company is fixed once the account is confirmed',
    access: 'account',
    request: profileUpdate,
    response: data(user),
    errors: ['company_data_confirmed'],
  }),
  changeEmail: endpoint('/api/profile/change-email', {
    summary: 'Ask for another address; it counts once the link mailed to it is opened (/api/auth/email-confirm)',
    access: 'account',
    request: z.strictObject({ email, password: currentPassword }),
    response: done,
    errors: ['password_incorrect', 'email_already_used', 'email_unchanged'],
    allowance: guarded,
  }),
  changePassword: endpoint('/api/profile/change-password', {
    summary: 'Set a new password; ends the account’s other sessions',
    access: 'account',
    request: z.strictObject({ current_password: currentPassword, password: newPassword }),
    response: done,
    errors: ['password_incorrect'],
    allowance: guarded,
  }),
  addPushId: endpoint('/api/profile/push/add-id', {
    summary: 'Remember the browser’s push subscription',
    access: 'account',
    request: z.strictObject({ push_id: pushId }),
    response: done,
  }),
  removePushId: endpoint('/api/profile/push/remove-id', {
    summary: 'Forget the browser’s push subscription',
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
