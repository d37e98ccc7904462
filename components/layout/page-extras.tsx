import { X } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useTranslations } from 'next-intl'
import { OutageNotice } from '@/components/session/outage-notice'
import { ChunkReloadGuard } from '@/components/layout/chunk-reload-guard'
import { LateCookieNotice } from '@/components/layout/late-cookie-notice'
import { MenuBehaviour } from '@/components/layout/menu-behaviour'
import { NavigationProgress } from '@/components/layout/navigation-progress'
import { PageNavigation } from '@/components/layout/page-navigation'
import { type Locale, PRIVACY_POLICY_SLUG } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'
import { RouteName } from './route-name'

export const CONTENT_ID = 'content'

/** The first tab stop: skips the header. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a
      data-print="hide"
      href={`#${CONTENT_ID}`}
      className="fixed left-4 top-3 z-60 -translate-y-20 rounded-md bg-raised px-4 py-2.5 font-semibold text-text focus-visible:translate-y-0 focus-visible:shadow-float"
    >
      {label}
    </a>
  )
}

interface PageExtrasProps {
  locale: Locale
  /** Whether a visit counter is configured; it receives the signed-in user once cookies are accepted. */
  countsVisits: boolean
}

export function PageExtras({ locale, countsVisits }: PageExtrasProps) {
  const error = useTranslations('ErrorPage')
  return (
    <>
      <RouteName />
      <OutageNotice text={error('outage')} />
      <NavigationProgress />
      <ChunkReloadGuard />
      <MenuBehaviour />
      <LocalizedCookieNotice locale={locale} countsVisits={countsVisits} />
      <PageNavigation />
    </>
  )
}

/** Its text depends on whether accepting also allows counting visits. */
export function LocalizedCookieNotice({ locale, countsVisits }: PageExtrasProps) {
  const t = useTranslations('CookieNotice')
  const [text, accept] = countsVisits
    ? [t('textCounted'), t('acceptCounted')]
    : [t.rich('text', { more: (chunks) => <span className="max-sm:hidden">{chunks}</span> }), t('accept')]
  return (
    <LateCookieNotice
      texts={{ label: t('label'), text, policy: t('policy'), accept, close: t('close') }}
      policyHref={pathFor('slug', locale, { slug: PRIVACY_POLICY_SLUG })}
      closeIcon={<Icon of={X} className="size-4" />}
    />
  )
}
