import { notFound } from 'next/navigation'
import { setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Locale } from '@/lib/config/constants'
import { isLocale } from '@/lib/i18n/locales'

export interface LocaleLayoutProps {
  children: ReactNode
  params: Promise<{ locale: string }>
}

/** The language of a layout; 404 for an address with another first segment. */
export async function layoutLocale(params: LocaleLayoutProps['params']): Promise<Locale> {
  const { locale } = await params
  if (!isLocale(locale)) notFound()
  setRequestLocale(locale)
  return locale
}
