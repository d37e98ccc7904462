import { useEffect } from 'react'

/** The id of a record's row in a list, of which a page may have several. */
export const rowId = (list: string, id: number | string) => `${list}-${id}`

/** Leads to the place that the address names, once it is on the page. */
export function usePlace(isReady: boolean): void {
  useEffect(() => {
    if (isReady) goTo(decodeURIComponent(window.location.hash.slice(1)))
  }, [isReady])
}

function goTo(id: string): void {
  const place = document.getElementById(id)
  if (place === null) return
  place.tabIndex = -1
  place.dataset.sought = ''
  place.focus({ preventScroll: true })
  place.scrollIntoView({ block: 'start' })
}
