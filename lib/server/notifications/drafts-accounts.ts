import { type Draft, type DraftContext, type Drafts, type Dropped, gone } from './draft'
import { readLink } from './facts'
import type { LetterWords, Values } from './texts/words'

type Kinds =
  | 'email_confirmation' | 'email_change' | 'password_reset' | 'email_changed' | 'password_changed'
  | 'two_factor_enabled' | 'two_factor_disabled' | 'recovery_code_used' | 'deletion_refused' | 'account_erased' | 'account_confirmed' | 'account_deactivated' | 'account_reactivated'

/** A letter whose button proves who reads the mailbox. */
async function withLink(
  kind: 'email_confirmation' | 'email_change' | 'password_reset',
  { token_id, email }: { token_id: string; email: string },
  context: DraftContext,
): Promise<Draft | Dropped> {
  const { db, now, account, words, writer, places, linkTokens } = context
  const link = await readLink(db, token_id, now)
  if (link === null) return { dropped: 'its link was used, replaced or has expired' }
  const token = linkTokens.tokenOf(token_id)
  const place = { email_confirmation: places.confirmEmail, email_change: places.confirmNewEmail, password_reset: places.resetPassword }[kind]
  return {
    words: words.letters[kind]({ company: account?.name ?? '', until: writer.at(link.until) }),
    href: place(token),
    recipients: [email],
    secrets: [token],
  }
}

function standing(kind: 'account_confirmed' | 'account_deactivated' | 'account_reactivated', page: 'home' | 'login' | null) {
  return async ({ reason }: { reason: string | null }, { account, words, places }: DraftContext): Promise<Draft> => ({
    words: words.letters[kind]({ company: account?.name ?? '' }),
    quote: reason ?? undefined,
    href: page === null ? undefined : places[page](),
  })
}

/** What happened to the account's second factor, and when. */
async function security<Kind extends 'two_factor_enabled' | 'two_factor_disabled' | 'recovery_code_used'>(
  { at }: { at: string },
  { account, words, writer, places }: DraftContext,
  kind: Kind,
  values: Omit<Values[Kind], 'company'>,
): Promise<Draft | Dropped> {
  if (account === null) return gone
  const write = words.letters[kind] as (values: Values[Kind]) => LetterWords
  return {
    words: write({ ...values, company: account.name } as Values[Kind]),
    rows: [[words.labels.changedAt, writer.at(at)]],
    href: places.account(),
  }
}

export const accountDrafts: Drafts<Kinds> = {
  email_confirmation: (payload, context) => withLink('email_confirmation', payload, context),
  email_change: (payload, context) => withLink('email_change', payload, context),
  password_reset: (payload, context) => withLink('password_reset', payload, context),

  email_changed: async ({ email, new_email }, { account, words }) =>
    account === null
      ? gone
      : { words: words.letters.email_changed({ company: account.name }), rows: [[words.labels.newEmail, new_email]], recipients: [email] },

  password_changed: async ({ at }, { account, words, writer, places }) =>
    account === null
      ? gone
      : {
          words: words.letters.password_changed({ company: account.name }),
          rows: [[words.labels.changedAt, writer.at(at)]],
          href: places.account(),
        },

  two_factor_enabled: (payload, context) => security(payload, context, 'two_factor_enabled', {}),
  two_factor_disabled: (payload, context) => security(payload, context, 'two_factor_disabled', { by: payload.by }),
  recovery_code_used: (payload, context) => security(payload, context, 'recovery_code_used', { left: payload.left }),

  deletion_refused: async ({ reason }, { account, words, places }) =>
    account === null ? gone : { words: words.letters.deletion_refused({ company: account.name }), quote: reason, href: places.account() },

  account_erased: async ({ email, company }, { words }) => ({ words: words.letters.account_erased({ company }), recipients: [email], toFormer: true }),

  account_confirmed: standing('account_confirmed', 'home'),
  account_deactivated: standing('account_deactivated', null),
  account_reactivated: standing('account_reactivated', 'login'),
}
