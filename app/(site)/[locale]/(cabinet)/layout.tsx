import { notFound, redirect } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { currentUser } from '@/app/(site)/current-user'
import { readSiteFrame } from '@/app/(site)/site-frame'
import { PushRegistration } from '@/components/cabinet/push-registration'
import { SessionGuard } from '@/components/cabinet/session-guard'
import { CabinetHeader } from '@/components/layout/cabinet-header'
import { KnownUser } from '@/components/layout/known-user'
import { ScrollToTop } from '@/components/layout/scroll-to-top'
import { CONTENT_ID } from '@/components/layout/skip-link'
import { isLocale } from '@/lib/i18n/locale'
import { pathFor } from '@/lib/i18n/route-names'

export const dynamic = 'force-dynamic'

/** The middleware has sent visitors to the login already; every call of the API checks the session anyway. */
export default async function CabinetLayout({ children, params }: { children: ReactNode; params: Promise<{ locale: string }> }) {
  const { locale } = await params
  if (!isLocale(locale)) notFound()
  setRequestLocale(locale)
  const [frame, user, t] = await Promise.all([readSiteFrame(locale), currentUser(), getTranslations('Header')])
  if (!user) redirect(pathFor('user-login', locale))
  return (
    <>
      <CabinetHeader company={frame.company} user={user} locale={locale} />
      <main id={CONTENT_ID} tabIndex={-1} className="flex flex-1 flex-col pb-16 outline-none has-data-fills:pb-0">
        {children}
      </main>
      <footer data-print="hide" className="mt-auto border-t border-line">
        <p className="page-width py-5 text-small text-soft">{frame.copyright}</p>
      </footer>
      <ScrollToTop label={t('toTop')} />
      <KnownUser id={user.id} email={user.email} />
      <PushRegistration accountId={user.id} />
      <SessionGuard accountId={user.id} />
    </>
  )
}
