import { createResource, faultOf, type Fault, type Resource } from '@/app/(cms)/office/resource'

export interface Listed<Item> {
  list: Item[]
  next_cursor: string | null
}

export interface Listing<Page> {
  resource: Resource<Page>
  /** Adds the next page; answers what went wrong, if anything did. */
  more(): Promise<Fault | null>
}

/** A keyset list that grows page by page. */
export function createListing<Item, Page extends Listed<Item>>(
  load: (cursor?: string) => Promise<Page>,
): Listing<Page> {
  const resource = createResource(() => load())
  let adding = false

  return {
    resource,
    async more() {
      const known = resource.snapshot().data
      if (adding || !known?.next_cursor) return null
      adding = true
      try {
        const page = await load(known.next_cursor)
        resource.take({ ...page, list: [...known.list, ...page.list] })
        return null
      } catch (error) {
        return faultOf(error)
      } finally {
        adding = false
      }
    },
  }
}
