import { useTranslations } from 'next-intl'
import { ChunkReloadGuard } from '@/components/layout/chunk-reload-guard'
import { CookieNotice } from '@/components/layout/cookie-notice'
import { NavigationProgress } from '@/components/layout/navigation-progress'
import { RouteName } from '@/components/layout/route-name'
import { OutageNotice } from '@/components/session/outage-notice'
import { MenuBehaviour } from '@/components/ui/menu-behaviour'
import { PRIVACY_POLICY_SLUG, type Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

/** What every page of the site carries besides its content. */
export function PageExtras({ locale }: { locale: Locale }) {
  const t = useTranslations('CookieNotice')
  const error = useTranslations('ErrorPage')
  return (
    <>
      <RouteName />
      <OutageNotice text={error('outage')} />
      <NavigationProgress />
      <ChunkReloadGuard />
      <MenuBehaviour />
      <CookieNotice
        words={{ label: t('label'), text: t('text'), policy: t('policy'), accept: t('accept'), close: t('close') }}
        policyHref={pathFor('slug', locale, { slug: PRIVACY_POLICY_SLUG })}
      />
    </>
  )
}
