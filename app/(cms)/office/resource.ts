import { useSyncExternalStore } from 'react'
import { ApiError } from '@/lib/api/problems'

export interface Listed<Item> {
  list: Item[]
  next_cursor: string | null
}

export interface Listing<Page> {
  resource: Resource<Page>
  /** Adds the next page. */
  more(): Promise<void>
}

/** A keyset list that grows page by page; read again, it keeps its length. */
export function createListing<Item, Page extends Listed<Item>>(
  load: (cursor?: string) => Promise<Page>,
  options?: ResourceOptions,
): Listing<Page> {
  let pages = 1
  const resource = createResource(async () => {
    let whole = await load()
    for (let read = 1; read < pages && whole.next_cursor; read += 1) whole = join(whole, await load(whole.next_cursor))
    return whole
  }, options)

  return {
    resource,
    async more() {
      const known = resource.snapshot().data
      if (!known?.next_cursor) return
      resource.take(join(known, await load(known.next_cursor)))
      pages += 1
    },
  }
}

function join<Item, Page extends Listed<Item>>(known: Page, page: Page): Page {
  return { ...page, list: [...known.list, ...page.list] }
}

/** The code of a refusal, or `offline` where no answer came. */
export type Fault = ApiError['code'] | 'offline'

export interface Reading<T> {
  data: T | null
  fault: Fault | null
}

/** Something read from the API that several parts of a screen show, and that is read again when it may have changed. */
export interface Resource<T> {
  subscribe(changed: () => void): () => void
  snapshot(): Reading<T>
  refresh(): Promise<void>
  /** Takes an answer that another call brought along. */
  take(data: T): void
}

interface ResourceOptions {
  /** Reads again this often while it is shown and the page is in front. */
  everyMs?: number
}

export function faultOf(error: unknown): Fault {
  return error instanceof ApiError ? error.code : 'offline'
}

export function createResource<T>(load: () => Promise<T>, { everyMs }: ResourceOptions = {}): Resource<T> {
  const listeners = new Set<() => void>()
  let reading: Reading<T> = { data: null, fault: null }
  let inFlight: Promise<void> | null = null
  let again = false
  let timer: ReturnType<typeof setInterval> | undefined

  function show(next: Reading<T>): void {
    reading = next
    for (const changed of listeners) changed()
  }

  /** A wish that comes while a reading is under way is granted by one more, since the first may be too old. */
  function refresh(): Promise<void> {
    if (inFlight) {
      again = true
      return inFlight
    }
    inFlight = read().finally(() => {
      inFlight = null
      if (again) {
        again = false
        void refresh()
      }
    })
    return inFlight
  }

  async function read(): Promise<void> {
    try {
      show({ data: await load(), fault: null })
    } catch (error) {
      show({ data: reading.data, fault: faultOf(error) })
    }
  }

  function beat(): void {
    if (document.visibilityState === 'visible') void refresh()
  }

  return {
    refresh,
    snapshot: () => reading,
    take: (data) => show({ data, fault: null }),
    subscribe(changed) {
      listeners.add(changed)
      if (listeners.size === 1) {
        void refresh()
        if (everyMs) timer = setInterval(beat, everyMs)
      }
      return () => {
        listeners.delete(changed)
        if (listeners.size === 0) clearInterval(timer)
      }
    },
  }
}

const nothing: Reading<never> = { data: null, fault: null }

export function useResource<T>(resource: Resource<T>): Reading<T> {
  return useSyncExternalStore<Reading<T>>(resource.subscribe, resource.snapshot, () => nothing)
}
