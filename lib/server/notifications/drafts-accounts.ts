import type { Language } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/platform/db/pool'
import type { Snapshots } from '@/lib/server/events/snapshots'
import type { LinkTokens } from '@/lib/server/platform/secrets'
import type { SubscriptionLinks } from './subscriptions'
import { type AuctionEvents, type CompanyDetails, readLink } from './details'
import type { Writer, Links } from './letter'
import type { LetterKind, LetterPayload } from '@/lib/server/jobs/letters'
import type { LetterWords, Values, Words } from './words'

export interface Attachment {
  name: string
  mediaType: string
  content: Buffer
}

/** A letter's content before it has a form. */
export interface Draft {
  words: LetterWords
  /** Names and values, exact. */
  rows?: [name: string, value: string][]
  /** Someone's own words: a reason, a message. */
  quote?: string
  /** What the quoted words are, above them. */
  quoteLabel?: string
  /** Where the button leads. */
  href?: string
  attachments?: Attachment[]
  /** Where the letter goes to another mailbox than the account's. */
  recipients?: string[]
  /** The letter goes to a customer of the shop, who has no account. */
  toCustomer?: boolean
  /** The letter goes to whoever had an account that has been closed for good. */
  toFormer?: boolean
  /** The letter goes to a mailbox that asked for news, without an account. */
  toSubscriber?: boolean
  /** Stops such letters. */
  stopToken?: string
  /** The last entry of the auction's protocol, in the letter's foot: what was told cannot be rewritten afterwards (R8.4). */
  entry?: { seq: number; hash: string }
  /** What the copy for the back office must not hold. */
  secrets?: string[]
  /** A body that somebody else has written, as HTML. */
  body?: string
}

/** News that are none any more: the letter is not sent, for this reason. */
export interface Dropped {
  dropped: string
}

export interface DraftContext extends Words {
  db: Queryable
  now: number
  language: Language
  /** The account that the letter goes to; null: the managers. */
  account: CompanyDetails | null
  writer: Writer
  links: Links
  linkTokens: LinkTokens
  /** Where auctions stand now; not where a notice tells of new ones alone. */
  streams?: Snapshots
  /** Not where push messages are written: subscribers get none. */
  subscriptionLinks?: SubscriptionLinks
}

export type Drafts<Kinds extends LetterKind> = {
  [Kind in Kinds]: (payload: LetterPayload<Kind>, context: DraftContext) => Promise<Draft | Dropped>
}

export const gone: Dropped = { dropped: 'what it tells of is gone' }

export function auctionValues({ writer }: DraftContext, auction: AuctionEvents): { number: string; title: string } {
  return { number: writer.number(auction.number), title: auction.title }
}

/** Why it was decided so, under its name; nothing where no one gave a reason. */
export function reasonOf({ t }: DraftContext, reason: string | null): Pick<Draft, 'quote' | 'quoteLabel'> {
  return { quote: reason ?? undefined, quoteLabel: t('labels.reason') }
}

export function auctionRow({ t, writer }: DraftContext, auction: AuctionEvents): [string, string] {
  return [t('labels.auction'), [writer.number(auction.number), auction.title].filter(Boolean).join(' · ')]
}

/** Where the auction's protocol stands; nothing before its record begins. */
export function entryOf({ entrySeq: seq, entryHash: hash }: AuctionEvents): Draft['entry'] {
  return seq === null || hash === null || seq === 0 ? undefined : { seq, hash }
}

export function priceAndTotal({ t, writer }: DraftContext, price: string, quantity: string): [string, string][] {
  const total = writer.sum(price, quantity)
  const rows: [string, string][] = [[t('labels.price'), writer.price(price)]]
  return total === null ? rows : [...rows, [t('labels.sum'), total]]
}

export function companyRows({ t }: DraftContext, company: CompanyDetails): [string, string][] {
  return [
    [t('labels.company'), company.fullName],
    [t('labels.edrpou'), company.edrpou],
    [t('labels.contact'), company.person],
    [t('labels.phone'), company.phone],
    [t('labels.email'), company.email],
  ]
}

type Kinds =
  | 'email_confirmation'
  | 'email_change'
  | 'password_reset'
  | 'email_changed'
  | 'password_changed'
  | 'two_factor_enabled'
  | 'two_factor_disabled'
  | 'recovery_code_used'
  | 'deletion_refused'
  | 'account_erased'
  | 'account_confirmed'
  | 'account_rejected'
  | 'account_deactivated'
  | 'account_reactivated'

/** A letter whose button proves who reads the mailbox. */
async function withLink(
  kind: 'email_confirmation' | 'email_change' | 'password_reset',
  { token_id, email }: { token_id: string; email: string },
  context: DraftContext,
): Promise<Draft | Dropped> {
  const { db, now, account, letter, writer, links, linkTokens } = context
  const link = await readLink(db, token_id, now)
  if (link === null) return { dropped: 'its link was used, replaced or has expired' }
  const token = linkTokens.tokenOf(token_id)
  const place = {
    email_confirmation: links.confirmEmail,
    email_change: links.confirmNewEmail,
    password_reset: links.resetPassword,
  }[kind]
  return {
    words: letter(kind, { company: account?.name ?? '', until: writer.at(link.until) }),
    href: place(token),
    recipients: [email],
    secrets: [token],
  }
}

function standing(
  kind: 'account_confirmed' | 'account_rejected' | 'account_deactivated' | 'account_reactivated',
  page: 'home' | 'account' | 'login' | null,
) {
  return async (
    { reason }: { reason: string | null },
    { account, t, letter, links }: DraftContext,
  ): Promise<Draft> => ({
    words: letter(kind, { company: account?.name ?? '' }),
    quote: reason ?? undefined,
    quoteLabel: t('labels.reason'),
    href: page === null ? undefined : links[page](),
  })
}

/** What happened to the account's second factor, and when. */
async function security<Kind extends 'two_factor_enabled' | 'two_factor_disabled' | 'recovery_code_used'>(
  { at }: { at: string },
  { account, t, letter, writer, links }: DraftContext,
  kind: Kind,
  values: Omit<Values[Kind], 'company'>,
): Promise<Draft | Dropped> {
  if (account === null) return gone
  return {
    words: letter(kind, { ...values, company: account.name } as Values[Kind]),
    rows: [[t(kind === 'recovery_code_used' ? 'labels.usedAt' : 'labels.changedAt'), writer.at(at)]],
    href: links.account(),
  }
}

export const accountDrafts: Drafts<Kinds> = {
  email_confirmation: (payload, context) => withLink('email_confirmation', payload, context),
  email_change: (payload, context) => withLink('email_change', payload, context),
  password_reset: (payload, context) => withLink('password_reset', payload, context),

  email_changed: async ({ email, new_email }, { account, t, letter }) =>
    account === null
      ? gone
      : {
          words: letter('email_changed', { company: account.name }),
          rows: [[t('labels.newEmail'), new_email]],
          recipients: [email],
        },

  password_changed: async ({ at }, { account, t, letter, writer, links }) =>
    account === null
      ? gone
      : {
          words: letter('password_changed', { company: account.name }),
          rows: [[t('labels.changedAt'), writer.at(at)]],
          href: links.account(),
        },

  two_factor_enabled: (payload, context) => security(payload, context, 'two_factor_enabled', {}),
  two_factor_disabled: (payload, context) => security(payload, context, 'two_factor_disabled', { by: payload.by }),
  recovery_code_used: (payload, context) => security(payload, context, 'recovery_code_used', { left: payload.left }),

  deletion_refused: async ({ reason }, { account, t, letter, links }) =>
    account === null
      ? gone
      : {
          words: letter('deletion_refused', { company: account.name }),
          quote: reason,
          quoteLabel: t('labels.reason'),
          href: links.account(),
        },

  account_erased: async ({ email, company }, { letter }) => ({
    words: letter('account_erased', { company }),
    recipients: [email],
    toFormer: true,
  }),

  account_confirmed: standing('account_confirmed', 'home'),
  account_rejected: standing('account_rejected', 'account'),
  account_deactivated: standing('account_deactivated', null),
  account_reactivated: standing('account_reactivated', 'login'),
}
