import { notFound } from 'next/navigation'
import { setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { readSiteFrame } from '@/app/(site)/site-frame'
import { AccountHeader } from '@/components/layout/account-header'
import { CONTENT_ID } from '@/components/layout/page-extras'
import { SessionUser } from '@/components/session/session-user'
import { isLocale } from '@/lib/i18n/route-names'

/** Each visit has its own script nonce, which a page built for everybody could not carry. */
export const dynamic = 'force-dynamic'

export default async function SignInLayout({
  children,
  params,
}: {
  children: ReactNode
  params: Promise<{ locale: string }>
}) {
  const { locale } = await params
  if (!isLocale(locale)) notFound()
  setRequestLocale(locale)
  const frame = await readSiteFrame(locale)
  return (
    <div className="page-header flex flex-1 flex-col" data-header="ink">
      <AccountHeader company={frame.company} locale={locale} />
      <main
        id={CONTENT_ID}
        tabIndex={-1}
        className="grid flex-1 place-items-center px-4 pt-[calc(var(--header-height)+1rem)] pb-12 outline-none sm:pb-20"
      >
        <div className="w-full max-w-(--width-sign-in)">{children}</div>
      </main>
      <SessionUser />
    </div>
  )
}
