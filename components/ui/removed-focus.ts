import { type RefObject, useEffect, useRef } from 'react'

interface ListFocus {
  /** The list, focusable by script. */
  list: RefObject<HTMLUListElement | null>
  /** Called with the pressed button before its item is removed. */
  leave(button: HTMLElement): void
}

/** Where the focus goes when an item of a list is removed with its button: to the next item's button, or to the list. */
export function useListFocus(items: unknown): ListFocus {
  const list = useRef<HTMLUListElement>(null)
  const next = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (document.activeElement === document.body) next.current?.focus()
  }, [items])
  return {
    list,
    leave(button) {
      const item = button.closest('li')
      const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
      next.current = neighbour?.querySelector('button') ?? list.current
    },
  }
}

/**
 * An element that gets the focus after a result that removed the pressed button.
 *
 * @param result differs after each such result
 */
export function useResultFocus<Result extends HTMLElement>(result: unknown): RefObject<Result | null> {
  const element = useRef<Result>(null)
  const seen = useRef(result)
  useEffect(() => {
    if (seen.current === result) return
    seen.current = result
    if (document.activeElement === document.body) element.current?.focus()
  }, [result])
  return element
}
