'use client'

import { ActionLink, Badge, TextLink, TimeLeft } from '@/components/office/kit'
import { type OfficeText, useOfficeText } from '@/components/office/office-text'
import { consolePath, roomPath } from '@/components/office/rooms'
import { defineScreen, ScreenPage } from '@/components/office/screen'
import { Pill, StatePill } from '@/components/ui/pill'
import { api } from '@/lib/api/browser'
import { serverClock } from '@/lib/api/server-clock'
import type { ManagedAuction } from '@/lib/contract/manager-auctions'
import { formatDateTime, formatPrice, formatQuantity, formatShortDateTime, numberSign } from '@/lib/i18n/formats'

const REFRESH_MS = 10_000
const DAY_MS = 24 * 3_600_000

const FILTERS = {
  state: {
    label: 'status',
    tabs: true,
    options: {
      draft: 'auction_draft',
      planned: 'auction_planned',
      running: 'auction_running',
      selection: 'auction_selection',
      completed: 'auction_completed',
      cancelled: 'auction_cancelled',
      unsuccessful: 'auction_unsuccessful',
    },
  },
  category: {
    label: 'auctionKind',
    options: { gas_condensate: 'kind_gas_condensate', natural_gas: 'kind_natural_gas' },
  },
  waiting: {
    label: 'waitsForYou',
    options: { applications: 'waits_applications', questions: 'waits_questions' },
  },
} as const

/** All auctions by state, with the tasks of the manager in each. */
const AUCTIONS = defineScreen({
  room: 'auctions',
  search: 'searchAuctions',
  filters: FILTERS,
  refreshInterval: REFRESH_MS,
  empty: 'noAuctions',
  read: ({ state, category, waiting, search }, cursor, { locale }) =>
    api.manager.auctions({
      ...{ states: state && [state], category, waiting, search },
      ...{ lang: locale, cursor, limit: 50 },
    }),
  counts: ({ counts }) => counts,
  Actions: NewLot,
  columns: [
    {
      key: 'lot',
      head: 'lot',
      headClass: 'min-w-56 tabular:w-[39%]',
      cut: true,
      cell: ({ id, state, number, title }, { t, locale }) => (
        <TextLink
          href={state === 'draft' ? roomPath('auctions', id) : consolePath(id)}
          title={title}
          className="font-semibold"
        >
          {number !== null && `${numberSign(number, locale)} · `}
          {title || t('untitled')}
        </TextLink>
      ),
    },
    { key: 'kind', head: 'auctionKind', spare: true, cell: ({ category }, { t }) => category && t(`kind_${category}`) },
    {
      key: 'status',
      head: 'status',
      cell: ({ state, halted }, { t }) =>
        state === 'draft' ? (
          <Pill tone="done">{t('auction_draft')}</Pill>
        ) : halted ? (
          <Pill tone="wait">{t('decision_halted')}</Pill>
        ) : (
          <StatePill state={state}>{t(`auction_${state}`)}</StatePill>
        ),
    },
    {
      key: 'waits',
      head: 'waitsForYou',
      cellClass: 'col-span-full',
      cell: (auction, office) => tasksOf(auction, office),
    },
    {
      key: 'time',
      head: 'timeColumn',
      cellClass: 'whitespace-nowrap',
      cell: (auction) => <When auction={auction} />,
    },
    {
      key: 'volume',
      head: 'volume',
      numeric: true,
      spare: true,
      cell: ({ volume, unit }, { locale }) => (volume === null ? '—' : formatQuantity(volume, locale, unit)),
    },
    { key: 'price', head: 'priceUah', numeric: true, cell: (auction) => <Price auction={auction} /> },
    { key: 'bids', head: 'bids', numeric: true, cell: ({ bids }) => bids },
    {
      key: 'participants',
      head: 'participants',
      numeric: true,
      spare: true,
      cell: ({ state, applications, participants }, { t }) =>
        state === 'planned' ? (
          <span className="text-soft">{t('applicationsCount', { count: applications })}</span>
        ) : (
          participants
        ),
    },
  ],
})

export function AuctionsScreen() {
  return <ScreenPage screen={AUCTIONS} />
}

function NewLot() {
  const { t } = useOfficeText()
  return <ActionLink href={`${roomPath('auctions')}/new`}>{t('newLot')}</ActionLink>
}

/** The highest bid, or the starting price where there is none. */
function Price({ auction: { best_price: best, starting_price: start } }: { auction: ManagedAuction }) {
  const { t, locale } = useOfficeText()
  if (best !== null) return <b className="font-semibold">{formatPrice(best, locale)}</b>
  if (start === null) return <>—</>
  return (
    <span className="text-soft">
      <span className="text-fine">{t('startingPriceNote')}</span> {formatPrice(start, locale)}
    </span>
  )
}

/** Within a day a countdown to the start or the end, otherwise the date. */
function When({ auction: { state, halted, starts_at: start, effective_end: end } }: { auction: ManagedAuction }) {
  const { t, locale } = useOfficeText()
  if (halted) return <span className="text-soft">{t('endWillMove')}</span>
  const until = state === 'running' ? end : state === 'planned' ? start : null
  if (until !== null && Date.parse(until) - serverClock.now() < DAY_MS) {
    const at = formatShortDateTime(until, locale)
    return (
      <span title={t(state === 'running' ? 'untilEnd' : 'untilStart', { at })}>
        <TimeLeft until={until} urgent={state === 'running'} /> <span className="text-fine text-soft">{at}</span>
      </span>
    )
  }
  const at = state === 'draft' || state === 'planned' ? start : end
  return <>{at === null ? '—' : formatDateTime(at, locale)}</>
}

/** Null where nothing waits for the manager. */
function tasksOf({ waiting, untranslated, state }: ManagedAuction, { t, locale }: OfficeText) {
  const open = state === 'draft' || state === 'planned' || state === 'running'
  const tasks = [
    waiting.winners && t('confirmWinners'),
    waiting.completion && t('complete'),
    waiting.partial_until !== null && t('waitsPart', { at: formatShortDateTime(waiting.partial_until, locale) }),
  ].filter((task) => task !== false)
  const counted = [
    [waiting.applications, t('waitsApplications', { count: waiting.applications })],
    [waiting.questions, t('waitsQuestions', { count: waiting.questions })],
  ] as const
  const gaps = open && untranslated.length > 0
  if (tasks.length === 0 && !gaps && counted.every(([count]) => count === 0)) return null
  return (
    <ul className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      {tasks.map((task) => (
        <li key={task} className="font-semibold text-wait-text">
          {task}
        </li>
      ))}
      {counted.map(
        ([count, task]) =>
          count > 0 && (
            <li key={task} className="flex items-baseline gap-1.5 whitespace-nowrap">
              <Badge count={count} />
              {task}
            </li>
          ),
      )}
      {gaps && (
        <li className="whitespace-nowrap text-fine text-wait-text">
          {t('untranslated', { languages: untranslated.join(', ') })}
        </li>
      )}
    </ul>
  )
}
