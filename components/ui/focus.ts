import type { MouseEvent } from 'react'

/**
 * Keeps the focus in the field while a button is pressed: leaving the field would show its error, move the button away from the
 * pointer and lose the press.
 */
export function keepFocus(event: MouseEvent) {
  event.preventDefault()
}

/** Whether nothing outside the element has the focus. */
export function isFocusFree(element: Element): boolean {
  const active = document.activeElement
  return active === null || active === document.body || element.contains(active)
}

/** Focuses an element that need not be a control, such as a row. */
export function focusOn(element: Element) {
  if (!(element instanceof HTMLElement)) return
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus()
}

/** Smooth, unless the visitor prefers less motion. */
export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}
