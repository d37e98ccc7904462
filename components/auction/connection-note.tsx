'use client'

import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { useLiveState } from '@/components/auction/live-context'
import { Pill } from '@/components/ui/pill'

/** Says when what is shown may be old; a connection that works is not worth a word. */
export function ConnectionNote() {
  const t = useTranslations('Auction.connection')
  const { connection } = useLiveState()
  const offline = useIsOffline()
  if (offline || connection === 'offline') return <Pill tone="wait">{t('offline')}</Pill>
  if (connection === 'reconnecting') return <span className="appear-late"><Pill tone="wait">{t('reconnecting')}</Pill></span>
  return null
}

/** Whether the device itself has lost its network. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, () => !navigator.onLine, () => false)
}

function subscribe(onChange: () => void) {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
