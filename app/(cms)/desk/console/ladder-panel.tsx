'use client'

import { Fragment } from 'react'
import type { AuctionDetail, RankingRow } from '@/lib/contract/auctions'
import { formatPrice, formatQuantity } from '@/lib/i18n/decimals'
import { useResource } from '../resource'
import { useWords } from '../use-words'
import type { AuctionDesk } from './auction-desk'
import { Panel } from './panel'

/** Who would get how much now (R7.4), with names; the line shows where the volume ends. */
export function LadderPanel({ desk, auction }: { desk: AuctionDesk; auction: AuctionDetail }) {
  const { say, locale } = useWords()
  const { data: applications } = useResource(desk.applications)
  const names = new Map((applications ?? []).map(({ participant, company }) => [participant, company.company_short_name]))
  const cut = cutAfter(auction.ranking)
  return (
    <Panel title={say('ladder')} fault={null}>
      {auction.ranking.length === 0 ? (
        <p className="desk-empty">{say('noLadder')}</p>
      ) : (
        <ol className="desk-ladder">
          {auction.ranking.map((row, index) => (
            <Fragment key={row.participant}>
              <li data-outcome={row.outcome}>
                <span className="desk-rank">{row.rank}</span>
                <span className="desk-ladder-who">
                  <span className="desk-number">№ {row.participant}</span> {names.get(row.participant) ?? ''}
                </span>
                <span className="desk-figures">{formatPrice(row.price, locale)}</span>
                <span className="desk-share">
                  <span className="desk-bar" aria-hidden>
                    <span style={{ width: `${share(row)}%` }} />
                  </span>
                  {formatQuantity(row.given, locale)} / {formatQuantity(row.quantity, locale, auction.category.unit)}
                </span>
              </li>
              {index === cut && <li className="desk-cut">{say('cutLine')}</li>}
            </Fragment>
          ))}
        </ol>
      )}
    </Panel>
  )
}

/** How much of what it asked for a row gets, in whole per cent: a width on the screen, no figure of the auction. */
function share(row: RankingRow): number {
  return Math.round((Number(row.given) / Number(row.quantity)) * 100)
}

/** The last row that gets anything, unless it is the last of all. */
function cutAfter(ranking: readonly RankingRow[]): number {
  const last = ranking.findLastIndex((row) => Number(row.given) > 0)
  return last === ranking.length - 1 ? -1 : last
}
