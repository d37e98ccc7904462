'use client'

import { CalendarPlus } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { NO_DEPOSIT } from '@/lib/config/constants'
import { useFormats, useLiveAuction } from '@/components/auction/live/live-context'
import { useServerTime } from '@/lib/api/use-server-time'

export function Stages() {
  const t = useTranslations('Auction.sheet')
  const tLot = useTranslations('Lot.fields')
  const auction = useLiveAuction()
  const tCalendar = useTranslations('Calendar')
  const { dayTime, locale } = useFormats(auction)
  const { application_deadline: deadline, starts_at: start, effective_end: end, hard_end: hardEnd } = auction
  const { cancelled_at: cancelledAt } = auction
  // Later stages never took place.
  const stop = auction.state === 'unsuccessful' ? start : cancelledAt
  const extended = end !== auction.ends_at
  const open = auction.state === 'planned' || auction.state === 'running'
  const stages = [
    { label: tLot('question_deadline'), past: t('past.questions'), at: auction.question_deadline },
    auction.deposit_rate !== NO_DEPOSIT && {
      label: tLot('deposit_deadline'),
      past: t('past.deposit'),
      at: auction.deposit_deadline,
    },
    deadline !== start && { label: tLot('application_deadline'), past: t('past.applications'), at: deadline },
    { label: auction.state === 'unsuccessful' ? t('notStarted') : tLot('starts_at'), at: start },
    cancelledAt !== null && { label: t('cancelled'), at: cancelledAt },
    {
      label: extended ? t('endExtended') : tLot('ends_at'),
      at: end,
      withSeconds: extended,
      note: open && t('windowNote', { minutes: auction.extension_minutes }),
    },
    open && { label: tLot('hard_end_at'), at: hardEnd },
  ]
    .filter((stage) => stage !== false)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const countUntil = (until: number) => stages.filter((stage) => Date.parse(stage.at) <= until).length
  // Server-rendered HTML has no clock, so the state decides which stages have passed.
  const lastPassedAt = stop ?? (auction.state === 'running' ? start : auction.state === 'planned' ? null : end)
  const passedByState = lastPassedAt === null ? 0 : countUntil(Date.parse(lastPassedAt))
  const passedByClock = useServerTime(countUntil)
  const passed = stop === null ? (passedByClock ?? passedByState) : passedByState
  const formatted = (at: string, withSeconds = false) => dayTime(at, withSeconds ? 'timeWithSeconds' : 'time')
  return (
    <Card aria-labelledby="stages" className="break-inside-avoid">
      <CardHeader
        id="stages"
        title={t('stages')}
        aside={
          auction.state === 'planned' && (
            <a
              href={`/feeds/${locale}/auctions/${auction.slug}.ics`}
              data-print="hide"
              className="inline-flex min-h-6 items-center gap-1.5 font-semibold text-link hover:underline"
            >
              <Icon of={CalendarPlus} className="size-4" />
              {tCalendar('add')}
            </a>
          )
        }
      />
      <ol className="numbers mt-4">
        {stages.map(({ label, past, at, note, withSeconds }, index) => (
          <li
            key={label}
            aria-current={index === passed - 1 ? 'step' : undefined}
            className="relative grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-4 pb-4 last:pb-0"
          >
            {index < stages.length - 1 && (
              <span
                aria-hidden
                className={classNames(
                  'absolute bottom-0 left-[0.34rem] top-4 w-px',
                  index < passed - 1 ? 'bg-action' : 'bg-line-strong',
                )}
              />
            )}
            <span
              aria-hidden
              className={classNames(
                'mt-1 size-3 rounded-full border-2',
                index < passed ? 'border-action bg-action' : 'border-control bg-surface',
              )}
            />
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="text-small text-soft">{index < passed ? (past ?? label) : label}</span>
              <time dateTime={at} className="text-small font-semibold">
                {stop !== null && Date.parse(at) > Date.parse(stop) ? (
                  <s className="font-normal text-soft">{formatted(at, withSeconds)}</s>
                ) : (
                  formatted(at, withSeconds)
                )}
              </time>
              {note && <span className="w-full text-fine text-soft">{note}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
