'use client'

import { useEffect } from 'react'

/** What shows that a visitor reads on, and would be torn away. */
const READING = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Scrolls to the section that the address names once it appears: some come only after the page has opened. */
export function LateAnchor() {
  useEffect(() => {
    const id = decodeURIComponent(window.location.hash.slice(1))
    if (id === '' || document.getElementById(id) !== null) return undefined
    const observer = new MutationObserver(() => {
      const section = document.getElementById(id)
      if (section === null) return
      section.scrollIntoView()
      stop()
    })
    function stop() {
      observer.disconnect()
      for (const event of READING) window.removeEventListener(event, stop)
    }
    for (const event of READING) window.addEventListener(event, stop, { passive: true })
    observer.observe(document.body, { childList: true, subtree: true })
    return stop
  }, [])
  return null
}
