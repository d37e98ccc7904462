import { readdirSync } from 'node:fs'
import { ROUTES } from '@/lib/i18n/route-names'

const PATHS: readonly string[] = Object.values(ROUTES).map(({ path }) => path)

/**
 * The page.tsx that would answer a path if ROUTES had its route; null if there is none. For development, where an
 * existing page without a route looks like any other 404.
 */
export function pageWithoutRoute(path: string, files = pageFiles(), routes = PATHS) {
  const withAndWithout = routes.flatMap((route) => [route, route.replace(/\/\[\[\w+\]\]/g, '')])
  const known = new Set(withAndWithout.map((route) => route.replace(/\[\[?\w+\]?\]/g, '[]')))
  return (
    files.find((file) => {
      const pattern = routeOf(file)
      return !known.has(pattern) && new RegExp(`^${pattern.replaceAll('[]', '[^/]+')}$`).test(path)
    }) ?? null
  )
}

/** "(public)/news/[slug]/page.tsx" → "/news/[]" */
function routeOf(file: string): string {
  const segments = file.split('/').filter((segment) => !segment.startsWith('(') && segment !== 'page.tsx')
  return `/${segments.map((segment) => (segment.startsWith('[') ? '[]' : segment)).join('/')}`
}

function pageFiles(): string[] {
  const names = readdirSync('app/(site)/[locale]', { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('page.tsx') && !name.includes('~'))
}
