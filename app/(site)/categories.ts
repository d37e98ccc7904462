import 'server-only'
import { cache } from 'react'
import { publicApi } from '@/lib/api/public'
import { sectionOf } from '@/lib/api/section'
import type { Locale } from '@/lib/config/constants'
import type { Category } from '@/lib/contract/content'

/** The auction categories, read once a render; null where they could not be read, and the page stands without them. */
export const readCategories = cache(async (lang: Locale): Promise<Category[] | null> => {
  const answer = await sectionOf('auction-categories/list', publicApi.content.categories({ lang }))
  return answer?.data.list ?? null
})
