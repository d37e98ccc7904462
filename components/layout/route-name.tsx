'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '@/lib/browser/store'
import { localizedRouteName, matchRoute, type RouteName as Name } from '@/lib/i18n/route-names'
import { useParams, usePathname } from 'next/navigation'
import { DRAFT_SEGMENT, NEWS_VIEW_SEGMENT, NOT_FOUND_SEGMENT, statusOfErrorPage } from '@/lib/http/public-page'

/** The path in the visitor's address bar, without the segments of the middleware's rewrites. */
export function useShownPath(): string {
  const segments = usePathname().split('/')
  return (
    segments
      .filter((segment) => segment !== DRAFT_SEGMENT && segment !== NOT_FOUND_SEGMENT)
      .map((segment) => (segment === NEWS_VIEW_SEGMENT ? 'news' : segment))
      .join('/') || '/'
  )
}

/** Set by the not-found and the error page, whose route does not follow from the address. */
const overrideName = createStore<Name | null>(null)

/**
 * Names the page's route as the specification writes it (`cabinet-info___uk`), for scripts and tests: in `<meta name="route">`
 * as the server sends the page, and in `data-route` of the document, right after each navigation.
 */
export function RouteName() {
  const pathname = usePathname()
  const isErrorPage = statusOfErrorPage(pathname) !== null
  const params: { rest?: unknown } | null = useParams()
  // While the server renders the page, the pathname may be the visitor's; only the route of unknown addresses has this param.
  const isNotFound = params?.rest !== undefined || pathname.split('/').includes(NOT_FOUND_SEGMENT)
  const { name, locale } = matchRoute(useShownPath())
  const override = useSyncExternalStore(overrideName.subscribe, overrideName.get, () => null)
  const route = localizedRouteName(override ?? (isErrorPage ? 'error' : isNotFound ? 'Page404' : name), locale)
  useEffect(() => {
    document.documentElement.dataset.route = route
  }, [route])
  return <meta name="route" content={route} />
}

/** Marks the page as the not-found or the error page, whatever its address. */
export function SetRouteName({ name }: { name: Name }) {
  useEffect(() => {
    overrideName.set(name)
    return () => overrideName.set(null)
  }, [name])
  return null
}
