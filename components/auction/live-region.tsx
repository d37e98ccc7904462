'use client'

import { useTranslations } from 'next-intl'
import { useLiveState } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import { useServerTime } from '@/components/auction/use-server-time'

const LAST_MINUTE = 60_000

/** What a screen reader is told by itself: an outbid, the last minute, an extension, the end. Never a tick. */
export function LiveRegion() {
  const t = useTranslations('Auction.live')
  const { auction, announcements } = useLiveState()
  const { amount, time } = useFormats(auction)
  const end = Date.parse(auction.effective_end)
  const lastMinute = useServerTime((now) => now >= end - LAST_MINUTE && now < end)
  return (
    <>
      <div role="log" aria-live="polite" className="sr-only">
        {announcements.map((announcement) => (
          <p key={announcement.id}>
            {t(announcement.kind, {
              rank: announcement.rank ?? 0,
              given: announcement.given === null ? '—' : amount(announcement.given),
              time: announcement.at === null ? '' : time(announcement.at),
            })}
          </p>
        ))}
      </div>
      <p role="status" className="sr-only">{auction.state === 'running' && lastMinute ? t('lastMinute') : ''}</p>
    </>
  )
}
