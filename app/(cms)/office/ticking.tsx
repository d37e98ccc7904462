'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { StatusPill } from '@/app/(cms)/office/kit'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { serverClock } from '@/lib/api/server-clock'
import { useAgreementStatus } from '@/components/cabinet/agreement-status'
import { classNames } from '@/components/ui/class-names'
import type { Agreement } from '@/lib/contract/cabinet'
import { countdownParts } from '@/lib/i18n/countdown'

const URGENT_MS = 60_000

/** The server's time, or null before the first beat. */
export function useServerNow(): number | null {
  useEffect(() => {
    if (!serverClock.synced()) void serverClock.sync()
  }, [])
  return useSyncExternalStore(serverClock.subscribe, serverClock.snapshot, () => null)
}

/** Time to go to an instant by the server's clock: "4:09", "1:04:09", "2 d 1:04:09". Its last minute is urgent. */
export function TimeLeft({ until, urgent = false }: { until: string; urgent?: boolean }) {
  const { word } = useOffice()
  const now = useServerNow()
  if (now === null) return null
  const left = Date.parse(until) - now
  const { days, clock } = countdownParts(left)
  return (
    <span
      role="timer"
      aria-live="off"
      className={classNames('numbers whitespace-nowrap font-semibold', urgent && left < URGENT_MS && 'text-lose-text')}
    >
      {days > 0 && `${word('daysShort', { count: days })} `}
      {clock}
    </span>
  )
}

/** The status of an agreement as it was read, or after its last day. */
export function AgreementStatus({ agreement }: { agreement: Pick<Agreement, 'status' | 'ends_on'> }) {
  const { word } = useOffice()
  const status = `agreement_${useAgreementStatus(agreement)}` as const
  return <StatusPill status={status}>{word(status)}</StatusPill>
}
