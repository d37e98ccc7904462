import { cacheTags } from '@/lib/config/constants'
import { revalidationSecret, createPageCache } from '@/lib/server/http/page-cache'
import { getCms } from '@/lib/server/cms/cms'
import { CONTENT_CHANNEL } from '@/lib/server/cms/hooks/announce-change'
import { previewScope, type PreviewScope } from '@/lib/server/cms/drafts'
import { createScheduledPublishing } from '@/lib/server/cms/scheduled-publishing'
import { changedTags, createContent, createRevisions } from '@/lib/server/content/content'
import { createContentEndpoints, createPageEndpoints } from '@/lib/server/content/pages'
import { createRecordFaults } from '@/lib/server/events/lot-row'
import type { Foundation } from './foundation'

export type SiteContent = ReturnType<typeof composeSiteContent>

/** What editors write, and the pages that have to be made anew when they save. */
export function composeSiteContent({ environment, pool, clock, log, listener }: Foundation) {
  const faults = createRecordFaults(log)
  const pageCache = createPageCache({ secret: revalidationSecret(), log })
  const content = createContent(getCms)
  const mayPreview = (scope: PreviewScope, secret: string | undefined, now: number) =>
    previewScope(secret, environment.payloadSecret, now) === scope
  const { pages, news, certificates, products } = createPageEndpoints({ cms: getCms, faults, mayPreview })
  return {
    faults,
    mayPreview,
    pageCache,
    products,
    publishing: createScheduledPublishing({ cms: getCms, databaseUrl: environment.databaseUrl, log }),
    handlers: {
      content: createContentEndpoints(content),
      pages,
      news,
      certificates,
      revisions: createRevisions({ pool, clock }),
    },
    /** Expires the pages of what any server has changed. */
    async start() {
      await listener.on(CONTENT_CHANNEL, (announcement) => {
        const changed = changedTags(announcement)
        if (changed.includes(cacheTags.content)) content.forgetContent()
        for (const tag of changed) pageCache.expire(tag, 'edited')
      })
      await listener.on('portal_auction', () => pageCache.expire(cacheTags.auctions, 'moved'))
      listener.onReconnect(() => {
        content.forgetContent()
        for (const tag of Object.values(cacheTags)) pageCache.expire(tag, 'edited')
      })
    },
  }
}
