import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { Pill } from '@/components/ui/pill'
import { useLiveState } from './live-context'

/** Shown while the page may be stale. */
export function ConnectionNote() {
  const t = useTranslations('Auction.connection')
  const { connection } = useLiveState()
  if (useIsStale()) return <Pill tone="wait">{t('offline')}</Pill>
  if (connection === 'reconnecting')
    return (
      <span className="appear-late">
        <Pill tone="wait">{t('reconnecting')}</Pill>
      </span>
    )
  return null
}

export function PollingNote() {
  const t = useTranslations('Auction.connection')
  const { connection } = useLiveState()
  return (
    connection === 'polling' && (
      <p role="status" className="col-span-full text-fine text-wait-text max-sm:order-4">
        {t('polling')}
      </p>
    )
  )
}

/** The same in the header of an auction without a verdict bar, which is planned or over. */
export function PollingPill() {
  const t = useTranslations('Auction.connection')
  const { connection } = useLiveState()
  return connection === 'polling' && <Pill tone="wait">{t('polling')}</Pill>
}

/** Whether the page may be stale: the stream is silent, or the device is offline. */
export function useIsStale(): boolean {
  const { connection } = useLiveState()
  return useIsOffline() || connection === 'offline'
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
}

function subscribe(onChange: () => void) {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
