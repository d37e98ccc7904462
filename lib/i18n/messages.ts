import type { Locale } from '@/lib/config/constants'
import type uk from '@/messages/uk.json'
import { LOT_LABELS, type LotLabels } from './lot-labels'

/** The shape of the messages is that of the Ukrainian ones; a test keeps the others equal. */
export type Messages = typeof uk & { Lot: LotLabels }

const loaders: Record<Locale, () => Promise<{ default: unknown }>> = {
  uk: () => import('@/messages/uk.json', { with: { type: 'json' } }),
  en: () => import('@/messages/en.json', { with: { type: 'json' } }),
  ru: () => import('@/messages/ru.json', { with: { type: 'json' } }),
}

export async function loadMessages(locale: Locale): Promise<Messages> {
  return { ...((await loaders[locale]()).default as typeof uk), Lot: LOT_LABELS[locale] }
}

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}
