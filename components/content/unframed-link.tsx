'use client'

import type { ComponentProps } from 'react'
import { useBrowserValue } from '@/lib/browser/use-browser-value'

/** Not rendered within a frame: a click would take the wizard's preview of a lot to another page. */
export function UnframedLink(props: ComponentProps<'a'>) {
  const isFramed = useBrowserValue(() => window.parent !== window, false)
  return isFramed ? null : <a {...props} />
}
