import type { Locale } from '@/lib/config/constants'
import emailsEn from '@/lib/server/notifications/messages/en.json' with { type: 'json' }
import emailsRu from '@/lib/server/notifications/messages/ru.json' with { type: 'json' }
import emailsUk from '@/lib/server/notifications/messages/uk.json' with { type: 'json' }
import type uk from '@/messages/uk.json'
import { LOT_LABELS, type LotLabels } from './lot-labels'

/** The shape of the messages is that of the Ukrainian ones; a test keeps the others equal. */
export type Messages = Omit<typeof uk, 'Office'> & {
  Lot: LotLabels
  /** With what it shares with others, under keys like `lot_volume` and `emailkind_outbid`. */
  Office: (typeof uk)['Office'] & ReturnType<typeof sharedTextsIn>
}

const EMAIL_NAMES = { uk: emailsUk.names, en: emailsEn.names, ru: emailsRu.names }

const loaders: Record<Locale, () => Promise<{ default: unknown }>> = {
  uk: () => import('@/messages/uk.json', { with: { type: 'json' } }),
  en: () => import('@/messages/en.json', { with: { type: 'json' } }),
  ru: () => import('@/messages/ru.json', { with: { type: 'json' } }),
}

export async function loadMessages(locale: Locale): Promise<Messages> {
  const messages = (await loaders[locale]()).default as typeof uk
  return { ...messages, Lot: LOT_LABELS[locale], Office: { ...messages.Office, ...sharedTextsIn(locale) } }
}

/** Texts under the office's keys: a lot's labels, which the site and documents have too, and the names of emails, beside their texts. */
export function sharedTextsIn(locale: Locale) {
  const { fields, visibility, documents } = LOT_LABELS[locale]
  return {
    ...prefixed('lot', fields),
    ...prefixed('visibility', visibility),
    ...prefixed('document', documents),
    ...prefixed('emailkind', EMAIL_NAMES[locale]),
  }
}

function prefixed<Prefix extends string, Name extends string>(prefix: Prefix, texts: Record<Name, string>) {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${prefix}_${name}`, text])) as Record<
    `${Prefix}_${Name}`,
    string
  >
}

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}
