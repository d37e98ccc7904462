'use client'

import { useTranslations } from 'next-intl'
import { Countdown } from '@/components/ui/countdown'
import { clockFace } from '@/components/auction/clock-parts'
import { useLiveState } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import { useServerTime } from '@/components/auction/use-server-time'

/** The time to go, by the server’s clock. Until that is known the fixed time stands in its place, so nothing moves. */
export function AuctionClock() {
  const t = useTranslations('Auction')
  const { auction } = useLiveState()
  const formats = useFormats(auction)
  const face = clockFace(auction)
  if (face.kind === 'none') return <p className="text-number text-band-soft">{t(face.label)}</p>
  const at = face.kind === 'counting' ? face.until : face.at
  const extension = auction.state === 'running' ? auction.extensions.at(-1) : undefined
  const label = extension ? t('toEndExtended', { time: formats.time(extension.at) }) : t(face.label)
  return (
    <div data-print={face.kind === 'counting' ? 'hide' : undefined} className="grid min-h-20 content-end justify-items-start gap-1 lg:justify-items-end lg:text-right">
      <span className="text-small text-band-soft">{label}</span>
      {face.kind === 'counting' ? <Counting until={at} planned={auction.state === 'planned'} /> : <Still at={at} />}
      {face.kind === 'counting' && (
        <span className="text-fine text-band-soft">
          {t(auction.state === 'planned' ? 'startsAt' : 'endsAt')} <time dateTime={at}>{formats.moment(at)}</time>
        </span>
      )}
    </div>
  )
}

function Counting({ until, planned }: { until: string; planned: boolean }) {
  const t = useTranslations('Auction')
  const end = Date.parse(until)
  const seconds = useServerTime((now) => Math.max(0, Math.ceil((end - now) / 1000)))
  if (seconds === null) return <span aria-hidden className="numbers text-number-xl font-display opacity-40 noscript:hidden">––:––</span>
  if (seconds === 0) return <span className="text-number font-display">{t(planned ? 'startsNow' : 'closesNow')}</span>
  return <Countdown remaining={seconds * 1000} dayLabel={(days) => t('days', { days })} size="xl" />
}

function Still({ at }: { at: string }) {
  const { auction } = useLiveState()
  const formats = useFormats(auction)
  return (
    <time dateTime={at} className="numbers text-number font-display">
      {formats.dateTime(at)}
    </time>
  )
}
