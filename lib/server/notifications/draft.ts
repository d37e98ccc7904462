import type { Language } from '@/lib/contract/primitives'
import { formatSum, parsePrice, parseQuantity, sumOf } from '@/lib/domain/money'
import {
  formatDate,
  formatDateTime,
  formatPhone,
  formatPrice,
  formatQuantity,
  numberSign,
  wholeUnit,
} from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'
import type { Snapshots } from '@/lib/server/events/snapshots'
import type { EmailKind, EmailPayload } from '@/lib/server/jobs/emails'
import type { Queryable } from '@/lib/server/platform/db/pool'
import type { LinkTokens } from '@/lib/server/platform/secrets'
import { type Attachment, type AuctionEvents, type CompanyDetails, readAuction, type Recipient } from './details'
import type { SubscriptionLinks } from './subscriptions'
import { type EmailTexts, type EmailTranslator, emailTranslators } from './texts'

/** An email's content, before it is rendered as HTML and text. */
export interface Draft {
  texts: EmailTexts
  /** Rows of names and exact values. */
  rows?: [name: string, value: string][]
  /** Text that a person wrote: a reason, a message. */
  quote?: string
  quoteLabel?: string
  href?: string
  attachments?: Attachment[]
  /** Mailboxes other than the account's. */
  recipients?: string[]
  /** Why the recipient gets this email, in its footer; by default its account, or the managers' role. */
  because?: 'customer' | 'former' | 'invited' | 'link' | 'removed' | 'subscriber'
  /** The link token that stops such emails. */
  stopToken?: string
  /** The protocol's last entry, printed in the footer as proof against rewriting (R8.4). */
  entry?: { seq: number; hash: string }
  /** Removed from the copy for the back office: links, and figures that are still secret. */
  secrets?: string[]
  /** HTML body written by the back office. */
  body?: string
}

/** Why an email is obsolete; the back office has a text for each (`emailReason_…`). */
type DropReason =
  | 'subject_gone'
  | 'link_over'
  | 'invitation_over'
  | 'status_changed'
  | 'confirmed_already'
  | 'link_expired'
  | 'subscription_over'
  | 'too_late'
  | 'account_gone'
  | 'unwanted'

export interface Dropped {
  dropped: DropReason
}

export interface DraftContext extends EmailTranslator {
  db: Queryable
  now: number
  language: Language
  /** The account that the email goes to; null: the managers. */
  account: Recipient | null
  /** The name of the account's company; '' for the managers. */
  company: string
  writer: Writer
  links: Links
  linkTokens: LinkTokens
  streams: Snapshots
  /** Absent for push messages: subscribers get none. */
  subscriptionLinks?: SubscriptionLinks
}

export type Drafts = {
  [Kind in EmailKind]: (payload: EmailPayload<Kind>, context: DraftContext) => Promise<Draft | Dropped>
}

export const gone: Dropped = { dropped: 'subject_gone' }

export function auctionValues({ writer }: DraftContext, auction: AuctionEvents): { number: string; title: string } {
  return { number: writer.number(auction.number), title: auction.title }
}

/** The reason of a decision as a labelled quote; none if no reason was given. */
export function reasonOf({ t }: DraftContext, reason: string | null): Pick<Draft, 'quote' | 'quoteLabel'> {
  return { quote: reason ?? undefined, quoteLabel: t('labels.reason') }
}

function auctionRow({ t, writer }: DraftContext, auction: AuctionEvents): [string, string] {
  return [t('labels.auction'), [writer.number(auction.number), auction.title].filter(Boolean).join(' · ')]
}

/** The protocol's last entry; none before its record begins. */
export function entryOf({ entrySeq: seq, entryHash: hash }: AuctionEvents): Draft['entry'] {
  return seq === null || hash === null || seq === 0 ? undefined : { seq, hash }
}

export function priceAndTotal(
  { t, writer }: DraftContext,
  price: string,
  quantity: string,
  priceUnit: string,
): [string, string][] {
  const total = writer.sum(price, quantity)
  const rows: [string, string][] = [[t('labels.price'), writer.price(price, priceUnit)]]
  return total === null ? rows : [...rows, [t('labels.sum'), total]]
}

export function companyRows({ t }: DraftContext, company: CompanyDetails): [string, string][] {
  return [
    [t('labels.company'), company.fullName],
    [t('labels.edrpou'), company.edrpou],
    [t('labels.contact'), company.person],
    [t('labels.phone'), formatPhone(company.phone)],
    [t('labels.email'), company.email],
  ]
}

type Writing = (
  auction: AuctionEvents,
  values: { number: string; title: string; toManagers: boolean },
) => Promise<Draft | Dropped> | Draft | Dropped

/** An email about an auction: its name is the first row; the button opens its page or, for managers, the console. */
export async function about(context: DraftContext, auctionId: number, write: Writing): Promise<Draft | Dropped> {
  const auction = await readAuction(context.db, auctionId, context.language)
  if (auction === null) return gone
  const toManagers = context.account === null
  const draft = await write(auction, { ...auctionValues(context, auction), toManagers })
  if ('dropped' in draft) return draft
  const href = draft.href ?? (toManagers ? context.links.console(auctionId) : context.links.auction(auction))
  return { ...draft, rows: [auctionRow(context, auction), ...(draft.rows ?? [])], href, entry: entryOf(auction) }
}

/** Addresses that emails link to, on the site's origin. */
export function createLinks(publicUrl: string, language: Language) {
  const page = (...[name, params]: [Parameters<typeof pathFor>[0], Parameters<typeof pathFor>[2]?]) =>
    publicUrl + pathFor(name, language, params)
  return {
    home: () => page('index'),
    auction: ({ category, slug }: { category: string; slug: string }) =>
      page('auctions-auctionType-auctionSlug', { auctionType: category, auctionSlug: slug }),
    cabinet: () => page('cabinet'),
    agreements: () => page('cabinet-agreements'),
    ownFulfilment: (id: number) => page('cabinet-agreements-id', { id: String(id) }),
    account: () => page('cabinet-info'),
    people: () => page('cabinet-people'),
    invitation: (token: string) => page('invitation-token', { token }),
    feedbackForm: () => page('cabinet-feedbackform'),
    shop: () => page('shop'),
    login: () => page('user-login'),
    unsubscribe: (token: string) => page('unsubscribe-token', { token }),
    /** For mail programs (RFC 8058). */
    oneClickUnsubscribe: (token: string) => `${publicUrl}/api/notifications/one-click/${token}`,
    confirmSubscription: (token: string) => page('subscription-token', { token }),
    confirmEmail: (token: string) => page('user-email-confirm-token', { token }),
    confirmNewEmail: (token: string) => page('profile-user-email-confirm-token', { token }),
    resetPassword: (token: string) => page('password-reset-token', { token }),
    console: (auctionId: number) => `${publicUrl}/office/auctions/${auctionId}/console`,
    questions: () => `${publicUrl}/office/questions`,
    company: (companyId: number) => `${publicUrl}/office/companies/${companyId}`,
    order: (id: number) => `${publicUrl}/office/orders/${id}`,
    feedback: (id: number) => `${publicUrl}/office/feedback/${id}`,
    agreement: (id: number) => `${publicUrl}/office/agreements/${id}`,
    fulfilment: (id: number) => `${publicUrl}/office/fulfilment/${id}`,
  }
}

export type Links = ReturnType<typeof createLinks>

const NBSP = '\u00A0'

/** Writes numbers and times for a language: exact, with units, in Kyiv time. Prices and quantities are strings of the wire. */
export function createWriter(language: Language) {
  const money = (amount: string) => emailTranslators[language].t('money', { amount })
  return {
    number: (value: number) => numberSign(value, language),
    amount: (amount: string) => money(formatPrice(amount, language)),
    /** "15 200.00 UAH/t" */
    price: (price: string, priceUnit: string) =>
      priceUnit === ''
        ? money(formatPrice(price, language))
        : `${formatPrice(price, language)}${NBSP}${wholeUnit(priceUnit)}`,
    /** "14 900.00 – 15 200.00 UAH/t" */
    priceRange(lowest: string, highest: string, priceUnit: string): string {
      const end = this.price(highest, priceUnit)
      return lowest === highest ? end : `${formatPrice(lowest, language)} – ${end}`
    },
    quantity: (quantity: string, unit: string) => formatQuantity(quantity, language, unit),
    sum(price: string, quantity: string) {
      const kopecks = parsePrice(price)
      const thousandths = parseQuantity(quantity)
      return kopecks === null || thousandths === null
        ? null
        : money(formatPrice(formatSum(sumOf(kopecks, thousandths)), language))
    },
    /** A day in Kyiv. */
    day: (day: string) => formatDate(`${day}T12:00:00Z`, language),
    at: (instant: Date | string) => formatDateTime(instant, language).replace(', ', `,${NBSP}`),
  }
}

export type Writer = ReturnType<typeof createWriter>
