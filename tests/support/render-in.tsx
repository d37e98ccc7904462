import { readFileSync } from 'node:fs'
import { render } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { TIME_ZONE, type Locale } from '@/lib/config/constants'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import type { Messages } from '@/lib/i18n/messages'

/** A language's messages, not precompiled. */
export function messagesOf(locale: Locale): Messages {
  const messages = JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8')) as Omit<Messages, 'Lot'>
  return { ...messages, Lot: LOT_LABELS[locale] }
}

/** Renders a piece of the site in one language. */
export function renderIn(locale: Locale, piece: ReactNode) {
  return render(
    <NextIntlClientProvider locale={locale} messages={messagesOf(locale)} timeZone={TIME_ZONE}>
      {piece}
    </NextIntlClientProvider>,
  )
}
