import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'

interface ListFocus<List extends HTMLElement> {
  /** The list, focusable by script. */
  list: RefObject<List | null>
  /** Called with the pressed button before its item is removed. */
  leave(button: HTMLElement): void
  /** The same for any button of an item, as the list's `onClickCapture`. */
  leaveOnClick(event: MouseEvent): void
}

/** Where the focus goes when an item of a list is removed with its button: to the next item's button, or to the list. */
export function useListFocus<List extends HTMLElement = HTMLUListElement>(items: unknown): ListFocus<List> {
  const list = useRef<List>(null)
  const pressed = useRef<HTMLElement | null>(null)
  const next = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (pressed.current?.isConnected !== false || document.activeElement !== document.body) return
    const target = next.current?.isConnected ? next.current : list.current
    target?.focus()
  }, [items])
  function leave(button: HTMLElement): void {
    const item = button.closest('li, tr')
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
    pressed.current = button
    next.current = neighbour?.querySelector('button') ?? list.current
  }

  return {
    list,
    leave,
    leaveOnClick({ target }) {
      const button = target instanceof Element ? target.closest<HTMLElement>(':is(li, tr) button') : null
      // React passes on the clicks in an item's dialog too.
      if (button && list.current?.contains(button)) leave(button)
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
