import * as z from 'zod'
import { LINK_ERRORS, linkToken } from './accounts'
import { email, newPassword, personNames, personRole, phone } from './company'
import { endpoint } from './endpoint'
import { data, done, empty, id, instant, language, list, paging } from './primitives'

/** The people who act for a company (R14), invitations, and requests for access. */

export const person = z.object({
  id,
  email: z.string(),
  /** Surname, name, patronymic. */
  name: z.string(),
  phone: z.string(),
  role: personRole,
  /** Null if the reader may not know it, or if there was none. */
  signed_in_at: z.nullable(instant),
  /** Whether signing in requires a code; null if the reader may not know it. */
  second_factor: z.boolean().nullable(),
  deactivated: z.boolean(),
  /** Since when the address has refused emails; null if it takes them, or if the reader may not know it. */
  email_refused_since: z.nullable(instant),
  created_at: instant,
  /** Whether this is the reader. */
  self: z.boolean(),
})
export type Person = z.infer<typeof person>

/** `id` is not the secret of the link. */
export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: personRole,
  invited_at: instant,
  expires_at: instant,
  invited_by: z.string(),
  /** The email has not arrived: `refused` for good by the mail server, or `late` and still tried; null if it has. */
  undelivered: z.enum(['refused', 'late']).nullable(),
})
export type Invitation = z.infer<typeof invitation>

export const accessRequest = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  requested_at: instant,
})
export type AccessRequest = z.infer<typeof accessRequest>

export const people = z.object({
  list: z.array(person),
  /** Empty unless the reader is an owner. */
  invitations: z.array(invitation),
  access_requests: z.array(accessRequest),
  /** A further address for documents; null: none. */
  documents_email: z.string().nullable(),
  documents_email_refused_since: z.nullable(instant),
})
export type People = z.infer<typeof people>

export const companyAction = z.enum([
  'invited',
  'invitation_withdrawn',
  'joined',
  'role_changed',
  'removed',
  'left',
  'admitted',
  'access_refused',
  'documents_email_changed',
  'company_changed',
  'downloaded',
  'document_deleted',
  'data_exported',
  'deletion_requested',
  'token_made',
  'token_ended',
])

/** An action of one of the company's people that is not on record elsewhere. */
export const companyAuditEntry = z.object({
  id,
  at: instant,
  by: z.string(),
  action: companyAction,
  /** `person:12`, `agreement:3` …, or empty. */
  subject: z.string(),
  /** The subject's name, as far as it is known. */
  title: z.string(),
  role: personRole.nullable(),
})
export type CompanyAuditEntry = z.infer<typeof companyAuditEntry>

const invitationId = z.strictObject({ id: z.uuid() })
/** Low: each call sends an email to an address that someone typed. */
const emails = { requests: 20, seconds: 3600 }

export const peopleEndpoints = {
  list: endpoint('/api/people/list', {
    summary: 'The company’s people (R14); owners also see invitations, requests for access, and how people sign in',
    access: 'account',
    request: empty,
    response: data(people),
  }),
  activity: endpoint('/api/people/activity', {
    summary: 'Actions of the company’s people, except bids, messages and documents, the newest first',
    access: 'account',
    role: 'owner',
    request: z.strictObject(paging),
    response: list(companyAuditEntry),
  }),
  invite: endpoint('/api/people/invite', {
    summary:
      'Invite a person by a link that is valid for seven days; another invitation of the same address replaces the earlier one',
    access: 'account',
    role: 'owner',
    request: z.strictObject({ email, role: personRole, lang: language.default('uk') }),
    response: data(people),
    errors: ['account_email_not_confirmed', 'email_already_used', 'people_limit_reached'],
    rateLimit: emails,
  }),
  withdrawInvitation: endpoint('/api/people/invitations/withdraw', {
    summary: 'Withdraw an invitation: its link no longer works',
    access: 'account',
    role: 'owner',
    request: invitationId,
    response: data(people),
    errors: ['not_found'],
  }),
  changeRole: endpoint('/api/people/role', {
    summary: 'Change a person’s role; a company always has an owner (R14.2)',
    access: 'account',
    role: 'owner',
    request: z.strictObject({ id, role: personRole }),
    response: data(people),
    errors: ['not_found', 'last_owner'],
  }),
  remove: endpoint('/api/people/remove', {
    summary:
      'Remove a person, which ends their sessions and links immediately. Without the role of owner: only oneself',
    access: 'account',
    request: z.strictObject({ id }),
    response: done,
    errors: ['not_found', 'last_owner', 'role_insufficient'],
  }),
  decideAccess: endpoint('/api/people/access', {
    summary: 'Admit a person who has registered with the company’s EDRPOU, with a role, or refuse (R14.3)',
    access: 'account',
    role: 'owner',
    request: z.discriminatedUnion('decision', [
      z.strictObject({ id, decision: z.literal('admit'), role: personRole }),
      z.strictObject({ id, decision: z.literal('refuse') }),
    ]),
    response: data(people),
    errors: ['not_found', 'access_request_closed', 'people_limit_reached'],
  }),
  setDocumentsEmail: endpoint('/api/people/documents-email', {
    summary: 'Set or remove a further address to which agreements and results are sent',
    access: 'account',
    role: 'owner',
    request: z.strictObject({ email: email.nullable() }),
    response: data(people),
    errors: ['account_email_not_confirmed'],
    rateLimit: emails,
  }),
  /** For the person who was invited. */
  invitation: endpoint('/api/people/invitation', {
    summary: 'The company and the role of a mailed invitation; does not use it',
    access: 'visitor',
    request: z.strictObject({ token: linkToken }),
    response: data(
      z.object({
        email: z.string(),
        role: personRole,
        edrpou: z.string(),
        /** Null, as is the inviter's name, until a manager has confirmed the company: anyone may type any name. */
        company_name: z.string().nullable(),
        invited_by: z.string().nullable(),
      }),
    ),
    errors: [...LINK_ERRORS],
    rateLimit: { requests: 60, seconds: 600, by: 'address' },
  }),
  accept: endpoint('/api/people/invitation/accept', {
    summary: 'Become one of the company’s people by a mailed invitation, which proves the address',
    access: 'visitor',
    request: z.strictObject({
      token: linkToken,
      lang: language.default('uk'),
      ...personNames,
      phone,
      password: newPassword,
      accept_rules: z.literal(true, 'rules_not_accepted'),
    }),
    response: data(z.object({ email: z.string() })),
    errors: [...LINK_ERRORS, 'email_already_used'],
    rateLimit: { requests: 10, seconds: 600, by: 'address' },
  }),
}
