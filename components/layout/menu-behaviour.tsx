'use client'

import { useEffect } from 'react'

const OPEN_MENUS = 'details[data-menu][open]'

/** Closes open menus on Escape (the focus returns to the button), on a click elsewhere, when the focus leaves and when a link is followed. */
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
    function closeByFocus({ target, relatedTarget }: FocusEvent) {
      // Without a new target the window lost the focus, or a click on no control took it.
      if (!(target instanceof Element && relatedTarget instanceof Element)) return
      const menu = target.closest<HTMLDetailsElement>(OPEN_MENUS)
      if (menu && !menu.contains(relatedTarget)) menu.open = false
    }
    document.addEventListener('click', closeByClick)
    document.addEventListener('keydown', closeByKey)
    document.addEventListener('focusout', closeByFocus)
    return () => {
      document.removeEventListener('focusout', closeByFocus)
      document.removeEventListener('click', closeByClick)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [])
  return null
}
