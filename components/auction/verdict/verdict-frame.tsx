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
  last: 'bg-lose text-lose-text',
}

/** In the extension window: whether a bid still extends the auction. Null before it, and at the end. */
function useExtensionText(): string | null {
  const t = useTranslations('Verdict.clock')
  const { effective_end, hard_end, extension_minutes } = useLiveAuction()
  const end = Date.parse(effective_end)
  const seconds = useSecondsLeft(end)
  if (!seconds || seconds > extension_minutes * 60) return null
  return t(end < Date.parse(hard_end) ? 'extends' : 'noMore')
}

/** On phones a long label in the clock's column would squeeze the verdict. */
export function ExtensionLine() {
  const text = useExtensionText()
  return text !== null && <p className="text-fine font-semibold text-wait-text sm:hidden">{text}</p>
}

/** The same for those who do not bid, and before it the end, which the clock has no room for: the line comes at no time. */
function EndLine() {
  const t = useTranslations('Verdict.clock')
  const auction = useLiveAuction()
  const { timeWithSeconds, moment } = useFormats(auction)
  const end = auction.effective_end
  const extension = useExtensionText()
  return (
    <p
      className={classNames(
        'numbers order-3 col-span-full text-fine sm:hidden',
        extension === null ? 'text-soft' : 'font-semibold text-wait-text',
      )}
    >
      {extension ??
        (auction.extensions.length > 0
          ? t('extendedTo', { time: timeWithSeconds(end) })
          : t('until', { time: moment(end) }))}
    </p>
  )
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
  const urgency: Urgency =
    seconds === null || seconds > Math.max(window, LAST_SECONDS)
      ? 'calm'
      : seconds > LAST_SECONDS
        ? 'extending'
        : 'last'
  const extension = useExtensionText()
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
    // Padding and width do not depend on the label, so that the last minutes move nothing.
    <div
      data-urgency={urgency}
      className={classNames(
        '-my-1 -mr-3 grid justify-items-end rounded-md px-3 py-1 text-right transition-colors duration-250 sm:min-w-56',
        TONES[urgency],
      )}
    >
      <span className={classNames('text-fine', urgency === 'calm' ? 'text-soft' : 'font-semibold')}>
        <span className="max-sm:hidden">{extension ?? t('left')}</span>
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
  )
}

export type VerdictTone = 'plain' | 'go' | 'wait' | 'lose'

/** On phones a row below the sentence and the clock. */
export const BELOW_ON_PHONES = 'max-sm:order-1 max-sm:col-span-full'

/** The height of a bidder's bar with its buttons, or with two lines of text. */
const PLACES = {
  bidder: 'min-h-57 content-start sm:min-h-51 lg:min-h-31.5 lg:content-center',
  'signed-in':
    'signed-in:min-h-57 signed-in:content-start sm:signed-in:min-h-51 lg:signed-in:min-h-31.5 lg:signed-in:content-center',
  onlooker: 'lg:min-h-31.5 lg:content-center',
} as const

/** Not sticky on low screens, where it would hide too much. */
export function VerdictFrame({ tone, children, actions, hasButtons = false, notice, place }: VerdictFrameProps) {
  const t = useTranslations('Verdict')
  return (
    <section
      data-surface=""
      data-verdict={tone}
      data-print="hide"
      aria-label={t('label')}
      className={classNames(
        'sticky top-0 z-20 mb-5 grid grid-cols-[minmax(0,1fr)_auto] large-text:grid-cols-1 items-center gap-x-4 gap-y-2 border border-line bg-surface px-4 py-3 text-text shadow-card [@media(height<30rem)]:static',
        'max-sm:-mx-(--gutter) max-sm:border-x-0 max-sm:border-t-4 sm:mb-4 sm:gap-x-8 sm:gap-y-3 sm:rounded-lg sm:border-l-[6px] sm:px-6 sm:py-4',
        place === 'bidder' && hasButtons && 'lg:grid-cols-[minmax(0,1fr)_minmax(18rem,max-content)_auto]',
        // The figures and the words at the end have the same height.
        place !== 'bidder' && 'max-sm:min-h-37.5 max-sm:content-start sm:max-lg:min-h-34.5',
        place === undefined && 'lg:min-h-29.5',
        place && PLACES[place],
        EDGES[tone],
      )}
    >
      <div className={classNames('min-w-0 max-sm:contents', place === 'bidder' && 'lg:flex lg:flex-col')}>
        {children}
      </div>
      {place === 'bidder' && (
        <div
          className={classNames(
            'col-span-full max-sm:order-2 sm:max-lg:order-1',
            hasButtons ? 'lg:col-span-1' : 'lg:hidden',
          )}
        >
          {actions}
        </div>
      )}
      <VerdictClock />
      {place !== 'bidder' && <EndLine />}
      <PollingNote />
      {notice && <div className="order-3 col-span-full">{notice}</div>}
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
  /** Buttons, or figures in their place where the bar has no other room for them. */
  actions?: ReactNode
  hasButtons?: boolean
  /** The result of a bid sent from this bar. */
  notice?: ReactNode
  /**
   * Whose bar keeps the place of the buttons: a bidder's, or, before hydration, that of everybody signed in; on wide screens, that of
   * an account that does not take part.
   */
  place?: keyof typeof PLACES
}
