import { LOCALES } from '@/lib/config/constants'
import { ROUTES } from './route-names'
import type { CategoryKey } from '@/lib/contract/primitives'

/** The products' part of an address (specification, point 2): routes, menus and links elsewhere are made of them, so nobody edits them. */
export const CATEGORY_SLUGS: Readonly<Record<CategoryKey, string>> = {
  gas_condensate: 'condensate',
  natural_gas: 'gas',
}

/** What answers beside the site's own routes. */
const SYSTEM = [
  'admin',
  'api',
  'cms-api',
  'feeds',
  'internal',
  'og',
  'page404',
  'profile',
  'robots',
  'sitemap',
  'storage',
  'token',
]

const fixedWords = Object.values(ROUTES).flatMap((path) =>
  path.split('/').filter((segment) => segment !== '' && !segment.startsWith('[')),
)

/**
 * The one list of addresses that no page, auction or category may take, in lower case: a document there would be published and never be
 * seen, because a route of the site answers first.
 */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  [...SYSTEM, ...LOCALES, ...Object.values(CATEGORY_SLUGS), ...fixedWords].map((word) => word.toLowerCase()),
)
