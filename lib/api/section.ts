import 'server-only'
import { unstable_cache } from 'next/cache'
import { readRemoteAddress } from '@/lib/config/environment'
import { getPortal } from '@/lib/server/compose/portal'
import { ApiError, OfflineError } from './problems'

/** How long a page with a failed section is cached: the next render may succeed. */
const RETRY_SECONDS = 1

/**
 * Reads one section of a page: a failure is logged and returns null, and the page omits the section (specification,
 * point 8). If the whole API is down, the error is rethrown, so that the last complete page stays in the cache.
 */
export async function orNullIfFailed<Answer>(call: string, read: Promise<Answer>): Promise<Answer | null> {
  try {
    return await read
  } catch (error) {
    // A 404 shows the not-found page; anything but an answer of the API is a bug of the page.
    if (
      !(error instanceof ApiError || error instanceof OfflineError) ||
      (error instanceof ApiError && error.status === 404)
    )
      throw error
    if (await isApiDown(error)) throw error
    // To the console, as the specification asks: a site that uses a remote API has no other log.
    // oxlint-disable-next-line no-console
    console.error(`Section without its data: ${call}: ${error.message}`)
    await cacheBriefly()
    return null
  }
}

async function isApiDown(error: ApiError | OfflineError): Promise<boolean> {
  return readRemoteAddress() === null ? (await getPortal()).isDatabaseAway() : error instanceof OfflineError
}

/** Next caches a page as long as the shortest-lived data in it. */
const cacheBriefly = unstable_cache(() => Promise.resolve(null), ['failed-section'], { revalidate: RETRY_SECONDS })
