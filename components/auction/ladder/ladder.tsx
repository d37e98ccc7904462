import { useTranslations } from 'next-intl'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useFormats, useLiveAuction, useLiveState } from '@/components/auction/live/live-context'
import { Card, CardHeader } from '@/components/ui/card'
import type { RankingRow } from '@/lib/contract/stream'
import { classNames } from '@/components/ui/class-names'
import { formatSum, kopecksOf, sumOf, thousandthsOf, toQuantityString } from '@/lib/domain/money'

/** A row with the position of its share within the lot's volume, in per cent. */
interface PlacedRow {
  row: RankingRow
  own: boolean
  from: number
  width: number
  /** The volume that was left for it, in thousandths. */
  left: number
}

interface LadderRows {
  placedRows: PlacedRow[]
  /** The number of rows above the line at which the volume ends; null while volume is left. */
  cutAfter: number | null
  /** The volume not allocated, in thousandths. */
  left: number
}

export function layOutLadder(
  ranking: readonly RankingRow[],
  volume: string,
  ownParticipant: number | null,
): LadderRows {
  const total = thousandthsOf(volume)
  const share = (quantity: number) => (total === 0 ? 0 : (quantity / total) * 100)
  let allocated = 0
  let last = 0
  const ordered = [...ranking].sort((a, b) => a.rank - b.rank)
  const placedRows = ordered.map((row, index) => {
    const from = allocated
    const quantity = thousandthsOf(row.allocated)
    allocated += quantity
    if (quantity > 0) last = index + 1
    return {
      row,
      own: row.participant === ownParticipant,
      from: share(from),
      width: share(quantity),
      left: Math.max(0, total - from),
    }
  })
  const left = Math.max(0, total - allocated)
  return { placedRows, cutAfter: left === 0 && last > 0 ? last : null, left }
}

const FLIP_MS = 240
const TRAIL_MS = 1_000
const CUT = 'cut'

/** Animates children marked `data-flip="key"` to their new places when `order` changes, unless reduced motion is preferred. */
function useFlip(order: string): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null)
  const tops = useRef(new Map<string, number>())

  useLayoutEffect(() => {
    const before = tops.current
    const now = new Map<string, number>()
    for (const node of container.current?.querySelectorAll<HTMLElement>('[data-flip]') ?? []) {
      const key = node.dataset.flip ?? ''
      const top = node.offsetTop
      const was = before.get(key)
      now.set(key, top)
      if (was !== undefined && was !== top && canAnimate()) {
        flip(node, was - top)
        // The rows below only make room.
        if (key !== CUT && was > top) leaveTrail(node, was)
      }
    }
    tops.current = now
  }, [order])

  return container
}

function flip(node: HTMLElement, from: number) {
  node.animate([{ transform: `translateY(${from}px)` }, { transform: 'none' }], {
    duration: FLIP_MS,
    easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)',
  })
}

/** The place that a row has left stays marked for a second. */
function leaveTrail(node: HTMLElement, top: number) {
  const trail = document.createElement('div')
  trail.ariaHidden = 'true'
  trail.dataset.trail = ''
  trail.className = 'pointer-events-none absolute inset-x-0 rounded-md border border-dashed border-control'
  trail.style.top = `${top}px`
  trail.style.height = `${node.offsetHeight}px`
  // Beside the table: React does not know it.
  node.closest('[role="table"]')?.after(trail)
  const remove = () => trail.remove()
  trail.animate([{ opacity: 1 }, { opacity: 0 }], { duration: TRAIL_MS, easing: 'ease-out' }).onfinish = remove
}

function canAnimate(): boolean {
  return (
    typeof Element.prototype.animate === 'function' && !window.matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}

/** Why there is no ranking: sealed before the start, closed to the public, or no bid yet. */
function LadderEmpty() {
  const t = useTranslations('Auction.ladder')
  const auction = useLiveAuction()
  const { moment } = useFormats(auction)
  if (auction.state === 'planned') {
    return (
      <Empty title={t('planned')} text={t('plannedText', { time: moment(auction.starts_at) })}>
        <p className="font-semibold">{t('plannedCount', { count: auction.participants })}</p>
      </Empty>
    )
  }
  if (auction.visibility === 'closed') return <Empty title={t('hidden')} text={t('hiddenText')} />
  return <Empty title={t('empty')} text={t('emptyText')} />
}

function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="mt-4 grid justify-items-center gap-2 rounded-md bg-sunken px-5 py-9 text-center">
      <SkeletonRows />
      <p className="text-body font-semibold">{title}</p>
      <p className="max-w-[52ch] text-small text-soft">{text}</p>
      {children}
    </div>
  )
}

function SkeletonRows() {
  return (
    <svg aria-hidden viewBox="0 0 120 44" className="mb-2 h-11 w-30" fill="none">
      <g className="text-control" fill="currentColor" opacity=".38">
        <rect x="0" y="0" width="38" height="6" rx="3" />
        <rect x="38" y="12" width="46" height="6" rx="3" />
        <rect x="84" y="24" width="36" height="6" rx="3" />
      </g>
      <path d="M0 40h120" className="stroke-wait-mark" strokeWidth="2" strokeDasharray="5 5" />
    </svg>
  )
}

/** For screen readers: number, price, requested and allocated volume. */
const COLUMNS = 4
const ROW_GRID =
  'grid grid-cols-[minmax(0,1fr)_auto_5.5rem] items-center gap-x-2 @max-[16rem]:grid-cols-[minmax(0,1fr)_auto] @xl:grid-cols-[8rem_7rem_5.5rem_minmax(3rem,1fr)_6rem] @xl:gap-x-3 @3xl:grid-cols-[8rem_7rem_7rem_minmax(4rem,1fr)_6.5rem] @3xl:gap-x-4'

interface LadderRowProps {
  placed: PlacedRow
  /** The sequence number of a bid that arrived while the page was open: its price is highlighted once. */
  fresh: number | null
  cut: boolean
  /** The minimum acceptable volume of the viewer's own bid; others' are secret. */
  ownMinimum: string | null
}

function LadderRow({ placed, fresh, cut, ownMinimum }: LadderRowProps) {
  const t = useTranslations('Auction.ladder')
  const auction = useLiveAuction()
  const { price, quantity, amount } = useFormats(auction)
  const { row, own } = placed
  const isUnallocated = placed.width === 0
  const total =
    auction.state === 'completed' && !isUnallocated
      ? t('total', { sum: price(formatSum(sumOf(kopecksOf(row.price), thousandthsOf(row.allocated)))) })
      : null
  // Enough was left for this bid, so its bidder must have declined the part (R7.3).
  const isPartRefused =
    ownMinimum !== null &&
    (auction.state === 'selection' || auction.state === 'completed') &&
    placed.left >= thousandthsOf(ownMinimum)
  const reason =
    row.outcome === 'passed_over'
      ? t(isPartRefused ? 'partRefusedOwn' : ownMinimum === null ? 'passedOver' : 'passedOverOwn', {
          left: amount(toQuantityString(placed.left)),
          least: ownMinimum === null ? '' : amount(ownMinimum),
        })
      : row.outcome === 'excluded'
        ? t('excluded')
        : row.outcome === 'conditional'
          ? t('conditional')
          : null
  return (
    <>
      <div
        role="row"
        data-flip={row.participant}
        aria-current={own || undefined}
        className={classNames(
          ROW_GRID,
          'relative gap-y-2 border-t border-line px-3 py-3',
          own && 'rounded-md border-transparent bg-own',
          isUnallocated && 'text-soft',
        )}
      >
        <span role="cell" className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1 @xl:flex-nowrap">
          <span className="w-4 shrink-0 text-fine text-soft">{row.rank}</span>
          <span className="whitespace-nowrap font-semibold">
            {t('number', { participant: String(row.participant) })}
          </span>
          {own && (
            <span className="rounded-sm bg-action px-1.5 py-0.5 text-fine font-semibold leading-none text-on-action">
              {t('you')}
            </span>
          )}
          {row.automatic && (
            <abbr title={t('automatic')} className="hidden text-fine text-soft no-underline @xl:inline">
              {t('automaticShort')}
            </abbr>
          )}
        </span>
        <span role="cell" className="whitespace-nowrap text-right">
          <span
            key={fresh ?? 'first'}
            className={classNames(
              'rounded-sm px-1 -mx-1',
              !isUnallocated && 'font-semibold',
              fresh !== null && 'animate-[glow_1.4s_ease-out]',
            )}
          >
            {price(row.price)}
          </span>
        </span>
        <span role="cell" className="hidden whitespace-nowrap text-right @xl:block">
          {quantity(row.quantity)}
        </span>
        <span className="col-span-full row-start-2 @max-[16rem]:row-start-3 @xl:col-span-1 @xl:row-start-1 @xl:col-start-4">
          {reason && isUnallocated ? (
            // In the place of its share, so that a reason that comes or goes moves nothing below.
            <span aria-hidden title={reason} className="hidden truncate text-fine @xl:block">
              {reason}
            </span>
          ) : null}
          <Share placed={placed} isHidden={reason !== null && isUnallocated} />
          <span role="cell" className="mt-1.5 block text-fine text-soft @xl:hidden">
            {t('asks', { quantity: amount(row.quantity) })}
            {row.automatic && `, ${t('automaticShort')}`}
            {reason && `, ${reason}`}
            {total && `, ${total}`}
          </span>
        </span>
        <span
          role="cell"
          className={classNames(
            'whitespace-nowrap text-right @max-[16rem]:col-start-2 @max-[16rem]:row-start-2 @xl:col-start-5',
            !isUnallocated && 'font-semibold',
          )}
        >
          {isUnallocated ? (
            <>
              <span aria-hidden>—</span>
              <span className="sr-only">{t('nothing')}</span>
            </>
          ) : (
            quantity(row.allocated)
          )}
        </span>
        {(reason ?? total) && (
          <span
            role="cell"
            aria-colspan={COLUMNS}
            className={classNames(
              isUnallocated ? 'hidden @xl:block @xl:sr-only' : 'col-span-full hidden text-fine @xl:block',
              total && 'text-right text-soft',
            )}
          >
            {reason ?? total}
          </span>
        )}
      </div>
      {cut && <CutLine cutOff={row.price} />}
    </>
  )
}

/** The lot's volume as a track with this row's share in its place: the shares form steps down to the cut line. */
function Share({ placed, isHidden }: { placed: PlacedRow; isHidden: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames('relative block h-2 overflow-hidden rounded-full bg-bar-rest', isHidden && '@xl:hidden')}
    >
      {placed.width > 0 && (
        <span
          className="absolute inset-y-0 rounded-full bg-bar transition-[transform,width] duration-250 ease-out"
          style={{ transform: `translateX(${(placed.from / placed.width) * 100}%)`, width: `${placed.width}%` }}
        />
      )}
    </span>
  )
}

/** @param cutOff the lowest price that gets volume */
function CutLine({ cutOff }: { cutOff: string }) {
  const t = useTranslations('Auction.ladder')
  const auction = useLiveAuction()
  const { amount, price } = useFormats(auction)
  return (
    <div role="row" data-flip={CUT} className="px-3">
      <div
        role="cell"
        aria-colspan={COLUMNS}
        className="flex items-center gap-x-3 pb-2.5 pt-1 text-fine font-semibold text-wait-text large-text:flex-wrap"
      >
        <span aria-hidden className="h-0 flex-1 border-t-2 border-dashed border-wait-mark" />
        <span>{t('cut', { volume: amount(auction.volume) })}</span>
        <span className="font-normal text-soft">{price(cutOff)}</span>
        <span aria-hidden className="h-0 w-6 large-text:hidden border-t-2 border-dashed border-wait-mark" />
      </div>
    </div>
  )
}

export function Ladder() {
  const t = useTranslations('Auction.ladder')
  const { auction, own, freshBid } = useLiveState()
  const { amount, unit, priceUnit } = useFormats(auction)
  const ladder = layOutLadder(auction.ranking, auction.volume, own?.application?.participant ?? null)
  const container = useFlip(ladder.placedRows.map((placed) => placed.row.participant).join(' ') + ladder.cutAfter)
  const isOver = auction.state === 'completed'
  if (auction.state === 'cancelled' || auction.state === 'unsuccessful') return null
  return (
    <Card aria-labelledby="ladder" className="@container" data-print={isOver ? undefined : 'hide'}>
      <CardHeader
        id="ladder"
        title={t(isOver ? 'titleFinal' : 'title')}
        aside={auction.state !== 'planned' && t('facts', { participants: auction.participants, bids: auction.bids })}
      />
      {ladder.placedRows.length === 0 ? (
        <LadderEmpty />
      ) : (
        <div className="relative -mx-3 mt-3">
          <div
            role="table"
            aria-label={t('caption')}
            aria-rowcount={ladder.placedRows.length + (ladder.cutAfter === null ? 1 : 2)}
            className="numbers"
            ref={container}
          >
            <div role="rowgroup">
              <div role="row" className={`${ROW_GRID} px-3 pb-2 text-fine text-soft`}>
                <span role="columnheader">{t('participant')}</span>
                <span role="columnheader" className="max-w-30 text-right @xl:max-w-none">
                  {t('price', { unit: priceUnit })}
                </span>
                {/* Where the column does not fit, its figures are shown below; screen readers still get a column. */}
                <span role="columnheader" className="sr-only @xl:not-sr-only @xl:block @xl:text-right">
                  {t('quantity', { unit })}
                </span>
                <span aria-hidden className="hidden @xl:block" />
                <span role="columnheader" className="text-right @max-[16rem]:col-start-2">
                  <span className="@xl:hidden">{t('allocatedShort')}</span>
                  <span className="hidden @xl:inline">{t('allocated', { unit })}</span>
                </span>
              </div>
            </div>
            <div role="rowgroup">
              {ladder.placedRows.map((placed, index) => (
                <LadderRow
                  key={placed.row.participant}
                  placed={placed}
                  fresh={freshBid?.participant === placed.row.participant ? freshBid.seq : null}
                  cut={ladder.cutAfter === index + 1}
                  ownMinimum={placed.own ? ((own?.last_bid ?? own?.application)?.minimum_quantity ?? null) : null}
                />
              ))}
            </div>
          </div>
        </div>
      )}
      {ladder.placedRows.length > 0 && ladder.left > 0 && (
        // As high as the line at which the volume ends: one gives way to the other.
        <p className="border-t border-line pt-1 pb-2.5 text-fine text-soft">
          {t(isOver ? 'unsold' : 'left', { volume: amount(toQuantityString(ladder.left)) })}
        </p>
      )}
    </Card>
  )
}
