import { useTranslations } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import { TimeLeft } from '@/components/auction/live/time-left'
import { classNames } from '@/components/ui/class-names'
import { Pill, StatePill } from '@/components/ui/pill'
import { shapeOfEnd } from '@/lib/i18n/formats'
import { useHalt, useHasPassed } from '@/lib/api/use-server-time'
import { isBidding, useFormats, useLiveAuction } from '@/components/auction/live/live-context'
import { ConnectionNote, PollingPill, useIsStale } from '@/components/auction/live/connection'

/** Characters that fit into about two lines of the large title. */
const LONG_TITLE = 70

function AuctionClock() {
  const t = useTranslations('Auction')
  const auction = useLiveAuction()
  const { moment, dayTime } = useFormats(auction)
  const { state, starts_at: start } = auction
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
        {dayTime(at, hasEnded ? shapeOfEnd(auction) : 'time')}
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

/** While bidding goes on, one line leaves the screen to the position and the form, however long the name is. */
function HeaderLine({ children }: { children: ReactNode }) {
  const t = useTranslations('Auction')
  const auction = useLiveAuction()
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 py-2 sm:min-h-16 sm:flex-nowrap print:flex-wrap">
      <span className="numbers shrink-0 text-small text-header-soft">
        {t('number', { number: String(auction.number) })}
      </span>
      <Title className="min-w-0 flex-1 truncate text-[1.125rem] leading-tight max-sm:order-1 max-sm:basis-full sm:text-[1.375rem] print:whitespace-normal" />
      <div className="flex shrink-0 items-center gap-2 max-sm:ml-auto">{children}</div>
    </div>
  )
}

function Title({ className }: { className: string }) {
  const { title, ukrainian_texts: ukrainian } = useLiveAuction()
  return (
    <h1
      lang={ukrainian.includes('title') ? 'uk' : undefined}
      translate="yes"
      title={title}
      className={classNames('font-display', className)}
    >
      {title}
    </h1>
  )
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
  const pills = (
    <>
      {isHalted ? <Pill tone="wait">{t('halt.halted')}</Pill> : <StatePill state={state}>{tState(state)}</StatePill>}
      {auction.visibility === 'closed' && <Pill tone="inverse">{t('closed')}</Pill>}
    </>
  )
  if (isBidding(auction)) return <HeaderLine>{pills}</HeaderLine>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 pt-4 sm:pt-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
      <div className="grid min-w-0 gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <Pill tone="inverse">{t('number', { number: String(auction.number) })}</Pill>
          {pills}
          <ConnectionNote />
          <PollingPill />
        </div>
        <Title
          className={
            auction.title.length > LONG_TITLE
              ? 'max-w-[60rem] text-[1.25rem] leading-tight large-text:text-title sm:text-[1.5rem] lg:text-[1.75rem]'
              : 'max-w-[46rem] text-title'
          }
        />
      </div>
      <AuctionClock />
    </div>
  )
}
