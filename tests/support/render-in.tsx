import { readFileSync } from 'node:fs'
import { render } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { TIME_ZONE, type Locale } from '@/lib/config/constants'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import type { Messages } from '@/lib/i18n/messages'

/** The messages of a language as written, not precompiled. */
export function messagesOf(locale: Locale): Messages {
  const messages = JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8')) as Omit<Messages, 'Lot'>
  return { ...messages, Lot: LOT_LABELS[locale] }
}

const router = { push: () => undefined, refresh: () => undefined } as unknown as AppRouterInstance

/** Wraps a part of the site in a language and an inert router. */
export function inLocale(locale: Locale, piece: ReactNode) {
  return (
    <AppRouterContext value={router}>
      <NextIntlClientProvider locale={locale} messages={messagesOf(locale)} timeZone={TIME_ZONE}>
        {piece}
      </NextIntlClientProvider>
    </AppRouterContext>
  )
}

export function renderIn(locale: Locale, piece: ReactNode) {
  return render(inLocale(locale, piece))
}
