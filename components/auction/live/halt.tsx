import { useTranslations } from 'next-intl'
import { TimeLeft } from '@/components/auction/live/time-left'
import { Notice } from '@/components/ui/notice'
import { useHalt } from '@/lib/api/use-server-time'
import type { Halt } from '@/lib/contract/stream'
import { useFormats, useLiveAuction } from './live-context'

/** Above the page, for everyone: why bidding is halted, and when it resumes. */
export function HaltNotice() {
  const t = useTranslations('Auction.halt')
  const auction = useLiveAuction()
  const halt = useHalt(auction)
  const { timeWithSeconds, dayTime } = useFormats(auction)
  if (halt === null) return null
  return (
    <div className="pb-5 sm:pb-6">
      <Notice
        tone="wait"
        role="status"
        title={
          halt.resumes_at === null
            ? t('title', { time: timeWithSeconds(halt.since) })
            : t('resumes', { time: timeWithSeconds(halt.resumes_at) })
        }
      >
        <p translate="yes">{halt.reason}</p>
        <p>
          {halt.resumes_at === null
            ? t('text')
            : t('newEnd', { end: dayTime(auction.effective_end, 'timeWithSeconds') })}
        </p>
      </Notice>
    </div>
  )
}

/** Replaces the time left. */
export function HaltClock({ halt }: { halt: Halt }) {
  const t = useTranslations('Auction.halt')
  const tAuction = useTranslations('Auction')
  return (
    <div className="grid justify-items-end text-right text-wait-text">
      <span className="text-fine font-semibold">{t(halt.resumes_at === null ? 'halted' : 'untilResumed')}</span>
      {halt.resumes_at !== null && (
        <TimeLeft until={halt.resumes_at} dayLabel={(days) => tAuction('days', { days })} size="bar" />
      )}
    </div>
  )
}
