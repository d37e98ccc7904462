'use client'

import Link from 'next/link'
import { type ComponentProps, useSyncExternalStore } from 'react'
import { SLOW_CONNECTIONS } from '@/lib/config/constants'

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Whether links may be prefetched: not on 2g, not with the data saver on (specification, point 9). Browsers that do not tell count as fast. */
export function mayPrefetch(connection: Connection | undefined): boolean {
  if (!connection) return true
  return connection.saveData !== true && !SLOW_CONNECTIONS.includes(connection.effectiveType ?? '')
}

function currentConnection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection
}

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
