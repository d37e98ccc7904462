import type { revisionsEndpoints } from '@/lib/contract/revisions'
import { cacheTags, type CacheTag } from '@/lib/config/constants'
import type { Pool } from '@/lib/server/db/pool'
import type { Clock } from '@/lib/server/kernel/database-clock'
import { answer, type Handlers } from '@/lib/server/kernel/handler'

/** However many sites ask, the tables are looked at so often. */
const rememberMs = 1_000

/** What editors save has a time of saving, and what they remove is one fewer: together another text after each change. */
const edited = (table: string) => `(select count(*) || '@' || coalesce(max(updated_at)::text, '') from cms.${table})`
const media = edited('media')

const parts: Readonly<Record<CacheTag, string>> = {
  // Each auction's record only grows, and of those that are over none changes any more.
  [cacheTags.auctions]: `${edited('auctions')} || '/' || ${edited('categories')} || '/' || (
    select count(*) || '@' || coalesce(sum(log_seq), 0) from portal.auction_heads
    where unsuccessful_at is null and cancelled_at is null and completed_at is null)`,
  [cacheTags.content]: `${edited('menus')} || '/' || ${edited('categories')} || '/' || ${edited('settings')} || '/' || ${media}`,
  [cacheTags.pages]: `${edited('pages')} || '/' || ${edited('auction_pages')} || '/' || ${edited('redirects')} || '/' || ${media}`,
  [cacheTags.news]: `${edited('news')} || '/' || ${media}`,
  [cacheTags.certificates]: `${edited('certificates')} || '/' || ${edited('categories')} || '/' || ${media}`,
  [cacheTags.products]: `${edited('products')} || '/' || ${media}`,
}

/** Read from the tables themselves, so that every server says the same, and after a restart as well. */
export function createRevisions({ pool, clock }: { pool: Pool; clock: Clock }): Handlers<typeof revisionsEndpoints> {
  let asked = -Infinity
  let known: Promise<Record<CacheTag, string>> | null = null

  async function read(): Promise<Record<CacheTag, string>> {
    const columns = Object.entries(parts).map(([tag, text]) => `md5(${text}) as ${tag}`)
    const { rows } = await pool.query<Record<CacheTag, string>>({
      name: 'revisions',
      text: `select ${columns.join(', ')}`,
    })
    return rows[0] as Record<CacheTag, string>
  }

  return {
    async read() {
      if (known === null || clock.now() - asked >= rememberMs) {
        asked = clock.now()
        const reading = read()
        known = reading
        reading.catch(() => {
          if (known === reading) known = null
        })
      }
      return answer({ data: await known })
    },
  }
}
