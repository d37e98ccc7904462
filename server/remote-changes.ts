import { cacheTags, type CacheTag } from '@/lib/config/constants'
import { revisionsEndpoints, type Revisions } from '@/lib/contract/revisions'
import type { PageCache } from '@/lib/server/http/page-cache'

export interface RemoteChanges {
  /** Since when the API has answered; the reason where it does not. */
  fault(): string | null
  stop(): void
}

const EVERY_MS = 2_000
const SLOWEST_MS = 5_000

/**
 * Follows what changes at the API of a site that has no database to tell it: asked every two seconds, and each part whose revision is
 * another one than before is made anew, what was kept through an outage of the API too.
 */
export function followChanges({ apiBaseUrl, pageCache, everyMs = EVERY_MS }: {
  apiBaseUrl: string
  pageCache: Pick<PageCache, 'expire'>
  everyMs?: number
}): RemoteChanges {
  let known: Revisions | null = null
  let fault: string | null = 'not asked yet'
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    try {
      const read = await readRevisions(apiBaseUrl)
      for (const tag of Object.values(cacheTags)) {
        if (known !== null && known[tag] !== read[tag]) pageCache.expire(tag, urgencyOf(tag))
      }
      known = read
      fault = null
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error)
    }
    if (!stopped) timer = setTimeout(() => void look(), everyMs).unref()
  }
  void look()
  return {
    fault: () => fault,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** Auctions move with every bid, and what is live in their pages is streamed. */
function urgencyOf(tag: CacheTag): 'edited' | 'moved' {
  return tag === cacheTags.auctions ? 'moved' : 'edited'
}

async function readRevisions(apiBaseUrl: string): Promise<Revisions> {
  const { path, response } = revisionsEndpoints.read
  const answer = await fetch(`${apiBaseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(SLOWEST_MS),
  })
  if (!answer.ok) throw new Error(`the API answers ${answer.status}`)
  return response.parse(await answer.json()).data
}
