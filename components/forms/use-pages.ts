import { useEffect, useRef, useState } from 'react'
import { type Mutation, useMutation } from '@/components/forms/use-mutation'
import { focusOn } from '@/components/ui/focus'

interface Page<Item> {
  list: readonly Item[]
  next_cursor: string | null
}

interface Pages<Item> {
  /** The rows read after the page's own. */
  items: readonly Item[]
  hasMore: boolean
  more: Mutation<void>
  /** Reads the next page and moves the focus from the pressed button to the first new row. */
  showMore: (button: Element, last: Element | null | undefined) => void
}

/**
 * After "Show more" the focus moves to the first new row, unless the person has moved it elsewhere in the meantime.
 *
 * @returns the function to call on each press, with the last row before it
 */
export function useFocusOnNew(count: number): (button: Element, last: Element | null | undefined) => void {
  const pressed = useRef<{ button: Element; last: Element } | null>(null)
  useEffect(() => {
    if (pressed.current === null) return
    const { button, last } = pressed.current
    pressed.current = null
    const { activeElement: active, body } = document
    if (last.nextElementSibling && (active === null || active === body || active === button))
      focusOn(last.nextElementSibling)
  }, [count])
  return (button, last) => {
    pressed.current = last ? { button, last } : null
  }
}

/** The rest of a list, page by page. `first`: the cursor after the page's own rows; null if there are no more. */
export function usePages<Item>(
  first: string | null,
  read: (cursor: string) => Promise<Page<Item>>,
  failureText: (error: unknown) => string,
): Pages<Item> {
  const [items, setItems] = useState<readonly Item[]>([])
  const [cursor, setCursor] = useState(first)
  const more = useMutation(async () => {
    if (cursor === null) return
    const page = await read(cursor)
    setItems((before) => [...before, ...page.list])
    setCursor(page.next_cursor)
  }, failureText)
  const focusAfter = useFocusOnNew(items.length)
  return {
    items,
    hasMore: cursor !== null,
    more,
    showMore(button, last) {
      focusAfter(button, last)
      void more.run()
    },
  }
}
