import { notFound } from 'next/navigation'
import { setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Locale } from '@/lib/config/constants'
import { isLocale } from '@/lib/i18n/locales'

/** What Next gives a layout below the address's language. */
export interface LocaleLayoutProps {
  children: ReactNode
  params: Promise<{ locale: string }>
}

/** The language that a layout is rendered in; an address with another first part is an unknown page. */
export async function layoutLocale(params: LocaleLayoutProps['params']): Promise<Locale> {
  const { locale } = await params
  if (!isLocale(locale)) notFound()
  setRequestLocale(locale)
  return locale
}
