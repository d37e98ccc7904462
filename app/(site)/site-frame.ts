import 'server-only'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { siteFrameOf, type SiteFrame } from '@/components/layout/site-frame'
import { publicApi } from '@/lib/api/public'
import { MENUS, type Locale } from '@/lib/config/constants'
import type { MenuItem } from '@/lib/contract/content'

/** The header's and footer's content, read once a render. A portal whose menus are still empty shows the sections that always exist. */
export const readSiteFrame = cache(async (locale: Locale): Promise<SiteFrame> => {
  const [settings, menus] = await Promise.all([
    publicApi.content.settings({ lang: locale }),
    publicApi.content.menus({ ids: [MENUS.main, MENUS.footer], lang: locale }),
  ])
  const main = menus.items[MENUS.main] ?? []
  const footer = menus.items[MENUS.footer] ?? []
  return siteFrameOf(settings.data, main.length > 0 ? main : await firstMenu(locale), footer)
})

async function firstMenu(locale: Locale): Promise<MenuItem[]> {
  const t = await getTranslations({ locale, namespace: 'Header' })
  const categories = await publicApi.content.categories({ lang: locale })
  const children = categories.data.list.map((category) => ({ name: category.name, url: `/auctions/${category.slug}` }))
  const first = children[0]
  return first ? [{ name: t('cabinetAuctions'), url: first.url, children }] : []
}
