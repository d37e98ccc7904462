import { useEffect } from 'react'

/** A reader who does this has chosen another place. */
const CHOICES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Scrolls to the card that the address names, as `#deposit`, when it comes after the browser has looked for it. */
export function LateTarget() {
  useEffect(() => {
    const id = window.location.hash.slice(1)
    if (id === '' || document.getElementById(id) !== null) return
    const observer = new MutationObserver(() => {
      const target = document.getElementById(id)
      if (target === null) return
      stop()
      target.scrollIntoView()
    })
    function stop() {
      observer.disconnect()
      for (const choice of CHOICES) window.removeEventListener(choice, stop)
    }
    observer.observe(document.body, { childList: true, subtree: true })
    for (const choice of CHOICES) window.addEventListener(choice, stop, { passive: true })
    return stop
  }, [])
  return null
}
