import { LOCALES } from '@/lib/config/constants'
import { ROUTES } from './route-names'
import type { CategoryKey } from '@/lib/contract/primitives'

/** The products' segments of addresses (specification, point 2); not editable, because routes and menus depend on them. */
export const CATEGORY_SLUGS: Readonly<Record<CategoryKey, string>> = {
  gas_condensate: 'condensate',
  natural_gas: 'gas',
}

/** First segments that the server answers outside the site's routes. */
const SYSTEM = [
  'admin',
  'api',
  'cms-api',
  'feeds',
  'internal',
  'office',
  'og',
  'page404',
  'profile',
  'robots',
  'sitemap',
  'storage',
  'token',
]

const routeSegments = Object.values(ROUTES).flatMap(({ path }) =>
  path.split('/').filter((segment) => segment !== '' && !segment.startsWith('[')),
)

/** Slugs that no page, auction or category may take, in lower case, because a route of the site would answer in its place. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  [...SYSTEM, ...LOCALES, ...Object.values(CATEGORY_SLUGS), ...routeSegments].map((word) => word.toLowerCase()),
)
