import type { MouseEvent } from 'react'

/**
 * Leaves the focus in the field while a button is pressed. Else leaving the field shows its error, the button moves
 * away under the pointer, and the press is lost.
 */
export function keepFocus(event: MouseEvent) {
  event.preventDefault()
}

/** Whether the focus may be brought into an element without taking it from somewhere else that a person has gone to. */
export function mayTakeFocus(element: Element): boolean {
  const active = document.activeElement
  return active === null || active === document.body || element.contains(active)
}

/** Onto something that is no control, as a row of a list is. */
export function focusOn(element: Element) {
  if (!(element instanceof HTMLElement)) return
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus()
}
