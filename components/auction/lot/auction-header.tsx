import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { TimeLeft } from '@/components/auction/live/time-left'
import { classNames } from '@/components/ui/class-names'
import { Pill, StatePill } from '@/components/ui/pill'
import { shapeOfEnd } from '@/lib/i18n/formats'
import { useHalt, useHasPassed } from '@/lib/api/use-server-time'
import { useFormats, useLiveAuction } from '@/components/auction/live/live-context'
import { ConnectionNote, PollingPill, useIsStale } from '@/components/auction/live/connection'

/** Characters that fit into about two lines of the large title. */
const LONG_TITLE = 70

function AuctionClock() {
  const t = useTranslations('Auction')
  const auction = useLiveAuction()
  const { moment, fullDateTime } = useFormats(auction)
  const { state, starts_at: start } = auction
  // While bidding goes on, the verdict bar has the clock.
  if (state === 'running' || state === 'closing') return null
  if (state === 'planned')
    return (
      <ClockFrame label={t('toStart')} data-print="hide">
        <TimeToStart start={start} />
        <span className="text-fine text-header-soft">
          {t('startsAt')} <time dateTime={start}>{moment(start)}</time>
        </span>
      </ClockFrame>
    )
  const isCancelled = state === 'cancelled'
  const hasEnded = state === 'selection' || state === 'completed'
  const at = hasEnded ? auction.effective_end : (isCancelled && auction.cancelled_at) || start
  return (
    <ClockFrame label={t(hasEnded ? 'endedAt' : isCancelled ? 'cancelledAt' : 'unsuccessfulAt')}>
      <time dateTime={at} className="text-number font-display">
        {fullDateTime(at, hasEnded ? shapeOfEnd(auction) : 'time')}
      </time>
    </ClockFrame>
  )
}

function ClockFrame({ label, children, ...rest }: ComponentProps<'div'> & { label: string }) {
  return (
    <div {...rest} className="grid min-h-20 content-end justify-items-start gap-1 lg:justify-items-end lg:text-right">
      <span className="text-small text-header-soft">{label}</span>
      {children}
    </div>
  )
}

function TimeToStart({ start }: { start: string }) {
  const t = useTranslations('Auction')
  if (useHasPassed(start)) return <span className="text-number font-display">{t('startsNow')}</span>
  return <TimeLeft until={start} dayLabel={(days) => t('days', { days })} size="xl" />
}

export function AuctionHeader() {
  const t = useTranslations('Auction')
  const tState = useTranslations('AuctionState')
  const auction = useLiveAuction()
  const isHalted = useHalt(auction) !== null
  const isStale = useIsStale()
  const hasEnded = useHasPassed(auction.effective_end) && !isStale
  // No event says that the last bids are being recorded (R6.2): it follows from the clock.
  const state = auction.state === 'running' && hasEnded ? 'closing' : auction.state
  const bidding = auction.state === 'running' || auction.state === 'closing'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 pt-4 sm:pt-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
      <div className="grid min-w-0 gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <Pill tone="inverse">{t('number', { number: String(auction.number) })}</Pill>
          {isHalted ? (
            <Pill tone="wait">{t('halt.halted')}</Pill>
          ) : (
            <StatePill state={state}>{tState(state)}</StatePill>
          )}
          {auction.visibility === 'closed' && <Pill tone="inverse">{t('closed')}</Pill>}
          {!bidding && <ConnectionNote />}
          {!bidding && <PollingPill />}
        </div>
        <h1
          lang={auction.ukrainian_texts.includes('title') ? 'uk' : undefined}
          translate="yes"
          title={bidding ? auction.title : undefined}
          className={classNames(
            'font-display',
            // While bidding goes on, the position and the form must be in view, however long the name is.
            bidding && 'line-clamp-2 print:line-clamp-none',
            bidding || auction.title.length > LONG_TITLE
              ? 'max-w-[60rem] text-[1.25rem] leading-tight large-text:text-title sm:text-[1.5rem] lg:text-[1.75rem]'
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
