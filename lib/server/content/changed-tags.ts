import * as z from 'zod'
import { cacheTags, type CacheTag } from '@/lib/config/cache-tags'

const change = z.object({ collection: z.string() })

const everything: readonly CacheTag[] = Object.values(cacheTags)
const withPictures: readonly CacheTag[] = [cacheTags.content, cacheTags.pages, cacheTags.news, cacheTags.certificates, cacheTags.products]

/** What shows each collection; what nobody shows is not here. */
const tagsOf: Readonly<Record<string, readonly CacheTag[]>> = {
  menus: [cacheTags.content],
  settings: [cacheTags.content],
  categories: [cacheTags.content, cacheTags.auctions, cacheTags.certificates],
  pages: [cacheTags.pages],
  'auction-pages': [cacheTags.pages],
  redirects: [cacheTags.pages],
  news: [cacheTags.news],
  certificates: [cacheTags.certificates],
  products: [cacheTags.products],
  media: withPictures,
  auctions: [cacheTags.auctions],
  companies: [],
}

/** The cache tags that an announced change makes stale; of an announcement that cannot be read, all. */
export function changedTags(announcement: string): readonly CacheTag[] {
  try {
    return tagsOf[change.parse(JSON.parse(announcement)).collection] ?? everything
  } catch {
    return everything
  }
}
