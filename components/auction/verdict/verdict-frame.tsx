import { useTranslations } from 'next-intl'
import { classNames } from '@/components/ui/class-names'
import type { ReactNode } from 'react'
import { TimeLeft } from '@/components/auction/live/time-left'
import { useHalt, useSecondsLeft } from '@/lib/api/use-server-time'
import { HaltClock } from '@/components/auction/live/halt'
import { useFormats, useLiveAuction } from '@/components/auction/live/live-context'
import { PollingNote, useIsStale } from '@/components/auction/live/connection'

const LAST_SECONDS = 60

type Urgency = 'calm' | 'extending' | 'last'

const TONES: Record<Urgency, string> = {
  calm: '',
  extending: 'text-wait-text',
  last: '-my-1 rounded-md bg-lose px-3 py-1 text-lose-text',
}

/** Time left by the server's clock (R5.2). Its style changes in the extension window, and again in the last minute. */
function VerdictClock() {
  const t = useTranslations('Verdict.clock')
  const tAuction = useTranslations('Auction')
  const auction = useLiveAuction()
  const { timeWithSeconds, moment } = useFormats(auction)
  // A stale page may not know of an extension.
  const isStale = useIsStale()
  const halt = useHalt(auction)
  const end = Date.parse(auction.effective_end)
  const window = auction.extension_minutes * 60
  const seconds = useSecondsLeft(end)
  const extendable = end < Date.parse(auction.hard_end)
  const urgency: Urgency =
    seconds === null || seconds > Math.max(window, LAST_SECONDS)
      ? 'calm'
      : seconds > LAST_SECONDS
        ? 'extending'
        : 'last'
  const label = seconds !== null && seconds <= window ? t(extendable ? 'extends' : 'noMore') : t('left')
  const isUrgent = label !== t('left')
  const extended = auction.extensions.length > 0
  if (halt !== null) return <HaltClock halt={halt} />
  if ((seconds === 0 && !isStale) || auction.state === 'closing')
    return (
      <p className="numbers text-right text-small text-soft">
        {tAuction('closesNow')}
        <time dateTime={auction.effective_end} className="block text-h3 font-display text-text">
          {timeWithSeconds(end)}
        </time>
      </p>
    )
  return (
    <>
      {/* On phones a long label in the clock's column would squeeze the verdict, and one above the button would move it. */}
      {isUrgent && (
        <p className="col-span-full text-fine font-semibold text-wait-text max-sm:order-3 sm:hidden">{label}</p>
      )}
      <div
        data-urgency={urgency}
        className={classNames('grid justify-items-end text-right transition-colors duration-250', TONES[urgency])}
      >
        <span className={classNames('text-fine', urgency === 'calm' ? 'text-soft' : 'font-semibold')}>
          <span className="max-sm:hidden">{label}</span>
          <span className="sm:hidden">{t('left')}</span>
        </span>
        <TimeLeft until={auction.effective_end} dayLabel={(days) => tAuction('days', { days })} size="bar" />
        <time
          dateTime={auction.effective_end}
          className={classNames('numbers text-fine', urgency === 'last' ? undefined : 'text-soft', 'max-sm:hidden')}
        >
          {t(extended ? 'extendedTo' : 'until', { time: extended ? timeWithSeconds(end) : moment(end) })}
        </time>
      </div>
    </>
  )
}

export type VerdictTone = 'plain' | 'go' | 'wait' | 'lose'

/** On phones a row below the sentence and the clock. */
export const BELOW_ON_PHONES = 'max-sm:order-1 max-sm:col-span-full'

/** Not sticky on low screens, where it would hide too much. */
export function VerdictFrame({ tone, children, actions, notice }: VerdictFrameProps) {
  const t = useTranslations('Verdict')
  return (
    <section
      data-surface=""
      data-verdict={tone}
      data-print="hide"
      aria-label={t('label')}
      className={classNames(
        'sticky top-0 z-20 mb-5 grid grid-cols-[minmax(0,1fr)_auto] large-text:grid-cols-1 items-center gap-x-4 gap-y-3 border border-line bg-surface px-4 py-3 text-text shadow-card [@media(height<30rem)]:static',
        'max-sm:-mx-(--gutter) max-sm:border-x-0 max-sm:border-t-4 sm:mb-4 sm:gap-x-8 sm:rounded-lg sm:border-l-[6px] sm:px-6 sm:py-4',
        actions && 'lg:grid-cols-[minmax(0,1fr)_auto_auto]',
        EDGES[tone],
      )}
    >
      <div className="min-w-0 max-sm:contents">{children}</div>
      <VerdictClock />
      <PollingNote />
      {actions && <div className="col-span-full max-sm:order-2 lg:col-span-1">{actions}</div>}
      {notice && <div className="col-span-full max-sm:order-3">{notice}</div>}
    </section>
  )
}

/** Bidding has ended, and bids received in time are still being recorded (R6.2). */
export function ClosingText() {
  const t = useTranslations('Verdict')
  return (
    <>
      <p className="text-h3 font-display" role="status">
        {t('closing')}
      </p>
      <p className={classNames(BELOW_ON_PHONES, 'text-small text-soft')}>{t('closingText')}</p>
    </>
  )
}

export const EDGES: Record<VerdictTone, string> = {
  plain: 'border-l-line-strong max-sm:border-t-line-strong',
  go: 'border-l-go-mark max-sm:border-t-go-mark',
  wait: 'border-l-wait-mark max-sm:border-t-wait-mark',
  lose: 'border-l-lose-mark max-sm:border-t-lose-mark',
}

interface VerdictFrameProps {
  tone: VerdictTone
  /** On phones each child is a cell of the bar's grid. */
  children: ReactNode
  actions?: ReactNode
  /** The result of a bid sent from this bar. */
  notice?: ReactNode
}
