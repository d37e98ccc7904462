import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Urgency } from '@/lib/server/http/page-cache'
import { keepAnswer, type CachedResponse, sendAnswer, staleAnswer } from './cached-response'
import { fetchLoopback } from './loopback'
import { givenFor, isPublicPage, isStale, pageAsked, type PageAsked } from './page-key'

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Finished public pages, answered before Next. */
export interface ResponseCache {
  /** What is kept is answered before it returns: each promise costs as much as a hook of every library that follows requests. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void> | void
  /**
   * Every page is asked for anew, and what Next was making until now is not kept. True where Next is making pages now. After an edit
   * nobody gets what was kept; after a bid visitors get it for a moment longer, until the new one is there.
   */
  forget(urgency: Urgency): boolean
  /** On which origin of this machine the pages are asked for; nothing is kept before. */
  servedAt(origin: string): void
}

const LIMIT = 48 * 1024 * 1024
/** A document, its data, and what Next’s client fetches of it by parts. */
const PARTS_OF_A_PAGE = 24
/** The server’s own question. A visitor who says so is only answered by Next. */
const OWN = 'x-page-to-keep'
/** While Next calls its page stale and makes it anew, it is not asked again and again. */
const ASK_AGAIN_MS = 250
/** What moves is live in the page, and so the page may lag: it is when everybody looks that it must not be made for each of them. */
const LAG_MS = 2_000
/** So often a visitor waits for what another one’s question brings, before being answered by Next as well. */
const WAITS = 2
/** And so long each time: another visitor may read slowly, or not at all. */
const WAIT_MS = 3_000
/** A visitor who waits for a dropped page to be made anew gets the last good one as soon as the database is known to be away. */
const LOOK_MS = 200
/** After a failure the last good page is given at once for so long. */
const REST_MS = 1_000
const SPARES = 200

interface KeptPagesOptions {
  /** Bytes. */
  limit?: number
  waitMs?: number
  /** Whether the database is known not to answer. */
  isAway?: () => boolean
}

/** What came of the server's own question. */
interface Outcome {
  /** False where the page could not be made. */
  isMade: boolean
  /** The page, as everybody may get it now; what Next calls stale is not kept for those who come later. */
  answer: CachedResponse | null
}

interface Spare {
  /** By `performance.now()`: until then the last good page is given without asking. */
  restUntil: number
  stale: Promise<CachedResponse>
  of: CachedResponse
}

/**
 * Answers a public page from memory, otherwise by `site`. What is kept was never a visitor’s own answer: once one has shown that a
 * page is for everybody, the server asks for it once more by itself, with no cookie and only the headers that are in the key.
 */
export function keepPages(
  site: Handler,
  { limit = LIMIT, waitMs = WAIT_MS, isAway = () => false }: KeptPagesOptions = {},
): ResponseCache {
  // What was asked for longest ago makes room; a page that is larger than the whole cache is not kept.
  const lru = new LRUCache<string, CachedResponse>({
    maxSize: limit,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  })
  /** Whoever asks for a page that somebody has just asked for waits, so that Next makes it once. */
  const awaited = new Map<string, Promise<void>>()
  const asking = new Map<string, Promise<Outcome>>()
  /** Pages that could not be made anew, by key, with what is given instead. */
  const spares = new Map<string, Spare>()
  /** The kept parts of each page: who makes up ever new ones must not push out other pages. */
  const partsOf = new Map<string, Set<string>>()
  let origin: string | null = null
  let generation = 0
  let making = 0

  async function make(request: IncomingMessage, response: ServerResponse): Promise<void> {
    making += 1
    response.once('close', () => {
      making -= 1
    })
    await site(request, response)
  }

  function hasRoom({ key, place }: PageAsked): boolean {
    const parts = partsOf.get(place) ?? new Set()
    partsOf.set(place, parts)
    for (const part of parts) if (!lru.has(part)) parts.delete(part)
    return parts.has(key) || parts.size < PARTS_OF_A_PAGE
  }

  function keep(asked: PageAsked): Promise<Outcome> {
    const known = asking.get(asked.key)
    if (known !== undefined) return known
    if (origin === null || !hasRoom(asked)) return Promise.resolve({ isMade: true, answer: null })
    const begun = ask(asked, origin)
    asking.set(asked.key, begun)
    return begun
  }

  async function ask({ key, place, path, headers }: PageAsked, origin: string): Promise<Outcome> {
    const asked = generation
    const answer = await fetchLoopback(`${origin}${path}`, { ...headers, [OWN]: '1' })
    const seconds = answer && givenFor(answer.status, answer.headers)
    const page = answer && seconds !== null ? await keepAnswer(answer.headers, answer.body, seconds) : null
    // Where pages were forgotten while this one was being made, it may show what is no longer so.
    const isCurrent = asked === generation
    if (answer && page !== null && !isStale(answer.headers)) {
      if (isCurrent) {
        lru.set(key, page)
        partsOf.get(place)?.add(key)
      }
      asking.delete(key)
    } else {
      setTimeout(() => asking.delete(key), ASK_AGAIN_MS).unref()
    }
    return { isMade: answer !== null && answer.status < 500, answer: isCurrent ? page : null }
  }

  /**
   * For a page that was dropped: asks for it before the visitor does, so that the last good one can be given where Next fails or takes
   * long. Null: Next answers this visitor.
   */
  async function lastGood(asked: PageAsked, dropped: CachedResponse): Promise<CachedResponse | null> {
    const spare = spares.get(asked.key)
    if (spare?.of === dropped && performance.now() < spare.restUntil) return spare.stale
    const asking = keep(asked)
    let outcome: Outcome | null = null
    while (outcome === null && !isAway()) outcome = await Promise.race([asking, delay(LOOK_MS, null, { ref: false })])
    const fresh = lru.get(asked.key)
    if (fresh !== undefined && fresh !== dropped) return fresh
    if (outcome?.isMade === true) return outcome.answer
    const stale = spare?.of === dropped ? spare.stale : staleAnswer(dropped, asked.path)
    spares.delete(asked.key)
    spares.set(asked.key, { of: dropped, stale, restUntil: performance.now() + REST_MS })
    for (const oldest of spares.keys()) if (spares.size > SPARES) spares.delete(oldest)
    return stale
  }

  /** Lets Next answer the visitor, and keeps the page where that answer says that it is everybody’s. */
  function lead(asked: PageAsked, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const known = new Promise<void>((resolve) => {
      setTimeout(resolve, waitMs).unref()
      response.once('close', () => {
        // 304: the browser has the page that is missing here.
        const status = response.statusCode === 304 ? 200 : response.statusCode
        const headers = response.getHeaders()
        const everybodys = response.writableFinished && givenFor(status, headers) !== null && !isStale(headers)
        void (everybodys ? keep(asked) : Promise.resolve()).then(() => resolve())
      })
    }).then(() => {
      if (awaited.get(asked.key) === known) awaited.delete(asked.key)
    })
    awaited.set(asked.key, known)
    return make(request, response)
  }

  /** The page as it is kept, unless it has been dropped. */
  function current(asked: PageAsked): CachedResponse | undefined {
    const kept = lru.get(asked.key)
    const now = performance.now()
    if (kept === undefined || now >= kept.droppedAt) return undefined
    if (now >= kept.oldAt) void keep(asked)
    return kept
  }

  async function makeOrWait(asked: PageAsked, request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Sent ahead of its turn: it is answered only when what stands before it has been, and that may never be.
    const isQueued = response.socket === null
    for (let waited = 0; waited < WAITS && !isQueued; waited += 1) {
      const known = awaited.get(asked.key)
      if (!known) break
      await known
      const kept = current(asked)
      if (kept) return sendAnswer(kept, request, response)
    }
    if (!isPublicPage(asked.path)) return site(request, response)
    const dropped = lru.get(asked.key)
    const last = dropped === undefined ? null : await lastGood(asked, dropped)
    if (last !== null) return sendAnswer(last, request, response)
    if (isQueued) return site(request, response)
    return lead(asked, request, response)
  }

  return {
    handle(request, response) {
      if (request.headers[OWN] !== undefined) {
        delete request.headers[OWN]
        return make(request, response)
      }
      const asked = pageAsked(request)
      if (!asked) return site(request, response)
      const kept = current(asked)
      return kept ? sendAnswer(kept, request, response) : makeOrWait(asked, request, response)
    },
    forget(urgency) {
      generation += 1
      awaited.clear()
      asking.clear()
      partsOf.clear()
      spares.clear()
      if (urgency === 'edited') lru.clear()
      else for (const kept of lru.values()) age(kept, performance.now())
      return making > 0
    },
    servedAt(served) {
      origin = served
    },
  }
}

function age(kept: CachedResponse, now: number): void {
  kept.oldAt = Math.min(kept.oldAt, now)
  kept.droppedAt = Math.min(kept.droppedAt, now + LAG_MS)
}
