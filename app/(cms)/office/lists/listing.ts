import { createResource, faultOf, type Fault, type Resource, type ResourceOptions } from '@/app/(cms)/office/resource'

export interface Listed<Item> {
  list: Item[]
  next_cursor: string | null
}

export interface Listing<Page> {
  resource: Resource<Page>
  /** Adds the next page; answers what went wrong, if anything did. */
  more(): Promise<Fault | null>
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
  let adding = false

  return {
    resource,
    async more() {
      const known = resource.snapshot().data
      if (adding || !known?.next_cursor) return null
      adding = true
      try {
        resource.take(join(known, await load(known.next_cursor)))
        pages += 1
        return null
      } catch (error) {
        return faultOf(error)
      } finally {
        adding = false
      }
    },
  }
}

function join<Item, Page extends Listed<Item>>(known: Page, page: Page): Page {
  return { ...page, list: [...known.list, ...page.list] }
}
