import type { Metadata, Viewport } from 'next'
import { getTranslations } from 'next-intl/server'
import { layoutLocale, type LocaleLayoutProps } from '@/app/(site)/layout-locale'
import { fontVariables } from '@/app/fonts'
import '@/app/(site)/globals.css'
import { ErrorTextsProvider } from '@/components/layout/error-view'
import { PageExtras, SkipLink } from '@/components/layout/page-extras'
import { PAGE_HEADER_ID } from '@/components/layout/page-header'
import { THEME_SCRIPT } from '@/components/layout/theme-script'
import { trackingOrigins } from '@/lib/config/environment'
import { isLocale } from '@/lib/i18n/locales'
import { pathFor } from '@/lib/i18n/route-names'

export { generateStaticParams } from '@/app/(site)/on-demand'

export const viewport: Viewport = {
  themeColor: '#0b1c2c',
  colorScheme: 'light dark',
}

export async function generateMetadata({ params }: { params: Promise<{ locale: string }> }): Promise<Metadata> {
  const { locale } = await params
  if (!isLocale(locale)) return {}
  const t = await getTranslations({ locale, namespace: 'Home' })
  return {
    title: t('title'),
    description: t('description'),
    formatDetection: { telephone: false },
    icons: { icon: '/icon.svg' },
  }
}

export default async function LocaleLayout({ children, params }: LocaleLayoutProps) {
  const locale = await layoutLocale(params)
  const [t, error] = await Promise.all([getTranslations('Header'), getTranslations('ErrorPage')])
  const errorTexts = {
    heading: error('notFoundHeading'),
    text: error('notFoundText'),
    failed: `${error('heading')}. ${error('again')}`,
    silent: `${error('silent')} ${error('automatic')}`,
    busy: `${error('busy')} ${error('again')}`,
    home: error('home'),
    homeHref: pathFor('index', locale),
    retry: error('retry'),
  }
  return (
    <html lang={locale} className={fontVariables} suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <link rel="expect" href={`#${PAGE_HEADER_ID}`} blocking="render" />
      </head>
      <body>
        <SkipLink label={t('skip')} />
        <ErrorTextsProvider texts={errorTexts}>{children}</ErrorTextsProvider>
        <PageExtras locale={locale} countsVisits={trackingOrigins().length > 0} />
      </body>
    </html>
  )
}
