import type { Language } from '@/lib/contract/primitives'
import { formatSum, parsePrice, parseQuantity, toPriceString as priceOfUnits, sumOf } from '@/lib/domain/money'
import { formatDateTime, formatPrice, formatQuantity, numberSign } from '@/lib/i18n/formats'
import type { Attachment, Draft } from './drafts-accounts'
import type { Sender } from './details'
import { pathFor } from '@/lib/i18n/route-names'
import { type Words, wordsIn } from './words'

/** Addresses that letters lead to, on the site's own origin. */
export function createLinks(publicUrl: string, language: Language) {
  const page = (...[name, params]: [Parameters<typeof pathFor>[0], Parameters<typeof pathFor>[2]?]) =>
    publicUrl + pathFor(name, language, params)
  return {
    home: () => page('index'),
    auction: ({ category, slug }: { category: string; slug: string }) =>
      page('auctions-auctionType-auctionSlug', { auctionType: category, auctionSlug: slug }),
    cabinet: () => page('cabinet'),
    account: () => page('cabinet-info'),
    feedbackForm: () => page('cabinet-feedbackform'),
    shop: () => page('shop'),
    login: () => page('user-login'),
    unsubscribe: (token: string) => page('unsubscribe-token', { token }),
    /** What mail programs post to by themselves. */
    unsubscribeAtOnce: (token: string) => `${publicUrl}/api/notifications/one-click/${token}`,
    confirmSubscription: (token: string) => page('subscription-token', { token }),
    confirmEmail: (token: string) => page('user-email-confirm-token', { token }),
    confirmNewEmail: (token: string) => page('profile-user-email-confirm-token', { token }),
    resetPassword: (token: string) => page('password-reset-token', { token }),
    console: (auctionId: number) => `${publicUrl}/admin/collections/auctions/${auctionId}/console`,
    company: (accountId: number) => `${publicUrl}/admin/collections/companies/${accountId}`,
    order: (id: number) => `${publicUrl}/admin/collections/orders/${id}`,
    feedback: (id: number) => `${publicUrl}/admin/collections/feedback/${id}`,
    file: (id: number) => `${publicUrl}/storage/files/${id}`,
  }
}

export type Links = ReturnType<typeof createLinks>

/** Everything that a letter's two forms, HTML and plain text, are made from. */
export interface Form {
  language: Language
  sender: Sender
  homeHref: string
  draft: Draft
  t: Words['t']
  /** Why the letter came. */
  because: string
  /** Where one says that one wants no such letters. */
  unsubscribeHref: string | null
}

/** A letter ready to be sent. */
export interface Letter {
  /** Made from the outbox row, the same at every attempt: a mailbox that got it twice can tell. */
  messageId: string
  to: string[]
  language: Language
  /** The sender's name; its address is the transport's. */
  fromName: string
  replyTo: string | null
  subject: string
  html: string
  text: string
  attachments: Attachment[]
  /** Stops letters of this kind at one request (RFC 8058); null where the account cannot stop them. */
  unsubscribeHref: string | null
  /** What is taken out of the letter before it is kept for the back office. */
  secrets: string[]
}

/** The letter without what would let its reader act for the recipient. */
export function withoutSecrets(letter: Letter): Letter {
  const hide = (text: string) => letter.secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text)
  return { ...letter, html: hide(letter.html), text: hide(letter.text) }
}

/** The letter for those who read text, or have it read to them. */
export function plainText({ sender, homeHref, draft, t, because, unsubscribeHref }: Form): string {
  const { words, rows = [], quote, quoteLabel, href, body } = draft
  const parts = [
    `${words.heading}\n${'='.repeat(Math.min(words.heading.length, 60))}`,
    body === undefined ? t('greeting') : '',
    ...words.paragraphs,
    body === undefined ? '' : textOf(body),
    rows.map(([name, value]) => `${name}: ${value}`).join('\n'),
    quote === undefined
      ? ''
      : [...(quoteLabel === undefined ? [] : [`${quoteLabel}:`]), ...quote.split('\n').map((line) => `> ${line}`)].join(
          '\n',
        ),
    href === undefined ? '' : `${words.action ?? ''}:\n${href}`,
    words.note ?? '',
    t('signOff', { sender: sender.name }),
    [
      '--',
      sender.name,
      homeHref,
      contact(sender, t),
      draft.entry && `${t('footer.entry', { seq: draft.entry.seq })}: ${draft.entry.hash}`,
      because,
      unsubscribeHref && `${t('footer.unsubscribe')}: ${unsubscribeHref}`,
    ]
      .filter(Boolean)
      .join('\n'),
  ]
  return `${parts.filter(Boolean).join('\n\n').replaceAll('\u00A0', ' ')}\n`
}

function contact({ supportEmail, workingHours }: Sender, t: Form['t']): string {
  return [
    supportEmail && `${t('footer.support')}: ${supportEmail}`,
    workingHours && `${t('footer.hours')}: ${workingHours}`,
  ]
    .filter(Boolean)
    .join('\n')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text of simple HTML that the back office has written. */
function textOf(html: string): string {
  return html
    .replace(/<\/p>|<br\s*\/?>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_entity, name: string) => entities[name] ?? '')
    .trim()
}

const nbsp = '\u00A0'

/** Writes numbers and times for a language: exact, with units, in Kyiv time. Prices and quantities come as the wire has them. */
export function createWriter(language: Language) {
  const money = (amount: string) => wordsIn[language].t('money', { amount })
  return {
    number: (value: number) => numberSign(value, language),
    price: (price: string) => money(formatPrice(price, language)),
    /** Whole kopecks, as the record keeps them. */
    kopecks: (price: number) => money(formatPrice(priceOfUnits(price), language)),
    quantity: (quantity: string, unit: string) => formatQuantity(quantity, language, unit),
    sum(price: string, quantity: string) {
      const kopecks = parsePrice(price)
      const thousandths = parseQuantity(quantity)
      return kopecks === null || thousandths === null
        ? null
        : money(formatPrice(formatSum(sumOf(kopecks, thousandths)), language))
    },
    at: (instant: Date | string) => formatDateTime(instant, language).replace(', ', `,${nbsp}`),
  }
}

export type Writer = ReturnType<typeof createWriter>
