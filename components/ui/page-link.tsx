'use client'

import Link from 'next/link'
import type { ComponentProps } from 'react'
import { useSyncExternalStore } from 'react'
import { currentConnection, mayPrefetch } from './connection'

const neverChanges = () => () => undefined

/** Next's link, prefetched only where the connection is good enough. */
export function PageLink(props: Omit<ComponentProps<typeof Link>, 'prefetch'>) {
  const prefetch = useSyncExternalStore(
    neverChanges,
    () => mayPrefetch(currentConnection()),
    () => false,
  )
  return <Link {...props} prefetch={prefetch ? null : false} />
}
