import { useEffect } from 'react'

/** The id of a record's row in a list. */
export const rowId = (id: number | string) => `row-${id}`

/** Leads to the place that the address names, once it is on the page. */
export function usePlace(isReady: boolean): void {
  useEffect(() => {
    const place = isReady && document.getElementById(decodeURIComponent(window.location.hash.slice(1)))
    if (!place) return
    place.setAttribute('tabindex', '-1')
    place.setAttribute('data-sought', '')
    place.focus({ preventScroll: true })
    place.scrollIntoView({ block: 'start' })
  }, [isReady])
}
