import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { cardLadder, type CardRow, type RunningAuction } from '@/components/content/live-card-state'
import { classNames } from '@/components/ui/class-names'
import { formatPrice, formatQuantity, numberSign } from '@/lib/i18n/formats'

/** Rows in sight; as many more are rendered below, so that rows glide in and out. */
const SHOWN = 5

const GRID =
  'grid grid-cols-[1.25rem_minmax(0,1fr)_auto_6rem] items-center gap-x-3 large-text:grid-cols-[minmax(0,1fr)_auto]'

/**
 * The best rows of a running auction's ranking. A row stays where it is in the document and moves on the screen, so that
 * a changed rank is a transition; its rank is therefore part of its text.
 */
export function CardLadder({ auction }: { auction: RunningAuction }) {
  const t = useTranslations('AuctionCard')
  const { rows, cutAfter } = cardLadder(auction.ranking, auction.volume, 2 * SHOWN)
  const ordered = useStableOrder(rows)
  if (rows.length === 0) return null
  const shown = Math.min(rows.length, SHOWN)
  return (
    <div className="grid gap-1">
      <div aria-hidden className={classNames(GRID, 'text-fine text-soft')}>
        <span className="col-span-2 large-text:col-span-1">{t('participant')}</span>
        <span className="text-right">{auction.category.price_unit}</span>
        <span className="text-right large-text:hidden">{t('gets')}</span>
      </div>
      <ul
        aria-label={t('ranking')}
        className="relative overflow-hidden border-t border-line"
        style={{ height: `${shown * ROW_REM}rem` }}
      >
        {ordered.map((placed) => (
          <LadderRow
            key={placed.row.participant}
            placed={placed}
            unit={auction.category.unit}
            fresh={auction.fresh?.participant === placed.row.participant ? auction.fresh.seq : null}
          />
        ))}
        {cutAfter !== null && cutAfter < shown && (
          <li
            aria-hidden
            className="absolute inset-x-0 top-0 border-t-2 border-dashed border-wait-mark transition-transform duration-500 ease-out"
            style={{ transform: `translateY(calc(${cutAfter * ROW_REM}rem - 1px))` }}
          />
        )}
      </ul>
    </div>
  )
}

const ROW_REM = 2.5

function LadderRow({ placed, unit, fresh }: { placed: CardRow; unit: string; fresh: number | null }) {
  const t = useTranslations('AuctionCard')
  const locale = useLocale()
  const { row, from, width } = placed
  return (
    <li
      aria-hidden={row.rank > SHOWN || undefined}
      className={classNames(
        GRID,
        'absolute inset-x-0 top-0 bg-surface text-small transition-transform duration-500 ease-out',
        width === 0 && 'text-soft',
      )}
      style={{ height: `${ROW_REM}rem`, transform: `translateY(${(row.rank - 1) * ROW_REM}rem)` }}
    >
      <span className="text-fine text-soft large-text:hidden">{row.rank}</span>
      <span className="truncate font-semibold">{numberSign(row.participant, locale)}</span>
      <span className="whitespace-nowrap text-right">
        <span
          key={fresh ?? 'first'}
          className={classNames(
            '-mx-1 rounded-sm px-1',
            width > 0 && 'font-semibold',
            fresh !== null && 'animate-[glow_1.4s_ease-out]',
          )}
        >
          {formatPrice(row.price, locale)}
        </span>
      </span>
      <span className="whitespace-nowrap text-right large-text:hidden">
        {width > 0 ? (
          formatQuantity(row.allocated, locale, unit)
        ) : (
          <>
            <span aria-hidden>—</span>
            <span className="sr-only">{t('getsNothing')}</span>
          </>
        )}
      </span>
      <span aria-hidden className="absolute inset-x-0 bottom-0 h-0.5 bg-bar-rest">
        <span
          className="absolute inset-y-0 bg-bar transition-[left,width] duration-500 ease-out"
          style={{ left: `${from}%`, width: `${width}%` }}
        />
      </span>
    </li>
  )
}

/** The rows in the order of the first ranking that showed them. */
function useStableOrder(rows: readonly CardRow[]): CardRow[] {
  const [order, setOrder] = useState<readonly number[]>([])
  const known = new Set(order)
  const added = rows.map(({ row }) => row.participant).filter((participant) => !known.has(participant))
  if (added.length > 0) setOrder([...order, ...added])
  const places = new Map([...order, ...added].map((participant, index) => [participant, index]))
  return [...rows].sort((a, b) => (places.get(a.row.participant) ?? 0) - (places.get(b.row.participant) ?? 0))
}
