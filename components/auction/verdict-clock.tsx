'use client'

import { useTranslations } from 'next-intl'
import { Countdown } from '@/components/ui/countdown'
import { classNames } from '@/components/ui/class-names'
import { useLiveState, useServerTime } from './live-context'
import { useFormats } from './use-formats'

const LAST_SECONDS = 60

type Urgency = 'calm' | 'extending' | 'last'

const TONES: Record<Urgency, string> = {
  calm: '',
  extending: 'text-wait-text',
  last: '-my-1 rounded-md bg-lose px-3 py-1 text-lose-text',
}

/** The time to go, by the server's clock (R5.2). It changes its look where a bid extends it, and again in the last minute. */
export function VerdictClock() {
  const t = useTranslations('Verdict.clock')
  const tAuction = useTranslations('Auction')
  const { auction } = useLiveState()
  const { timeWithSeconds, moment } = useFormats(auction)
  const end = Date.parse(auction.effective_end)
  const window = auction.extension_minutes * 60
  const seconds = useServerTime((now) => Math.max(0, Math.ceil((end - now) / 1000)))
  const extendable = end < Date.parse(auction.hard_end)
  const urgency: Urgency =
    seconds === null || seconds > Math.max(window, LAST_SECONDS)
      ? 'calm'
      : seconds > LAST_SECONDS
        ? 'extending'
        : 'last'
  const label = seconds !== null && seconds <= window ? t(extendable ? 'extends' : 'noMore') : t('left')
  const extended = auction.extensions.length > 0
  if (seconds === 0 || auction.state === 'closing')
    return (
      <p className="numbers text-right text-small text-soft">
        {tAuction('closesNow')}
        <time dateTime={auction.effective_end} className="block text-h3 font-display text-text">
          {timeWithSeconds(end)}
        </time>
      </p>
    )
  return (
    <div
      data-urgency={urgency}
      className={classNames('grid justify-items-end text-right transition-colors duration-250', TONES[urgency])}
    >
      <span className={classNames('text-fine', urgency === 'calm' ? 'text-soft' : 'font-semibold')}>{label}</span>
      {seconds === null ? (
        <span aria-hidden className="numbers text-number font-display opacity-40 sm:text-number-lg">
          ––:––
        </span>
      ) : (
        <Countdown remaining={seconds * 1000} dayLabel={(days) => tAuction('days', { days })} size="bar" />
      )}
      <time
        dateTime={auction.effective_end}
        className={classNames('numbers text-fine', urgency === 'last' ? undefined : 'text-soft', 'max-sm:hidden')}
      >
        {t(extended ? 'extendedTo' : 'until', { time: extended ? timeWithSeconds(end) : moment(end) })}
      </time>
    </div>
  )
}
