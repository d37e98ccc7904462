import { DEFAULT_LOCALE } from '@/lib/config/constants'
import type { contentEndpoints } from '@/lib/contract/content'
import type { Content } from '@/lib/server/content/content'
import { answer, type Handlers } from '@/lib/server/kernel/handler'

/** The specification's three calls of every route entry (point 7). */
export function createContentEndpoints(content: Content): Handlers<typeof contentEndpoints> {
  return {
    async categories({ lang }, { language }) {
      return answer({ data: { list: await content.listCategories(lang ?? language ?? DEFAULT_LOCALE) } })
    },
    async settings({ lang }) {
      return answer({ data: await content.allSettings(lang) })
    },
    async menus({ ids, lang }) {
      return answer({ items: await content.menusByIds(ids, lang) })
    },
  }
}
