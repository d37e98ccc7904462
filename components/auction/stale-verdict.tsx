'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { markTitle, playOutbid } from './attention'
import { useLiveAuction } from './live-context'
import { useFormats } from './use-formats'

/** Of when the verdict is: it may have changed since, and silence must not be taken for safety. */
export function StaleWords({ since }: { since: number }) {
  const t = useTranslations('Verdict.stale')
  const auction = useLiveAuction()
  const { timeWithSeconds } = useFormats(auction)
  return (
    <p role="alert" className="numbers text-small font-semibold text-wait-text max-sm:col-span-full">
      {t('since', { time: timeWithSeconds(since) })}
    </p>
  )
}

/** Seen in the tab and heard as an outbid is, and said when it is over. */
export function StaleAlerts({ isStale }: { isStale: boolean }) {
  const t = useTranslations('Verdict.stale')
  const [wasStale, setWasStale] = useState(isStale)
  if (isStale && !wasStale) setWasStale(true)
  const tab = t('tab')
  useEffect(() => (isStale ? markTitle('connection', `${tab} ·`) : undefined), [isStale, tab])
  useEffect(() => {
    if (isStale) playOutbid()
  }, [isStale])
  return (
    wasStale && (
      <p role="status" className="sr-only">
        {!isStale && t('back')}
      </p>
    )
  )
}
