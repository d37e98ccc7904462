import { NextIntlClientProvider } from 'next-intl'
import { getLocale, getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Messages } from '@/lib/i18n/messages'

export interface ClientMessagesProps {
  /** Only these go to the browser. */
  namespaces: readonly (keyof Messages)[]
  children: ReactNode
}

/** Provides the messages of these namespaces to the client components below. */
export async function ClientMessages({ namespaces, children }: ClientMessagesProps) {
  const [locale, messages] = await Promise.all([getLocale(), getMessages()])
  const picked = Object.fromEntries(namespaces.map((namespace) => [namespace, messages[namespace]]))
  return (
    <NextIntlClientProvider locale={locale} messages={picked}>
      {children}
    </NextIntlClientProvider>
  )
}
