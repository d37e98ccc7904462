'use client'

import { useState } from 'react'
import { type Mutation, useMutation } from '@/components/forms/use-mutation'

interface Page<Item> {
  list: readonly Item[]
  next_cursor: string | null
}

interface Pages<Item> {
  /** What was read after the page's own rows. */
  items: readonly Item[]
  hasMore: boolean
  more: Mutation<void>
}

/** The rest of a list, page by page (keyset). `first`: where it goes on after the page's own rows; null where that is all. */
export function usePages<Item>(
  first: string | null,
  read: (cursor: string) => Promise<Page<Item>>,
  say: (error: unknown) => string,
): Pages<Item> {
  const [items, setItems] = useState<readonly Item[]>([])
  const [cursor, setCursor] = useState(first)
  const more = useMutation(async () => {
    if (cursor === null) return
    const page = await read(cursor)
    setItems((known) => [...known, ...page.list])
    setCursor(page.next_cursor)
  }, say)
  return { items, hasMore: cursor !== null, more }
}
