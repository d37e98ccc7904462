import { ArrowUp } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { getTranslations } from 'next-intl/server'
import { layoutLocale, type LocaleLayoutProps } from '@/app/(site)/layout-locale'
import { entryUser } from './cabinet-session'
import { siteIcon } from '@/app/(site)/page-metadata'
import { readSiteFrame } from '@/app/(site)/site-frame'
import { CabinetSession } from '@/components/cabinet/cabinet-session'
import { CabinetPalette } from '@/components/cabinet/palette/palette'
import { ClientMessages } from '@/components/layout/client-messages'
import { CabinetHeader } from '@/components/layout/cabinet-header'
import { ScrollToTop } from '@/components/layout/scroll-to-top'
import { CONTENT_ID } from '@/components/layout/page-extras'
import { SessionUser } from '@/components/session/session-user'

export const dynamic = 'force-dynamic'

export const generateMetadata = siteIcon

/** The middleware redirects visitors who are not signed in; the API checks the session at every call. */
export default async function CabinetLayout({ children, params }: LocaleLayoutProps) {
  const locale = await layoutLocale(params)
  const [frame, user, t] = await Promise.all([readSiteFrame(locale), entryUser(), getTranslations('Header')])
  return (
    <SessionUser initialUser={user}>
      <CabinetHeader
        frame={frame}
        locale={locale}
        palette={
          <ClientMessages namespaces={['Palette', 'Header', 'Theme']}>
            <CabinetPalette />
          </ClientMessages>
        }
      />
      <main
        id={CONTENT_ID}
        tabIndex={-1}
        className="flex flex-1 flex-col pb-16 outline-none has-data-fills:pb-0 print:pb-0!"
      >
        {children}
      </main>
      <footer data-print="hide" className="mt-auto border-t border-line">
        <p className="page-width py-5 text-small text-soft">{frame.copyright}</p>
      </footer>
      <ScrollToTop label={t('toTop')} icon={<Icon of={ArrowUp} className="size-5" />} />
      <CabinetSession />
    </SessionUser>
  )
}
