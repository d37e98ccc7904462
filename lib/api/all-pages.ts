interface Page<Item> {
  list: readonly Item[]
  next_cursor: string | null
}

/** Reads all items of a list page by page; at most `maxPages` pages. */
export async function readAllPages<Item>(
  read: (page: { limit: number; cursor: string | undefined }) => Promise<{ data: Page<Item> }>,
  maxPages = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < maxPages; pages += 1) {
    const { data } = await read({ limit: 100, cursor })
    items.push(...data.list)
    if (data.next_cursor === null) break
    cursor = data.next_cursor
  }
  return items
}
