import {
  readAccessRequest,
  readApiToken,
  readCompany,
  readDocuments,
  readInvitation,
  readLink,
  readPersonName,
} from './details'
import { formatPhone } from '@/lib/i18n/formats'
import { readSignatureDecision } from '@/lib/server/platform/signature-decision'
import { companyRows, type Draft, type DraftContext, type Drafts, type Dropped, gone, reasonOf } from './draft'
import type { EmailTexts } from './texts'

/** An email whose link proves control of the mailbox. */
async function withLink(
  kind: 'email_confirmation' | 'email_change' | 'password_reset',
  { token_id, email }: { token_id: string; email: string },
  context: DraftContext,
): Promise<Draft | Dropped> {
  const { db, now, company, write, writer, links, linkTokens } = context
  const link = await readLink(db, token_id, now)
  if (link === null) return { dropped: 'link_over' }
  const token = linkTokens.tokenOf(token_id)
  const hrefFor = {
    email_confirmation: links.confirmEmail,
    email_change: links.confirmNewEmail,
    password_reset: links.resetPassword,
  }[kind]
  return {
    texts: write(kind, { company, until: writer.at(link.until) }),
    href: hrefFor(token),
    recipients: [email],
    because: 'link',
    secrets: [token],
  }
}

function statusDraft(
  kind:
    | 'account_confirmed'
    | 'account_rejected'
    | 'account_deactivated'
    | 'account_reactivated'
    | 'deletion_refused'
    | 'person_deactivated'
    | 'person_reactivated',
  page: 'home' | 'account' | 'login' | null,
) {
  return async ({ reason }: { reason: string | null }, context: DraftContext): Promise<Draft> => ({
    texts: context.write(kind, { company: context.company }),
    ...reasonOf(context, reason),
    href: page === null ? undefined : context.links[page](),
  })
}

/** A change or use of what protects the account. */
function security(
  { at }: { at: string },
  { t, writer, links }: DraftContext,
  texts: EmailTexts,
  label: 'labels.changedAt' | 'labels.usedAt' = 'labels.changedAt',
): Draft {
  return { texts, rows: [[t(label), writer.at(at)]], href: links.account() }
}

export const accountDrafts = {
  email_confirmation: (payload, context) => withLink('email_confirmation', payload, context),
  email_change: (payload, context) => withLink('email_change', payload, context),
  password_reset: (payload, context) => withLink('password_reset', payload, context),

  email_changed: async ({ email, new_email }, { company, t, write }) => ({
    texts: write('email_changed', { company }),
    rows: [[t('labels.newEmail'), new_email]],
    recipients: [email],
  }),

  password_changed: async (payload, context) =>
    security(payload, context, context.write('password_changed', { company: context.company })),

  two_factor_enabled: async (payload, context) =>
    security(payload, context, context.write('two_factor_enabled', { company: context.company })),
  two_factor_disabled: async (payload, context) =>
    security(payload, context, context.write('two_factor_disabled', { company: context.company, by: payload.by })),
  recovery_code_used: async (payload, context) => {
    const texts = context.write('recovery_code_used', { company: context.company, left: payload.left })
    return security(payload, context, texts, 'labels.usedAt')
  },

  deletion_refused: statusDraft('deletion_refused', 'account'),

  account_erased: async ({ email, company, scope }, { write }) => ({
    texts: write('account_erased', { company, scope }),
    recipients: [email],
    because: 'former',
  }),

  invitation: async ({ invitation_id }, { db, now, write, t, writer, links, linkTokens }) => {
    const invitation = await readInvitation(db, invitation_id, now)
    if (invitation === null) return { dropped: 'invitation_over' }
    const { email, role, until, name, edrpou } = invitation
    const token = linkTokens.tokenOf(invitation_id)
    // Anyone may register a company with any name: until a manager has confirmed it, its invitations show only its code.
    const company = name ?? `${t('labels.edrpou')} ${edrpou}`
    return {
      texts: write('invitation', { company, role, until: writer.at(until) }),
      href: links.invitation(token),
      recipients: [email],
      secrets: [token],
      because: 'invited',
    }
  },

  access_requested: async ({ request_id }, { db, company, t, write, links }) => {
    const request = await readAccessRequest(db, request_id)
    if (request === null) return gone
    return {
      texts: write('access_requested', { company }),
      rows: [
        [t('labels.contact'), request.name],
        [t('labels.email'), request.email],
        [t('labels.phone'), formatPhone(request.phone)],
      ],
      href: links.people(),
    }
  },

  token_made: async ({ token_id }, { db, company, t, write, writer, links }) => {
    const token = await readApiToken(db, token_id)
    if (token === null) return gone
    return {
      texts: write('token_made', {
        company,
        name: token.name,
        scope: token.scope,
        by: token.owner,
        until: writer.at(token.expires_at.toISOString()),
      }),
      rows: token.addresses === null ? [] : [[t('labels.addresses'), token.addresses]],
      href: links.account(),
    }
  },

  documents_address_changed: async ({ email }, { company, write, links }) => ({
    texts: write('documents_address_changed', { company, none: email === null, email: email ?? '' }),
    href: links.people(),
  }),

  access_granted: async ({ role }, { company, write, links }) => ({
    texts: write('access_granted', { company, role }),
    href: links.login(),
  }),

  access_refused: async ({ company }, { write }) => ({ texts: write('access_refused', { company }) }),

  role_changed: async ({ role }, { company, write, links }) => ({
    texts: write('role_changed', { company, role }),
    href: links.cabinet(),
  }),

  person_removed: async ({ email, company }, { write }) => ({
    texts: write('person_removed', { company }),
    recipients: [email],
    because: 'removed',
  }),

  person_deactivated: statusDraft('person_deactivated', null),
  person_reactivated: statusDraft('person_reactivated', 'login'),

  account_confirmed: statusDraft('account_confirmed', 'home'),
  account_rejected: statusDraft('account_rejected', 'account'),
  account_deactivated: statusDraft('account_deactivated', null),
  account_reactivated: statusDraft('account_reactivated', 'login'),

  account_waiting: async ({ company_id }, context) => {
    const company = await readCompany(context.db, company_id)
    if (company === null) return gone
    const { t, write, links } = context
    return {
      texts: write('account_waiting', { company: company.name, sameEdrpou: company.sameEdrpou }),
      rows: [...companyRows(context, company), [t('labels.auctionKind'), t(`auctionKinds.${company.auctionKind}`)]],
      href: links.company(company_id),
    }
  },

  deletion_requested: async ({ company_id, person_id, scope, comment }, context) => {
    const { db, account, write, links } = context
    const textsAbout = (about: typeof scope | 'owners', company: string, by: string) =>
      write('deletion_requested', { about, company, by })
    // Without the name and the comment, which anyone can type: the address may be a stranger's.
    if (account !== null) return { texts: textsAbout('owners', context.company, ''), href: links.account() }
    const company = await readCompany(db, company_id)
    const by = await readPersonName(db, person_id)
    if (company === null || by === null) return gone
    return {
      texts: textsAbout(scope, company.name, by),
      rows: companyRows(context, company),
      quote: comment ?? undefined,
      href: links.company(company_id),
    }
  },

  account_updated: async ({ company_id, changes }, context) => {
    const { db, t, write, links } = context
    const company = await readCompany(db, company_id)
    if (company === null) return gone
    return {
      texts: write('account_updated', { company: company.name }),
      rows: changes.map(({ field, before, after }) => [
        nameOf(context, `fields.${field}`, field),
        `${displayed(context, field, after)} (${t('labels.before')}: ${displayed(context, field, before)})`,
      ]),
      href: links.company(company_id),
    }
  },

  document_uploaded: async ({ company_id, file_ids }, { db, t, write, links }) => {
    const company = await readCompany(db, company_id)
    const { files, attachments } = await readDocuments(db, file_ids)
    if (company === null || files.length === 0) return gone
    const attachment = attachments.length === files.length ? 'all' : attachments.length > 0 ? 'some' : 'none'
    return {
      texts: write('document_uploaded', { company: company.name, count: files.length, attachment }),
      rows: [
        [t('labels.company'), company.fullName],
        [t('labels.edrpou'), company.edrpou],
        ...files.map(({ kind, name }): [string, string] => [t(`documentKinds.${kind}`), name]),
      ],
      href: links.company(company_id),
      attachments,
    }
  },

  agreement_signed: async ({ company_id, agreement_id, number, verified }, { db, write, links }) => {
    const company = await readCompany(db, company_id)
    if (company === null) return gone
    const texts = write('agreement_signed', { company: company.name, number, verified })
    return { texts, href: links.agreement(agreement_id) }
  },

  agreement_in_force: async ({ agreement_id, number, paper }, { db, t, writer, write, links }) => {
    const decision = paper ? null : await readSignatureDecision(db, { agreementId: agreement_id, actId: null })
    const signed = paper ? 'paper' : decision === null ? 'verified' : 'checked'
    const day = decision === null ? '' : writer.day(decision.checked_on)
    return {
      texts: write('agreement_in_force', { number, signed, by: decision?.by ?? '—', day }),
      quote: decision?.how,
      quoteLabel: t('labels.signaturesChecked'),
      href: links.agreements(),
    }
  },

  staff_email: async ({ to, subject, html, token_id }, { linkTokens }) => {
    const token = token_id === undefined ? null : linkTokens.tokenOf(token_id)
    // An email that Payload writes by itself may contain the link to a new password.
    const resetTokens = [...html.matchAll(/\/reset\/([\w%-]+)/g)].flatMap((match) => match[1] ?? [])
    const secrets = token === null ? resetTokens : [token, ...resetTokens]
    return {
      texts: { subject, heading: subject, paragraphs: [] },
      // The queue has no token: it is derived here, and only the email contains it.
      body: token === null ? html : html.replaceAll('{{link}}', token),
      recipients: [to].flat(),
      because: secrets.length > 0 ? 'link' : undefined,
      secrets,
    }
  },
} satisfies Partial<Drafts>

/** A queued change may name a field or a type of auction that no longer exists: it is shown unchanged. */
function nameOf({ t }: DraftContext, key: string, fallback: string): string {
  const messageKey = key as Parameters<typeof t.has>[0]
  return t.has(messageKey) ? t(messageKey) : fallback
}

function displayed(context: DraftContext, field: string, value: string): string {
  if (value === '') return '—'
  if (field === 'phone') return formatPhone(value)
  return field === 'auction_kind' ? nameOf(context, `auctionKinds.${value}`, value) : value
}
