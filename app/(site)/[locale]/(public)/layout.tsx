import { ArrowUp } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { getTranslations } from 'next-intl/server'
import { layoutLocale, type LocaleLayoutProps } from '@/app/(site)/layout-locale'
import { siteIcon } from '@/app/(site)/page-metadata'
import { readSettings, readSiteFrame } from '@/app/(site)/site-frame'
import { JsonLd } from '@/components/content/page-head'
import { CONTENT_ID } from '@/components/layout/page-extras'
import { ScrollToTop } from '@/components/layout/scroll-to-top'
import { SiteFooter } from '@/components/layout/site-footer'
import { SiteHeader } from '@/components/layout/site-header'
import { SessionUser } from '@/components/session/session-user'
import { publicUrl } from '@/lib/config/environment'
import { organizationOf, snippetsOf } from '@/lib/seo/structured-data'

export const generateMetadata = siteIcon

export default async function PublicLayout({ children, params }: LocaleLayoutProps) {
  const locale = await layoutLocale(params)
  const [frame, t, settings] = await Promise.all([
    readSiteFrame(locale),
    getTranslations('Header'),
    readSettings(locale),
  ])
  return (
    <>
      {settings && <JsonLd data={[...organizationOf(settings, publicUrl()), ...snippetsOf(settings.meta)]} />}
      <SiteHeader frame={frame} locale={locale} />
      <main
        id={CONTENT_ID}
        tabIndex={-1}
        className="flex flex-1 flex-col pb-16 outline-none has-data-fills:pb-0 print:pb-0! sm:pb-24"
      >
        {children}
      </main>
      <SiteFooter frame={frame} locale={locale} />
      <ScrollToTop label={t('toTop')} icon={<Icon of={ArrowUp} className="size-5" />} />
      <SessionUser />
    </>
  )
}
