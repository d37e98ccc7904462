import { notFound } from 'next/navigation'
import { setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { CONTENT_ID } from '@/components/layout/page-extras'
import { isLocale } from '@/lib/i18n/route-names'

/** No header and no footer: what they are made of is what may be missing. */
export default async function FailureLayout({
  children,
  params,
}: {
  children: ReactNode
  params: Promise<{ locale: string }>
}) {
  const { locale } = await params
  if (!isLocale(locale)) notFound()
  setRequestLocale(locale)
  return (
    <main id={CONTENT_ID} tabIndex={-1} className="flex flex-1 flex-col outline-none">
      {children}
    </main>
  )
}
