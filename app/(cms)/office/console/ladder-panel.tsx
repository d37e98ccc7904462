'use client'

import { Fragment } from 'react'
import { Panel, Quiet } from '@/app/(cms)/office/kit'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { useResource } from '@/app/(cms)/office/resource'
import { useWords } from '@/app/(cms)/office/use-words'
import { classNames } from '@/components/ui/class-names'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { toQuantityString, thousandthsOf } from '@/lib/domain/money'
import { formatPrice, formatQuantity, numberSign } from '@/lib/i18n/formats'
import type { ConsoleStore } from './console-store'
import type { RankingRow } from '@/lib/contract/stream'

type Props = { store: ConsoleStore; auction: AuctionDetail; className?: string }

/** Who would get how much now (R7.4), with names; the line shows where the volume ends, or how much of it nobody gets. */
export function LadderPanel({ store, auction, className }: Props) {
  const { say, locale } = useWords()
  const { data: applications } = useResource(store.applications)
  const names = new Map(
    (applications ?? []).map(({ participant, company }) => [participant, company.company_short_name]),
  )
  const { ranking } = auction
  const last = ranking.findLastIndex(({ given }) => thousandthsOf(given) > 0)
  return (
    <Panel title={say('ladder')} className={className}>
      {ranking.length === 0 ? (
        <Quiet>{say('noLadder')}</Quiet>
      ) : (
        <ol tabIndex={0} aria-label={say('ladder')} className="min-h-0 overflow-y-auto">
          {ranking.map((row, index) => (
            <Fragment key={row.participant}>
              <li
                className={classNames(
                  'grid grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-b border-line py-1.5',
                  thousandthsOf(row.given) === 0 && 'text-soft',
                )}
              >
                <span className="text-soft">{row.rank}</span>
                <span className="min-w-0 break-words font-semibold">
                  <span className="text-soft">{numberSign(row.participant, locale)}</span>{' '}
                  {names.get(row.participant) ?? ''}
                </span>
                <span className="whitespace-nowrap text-right font-semibold">{formatPrice(row.price, locale)}</span>
                <Share row={row} unit={auction.category.unit} />
              </li>
              {index === last && <Cut auction={auction} beforeLast={last < ranking.length - 1} />}
            </Fragment>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Share({ row, unit }: { row: RankingRow; unit: string }) {
  const { locale } = useWords()
  // A width on the screen, no figure of the auction.
  const share = Math.round((thousandthsOf(row.given) / thousandthsOf(row.quantity)) * 100)
  return (
    <span className="col-span-2 col-start-2 flex items-center gap-3 text-small">
      <span aria-hidden className="h-1.5 grow rounded-full bg-bar-rest">
        <span
          className={classNames('block h-full rounded-full', share === 100 ? 'bg-bar' : 'bg-wait-mark')}
          style={{ width: `${share}%` }}
        />
      </span>
      <span className="whitespace-nowrap">
        {formatQuantity(row.given, locale)} / {formatQuantity(row.quantity, locale, unit)}
      </span>
    </span>
  )
}

/** The volume that nobody gets is said in figures; where all of it is allocated, the line stands only above those who get none. */
function Cut({ auction, beforeLast }: { auction: AuctionDetail; beforeLast: boolean }) {
  const { locale } = useWords()
  const { word } = useOffice()
  const given = auction.ranking.reduce((sum, row) => sum + thousandthsOf(row.given), 0)
  const left = thousandthsOf(auction.volume) - given
  if (left <= 0 && !beforeLast) return null
  return (
    <li className="flex items-center gap-3 py-1.5 text-fine font-semibold text-wait-text before:grow before:border-t-2 before:border-dashed before:border-wait-mark after:grow after:border-t-2 after:border-dashed after:border-wait-mark">
      {left > 0
        ? word('unallocated', { quantity: formatQuantity(toQuantityString(left), locale, auction.category.unit) })
        : word('allAllocated')}
    </li>
  )
}
