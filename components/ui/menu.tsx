'use client'
import { useEffect } from 'react'
const OPEN_MENUS = 'details[data-menu][open]'

/** Closes open menus by Escape (the focus goes back to the button), by a click elsewhere and by following a link. One listener for all menus of the page. */
export function MenuBehaviour() {
  useEffect(() => {
    function closeByClick(event: MouseEvent) {
      const target = event.target as Element
      for (const menu of document.querySelectorAll<HTMLDetailsElement>(OPEN_MENUS)) {
        const chosen = target.closest('a, [data-closes-menu]')
        if (!menu.contains(target) || (chosen && menu.contains(chosen))) menu.open = false
      }
    }
    function closeByKey(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      for (const menu of document.querySelectorAll<HTMLDetailsElement>(OPEN_MENUS)) {
        menu.open = false
        menu.querySelector('summary')?.focus()
      }
    }
    document.addEventListener('click', closeByClick)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('click', closeByClick)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [])
  return null
}
