'use client'

import { type ComponentProps, useSyncExternalStore } from 'react'

const never = () => () => undefined

/** A link that a page within another one's frame leaves out: the wizard's preview of a lot is not left by it. */
export function UnframedLink(props: ComponentProps<'a'>) {
  const isFramed = useSyncExternalStore(
    never,
    () => window.parent !== window,
    () => false,
  )
  return isFramed ? null : <a {...props} />
}
