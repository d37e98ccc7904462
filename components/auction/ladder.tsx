'use client'

import { useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { VisuallyHidden } from '@/components/ui/waiting'
import { formatSum, sumOf, toQuantityString, kopecksOf, thousandthsOf } from '@/lib/domain/money'
import { LadderEmpty } from './ladder-empty'
import { useLiveAuction, useLiveState } from './live-context'
import { useFormats } from './use-formats'
import { layLadder, type PlacedRow } from './ranking-shares'
import { useFlip } from './use-flip'

/** The rows’ one grid: two lines on a narrow card, one on a wide one, three where large letters leave no room for two. */
const ROW_GRID =
  'grid grid-cols-[minmax(5rem,1fr)_minmax(0,auto)_5.5rem] items-center gap-x-3 @max-[16rem]:grid-cols-[minmax(0,1fr)_auto] @2xl:grid-cols-[7.5rem_7rem_7rem_minmax(4rem,1fr)_6.5rem] @2xl:gap-x-4'

interface LadderRowProps {
  placed: PlacedRow
  /** The sequence number of this row’s bid where it came while the page was open: its price glows once. */
  fresh: number | null
  /** The volume ends below this row. */
  cut: boolean
  /** The least that the reader’s own bid accepts; nobody is shown the others’. */
  least: string | null
}

/** One participant: what it bids, what it would get, and where along the lot’s volume that lies. */
function LadderRow({ placed, fresh, cut, least }: LadderRowProps) {
  const t = useTranslations('Auction.ladder')
  const auction = useLiveAuction()
  const { price, quantity, amount } = useFormats(auction)
  const { row, own } = placed
  const nothing = placed.width === 0
  const total =
    auction.state === 'completed' && !nothing
      ? t('total', { sum: price(formatSum(sumOf(kopecksOf(row.price), thousandthsOf(row.given)))) })
      : null
  // With as much left as it accepts, a bid goes past it only where its bidder has not taken a part (R7.3).
  const isPartRefused =
    least !== null &&
    (auction.state === 'selection' || auction.state === 'completed') &&
    placed.left >= thousandthsOf(least)
  const why =
    row.outcome === 'passed_over'
      ? t(isPartRefused ? 'partRefusedOwn' : least === null ? 'passedOver' : 'passedOverOwn', {
          left: amount(toQuantityString(placed.left)),
          least: least === null ? '' : amount(least),
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
          nothing && 'text-soft',
        )}
      >
        <span role="cell" className="flex min-w-0 items-baseline gap-2.5">
          <span className="w-4 shrink-0 text-fine text-soft">{row.rank}</span>
          <span className="whitespace-nowrap font-semibold">
            {t('number', { participant: String(row.participant) })}
          </span>
          {own && (
            <span className="rounded-sm bg-action px-1.5 py-0.5 text-fine font-semibold leading-none text-on-action">
              {t('you')}
            </span>
          )}
        </span>
        <span role="cell" className="whitespace-nowrap text-right">
          <span
            key={fresh ?? 'first'}
            className={classNames(
              'rounded-sm px-1 -mx-1',
              !nothing && 'font-semibold',
              fresh !== null && 'animate-[glow_1.4s_ease-out]',
            )}
          >
            {price(row.price)}
          </span>
        </span>
        <span role="cell" className="hidden whitespace-nowrap text-right @2xl:block">
          {quantity(row.quantity)}
        </span>
        <span className="col-span-full row-start-2 @max-[16rem]:row-start-3 @2xl:col-span-1 @2xl:row-start-1 @2xl:col-start-4">
          <Share placed={placed} />
          <span role="cell" className="mt-1.5 block text-fine text-soft @2xl:hidden">
            {t('asks', { quantity: amount(row.quantity) })}
            {why && `, ${why}`}
            {total && `, ${total}`}
          </span>
        </span>
        <span
          role="cell"
          className={classNames(
            'whitespace-nowrap text-right @max-[16rem]:col-start-2 @max-[16rem]:row-start-2 @2xl:col-start-5',
            !nothing && 'font-semibold',
          )}
        >
          {nothing ? (
            <>
              <span aria-hidden>—</span>
              <VisuallyHidden>{t('nothing')}</VisuallyHidden>
            </>
          ) : (
            quantity(row.given)
          )}
        </span>
        {(why ?? total) && (
          <span className={classNames('col-span-full hidden text-fine @2xl:block', total && 'text-right text-soft')}>
            {why ?? total}
          </span>
        )}
      </div>
      {cut && <CutLine />}
    </>
  )
}

/** The lot’s whole volume as a track, with this row’s share in its place: the shares go down like steps to the line where the volume ends. */
function Share({ placed }: { placed: PlacedRow }) {
  return (
    <span aria-hidden className="relative block h-2 overflow-hidden rounded-full bg-bar-rest">
      {placed.width > 0 && (
        <span
          className="absolute inset-y-0 rounded-full bg-bar transition-[left,width] duration-250 ease-out"
          style={{ left: `${placed.from}%`, width: `${placed.width}%` }}
        />
      )}
    </span>
  )
}

function CutLine() {
  const t = useTranslations('Auction.ladder')
  const auction = useLiveAuction()
  const { amount } = useFormats(auction)
  return (
    <div role="row" data-flip="cut" className="px-3">
      <div role="cell" className="flex items-center gap-3 pb-2.5 pt-1 text-fine font-semibold text-wait-text">
        <span aria-hidden className="h-0 flex-1 border-t-2 border-dashed border-wait-mark" />
        <span>{t('cut', { volume: amount(auction.volume) })}</span>
        <span aria-hidden className="h-0 w-6 border-t-2 border-dashed border-wait-mark" />
      </div>
    </div>
  )
}

/** Who would get how much now: from the highest price down to the line where the volume ends (R7). */
export function Ladder() {
  const t = useTranslations('Auction.ladder')
  const { auction, own, freshBid } = useLiveState()
  const { amount, unit, priceUnit } = useFormats(auction)
  const ladder = layLadder(auction.ranking, auction.volume, own?.application?.participant ?? null)
  const container = useFlip(ladder.placedRows.map((placed) => placed.row.participant).join(' ') + ladder.cutAfter)
  const over = auction.state === 'completed'
  if (auction.state === 'cancelled' || auction.state === 'unsuccessful') return null
  return (
    <Card aria-labelledby="ladder" className="@container" data-print={over ? undefined : 'hide'}>
      <CardHeader
        id="ladder"
        title={t(over ? 'titleFinal' : 'title')}
        aside={auction.state !== 'planned' && t('facts', { participants: auction.participants, bids: auction.bids })}
      />
      {ladder.placedRows.length === 0 ? (
        <LadderEmpty />
      ) : (
        <div
          role="table"
          aria-label={t('caption')}
          aria-rowcount={ladder.placedRows.length + 1}
          className="numbers relative -mx-3 mt-3"
          ref={container}
        >
          <div role="rowgroup">
            <div role="row" className={`${ROW_GRID} px-3 pb-2 text-fine text-soft`}>
              <span role="columnheader">{t('participant')}</span>
              <span role="columnheader" className="text-right">
                {t('price', { unit: priceUnit })}
              </span>
              {/* Where there is no room for the column, its figures stand below: heard it is one all the same. */}
              <span role="columnheader" className="sr-only @2xl:not-sr-only @2xl:block @2xl:text-right">
                {t('quantity', { unit })}
              </span>
              <span aria-hidden className="hidden @2xl:block" />
              <span role="columnheader" className="text-right @max-[16rem]:col-start-2">
                <span className="@2xl:hidden">{t('givenShort')}</span>
                <span className="hidden @2xl:inline">{t('given', { unit })}</span>
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
                least={placed.own ? ((own?.last_bid ?? own?.application)?.minimum_quantity ?? null) : null}
              />
            ))}
          </div>
        </div>
      )}
      {ladder.placedRows.length > 0 && ladder.left > 0 && (
        <p className="mt-4 border-t border-line pt-4 text-small text-soft">
          {t(over ? 'unsold' : 'left', { volume: amount(toQuantityString(ladder.left)) })}
        </p>
      )}
    </Card>
  )
}
