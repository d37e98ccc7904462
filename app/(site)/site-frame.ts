import 'server-only'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { siteFrameOf, type SiteFrame } from '@/components/layout/site-frame'
import { publicApi } from '@/lib/api/public'
import { orNullIfFailed } from '@/lib/api/section'
import { MENUS, type Locale } from '@/lib/config/constants'
import type { Category, MenuItem, Settings } from '@/lib/contract/content'

/** The auction categories, read once a render; null if they could not be read. */
export const readCategories = cache(async (lang: Locale): Promise<Category[] | null> => {
  const answer = await orNullIfFailed('auction-categories/list', publicApi.content.categories({ lang }))
  return answer?.data.list ?? null
})

/** The site's settings, read once a render; null if they could not be read. */
export const readSettings = cache(async (lang: Locale): Promise<Settings | null> => {
  const answer = await orNullIfFailed('settings/all', publicApi.content.settings({ lang }))
  return answer?.data ?? null
})

/** The content of header and footer, read once a render. With empty menus it lists the auctions. */
export const readSiteFrame = cache(async (locale: Locale): Promise<SiteFrame> => {
  const [settings, menus] = await Promise.all([
    readSettings(locale),
    orNullIfFailed('menu/get-by-ids', publicApi.content.menus({ ids: [MENUS.main, MENUS.footer], lang: locale })),
  ])
  const main = menus?.items[MENUS.main] ?? []
  const footer = menus?.items[MENUS.footer] ?? []
  const frame = siteFrameOf(settings, main.length > 0 ? main : await firstMenu(locale), footer)
  return menus === null ? { ...frame, menusFailed: true } : frame
})

async function firstMenu(locale: Locale): Promise<MenuItem[]> {
  const t = await getTranslations({ locale, namespace: 'Header' })
  const categories = await readCategories(locale)
  const children = (categories ?? []).map((category) => ({ name: category.name, url: `/auctions/${category.slug}` }))
  const first = children[0]
  return first ? [{ name: t('cabinetAuctions'), url: first.url, children }] : []
}
