import type { MouseEvent } from 'react'

/**
 * Leaves the focus in the field while a button is pressed. Else leaving the field shows its error, the button moves
 * away under the pointer, and the press is lost.
 */
export function keepFocus(event: MouseEvent) {
  event.preventDefault()
}
