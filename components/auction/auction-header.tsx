import { useTranslations } from 'next-intl'
import { TimeLeft } from '@/components/auction/time-left'
import { classNames } from '@/components/ui/class-names'
import { Pill, StatePill } from '@/components/ui/pill'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { shapeOfEnd, type TimeShape } from '@/lib/i18n/formats'
import { useHasPassed } from '@/lib/api/use-server-time'
import { useFormats, useLiveAuction } from './live-context'
import { ConnectionNote } from './submission-notice'

type ClockFace =
  | { kind: 'counting'; label: 'toStart'; until: string }
  | { kind: 'still'; label: 'endedAt' | 'cancelledAt' | 'unsuccessfulAt'; at: string }

/** Null while bidding goes on: then the verdict bar has the clock. */
function clockFace(
  auction: Pick<AuctionDetail, 'state' | 'starts_at' | 'effective_end' | 'cancelled_at'>,
): ClockFace | null {
  switch (auction.state) {
    case 'planned':
      return { kind: 'counting', label: 'toStart', until: auction.starts_at }
    case 'running':
    case 'closing':
      return null
    case 'selection':
    case 'completed':
      return { kind: 'still', label: 'endedAt', at: auction.effective_end }
    case 'cancelled':
      return { kind: 'still', label: 'cancelledAt', at: auction.cancelled_at ?? auction.starts_at }
    case 'unsuccessful':
      return { kind: 'still', label: 'unsuccessfulAt', at: auction.starts_at }
    default:
      return auction.state satisfies never
  }
}

function AuctionClock() {
  const t = useTranslations('Auction')
  const auction = useLiveAuction()
  const formats = useFormats(auction)
  const face = clockFace(auction)
  if (face === null) return null
  const at = face.kind === 'counting' ? face.until : face.at
  return (
    <div
      data-print={face.kind === 'counting' ? 'hide' : undefined}
      className="grid min-h-20 content-end justify-items-start gap-1 lg:justify-items-end lg:text-right"
    >
      <span className="text-small text-header-soft">{t(face.label)}</span>
      {face.kind === 'counting' ? (
        <CountdownTime until={at} />
      ) : (
        <FixedTime at={at} shape={face.label === 'endedAt' ? shapeOfEnd(auction) : 'time'} />
      )}
      {face.kind === 'counting' && (
        <span className="text-fine text-header-soft">
          {t('startsAt')} <time dateTime={at}>{formats.moment(at)}</time>
        </span>
      )}
    </div>
  )
}

function CountdownTime({ until }: { until: string }) {
  const t = useTranslations('Auction')
  if (useHasPassed(until)) return <span className="text-number font-display">{t('startsNow')}</span>
  return <TimeLeft until={until} dayLabel={(days) => t('days', { days })} size="xl" />
}

function FixedTime({ at, shape }: { at: string; shape: TimeShape }) {
  const auction = useLiveAuction()
  const formats = useFormats(auction)
  return (
    <time dateTime={at} className="text-number font-display">
      {formats.fullDateTime(at, shape)}
    </time>
  )
}

export function AuctionHeader() {
  const t = useTranslations('Auction')
  const tState = useTranslations('AuctionState')
  const auction = useLiveAuction()
  const bidding = auction.state === 'running' || auction.state === 'closing'
  return (
    <div className="grid gap-x-10 gap-y-6 pt-4 sm:pt-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
      <div className="grid min-w-0 gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <Pill tone="inverse">{t('number', { number: String(auction.number) })}</Pill>
          <StatePill state={auction.state}>{tState(auction.state)}</StatePill>
          {auction.visibility === 'closed' && <Pill tone="inverse">{t('closed')}</Pill>}
          {!bidding && <ConnectionNote />}
        </div>
        <h1
          lang={auction.ukrainian_texts.includes('title') ? 'uk' : undefined}
          translate="yes"
          title={bidding ? auction.title : undefined}
          className={classNames(
            'font-display',
            // While bidding goes on, the position and the form must be in view whatever the name's length.
            bidding
              ? 'line-clamp-2 max-w-[60rem] text-[1.5rem] leading-tight lg:text-[1.75rem]'
              : 'max-w-[46rem] text-title',
          )}
        >
          {auction.title}
        </h1>
      </div>
      <AuctionClock />
    </div>
  )
}
