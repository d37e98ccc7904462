import { useLocale, useTranslations } from 'next-intl'
import { CABINET_PAGES } from '@/components/layout/cabinet-pages'
import { LinkTabs } from '@/components/ui/link'
import { pathFor } from '@/lib/i18n/route-names'

const PAGES = ['cabinet-info', 'cabinet-company'] as const

/** Between the person's data and the company's. */
export function DetailTabs({ page }: { page: (typeof PAGES)[number] }) {
  const t = useTranslations()
  const locale = useLocale()
  return (
    <LinkTabs
      label={t('Cabinet.info.tabs')}
      tabs={PAGES.map((route) => ({
        key: route,
        label: t(`Header.${CABINET_PAGES[route].text}`),
        href: pathFor(route, locale),
        current: route === page,
      }))}
    />
  )
}
