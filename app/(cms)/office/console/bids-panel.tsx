'use client'

import { Fragment, type ReactNode, useState } from 'react'
import { ExportButton } from '@/app/(cms)/office/lists/list-frame'
import { type Fault, faultOf, useResource } from '@/app/(cms)/office/resource'
import { kyivTime } from '@/app/(cms)/office/times'
import { faultWords, useWords } from '@/app/(cms)/office/use-words'
import { api } from '@/lib/api/browser'
import type { AuctionDetail, RankingRow } from '@/lib/contract/auctions'
import type { ManagedBid } from '@/lib/contract/manager'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'
import type { ConsoleStore } from './console-store'

type Props = { title: string; badge?: number; fault: Fault | null; actions?: ReactNode; children: ReactNode }

/** A titled part of the console, with its own word when it could not be read. */
export function Panel({ title, badge, fault, actions, children }: Props) {
  const { say } = useWords()
  return (
    <section className="office-panel">
      <header className="office-panel-head">
        <h2>
          {title}
          {badge !== undefined && badge > 0 && <span className="office-badge">{badge}</span>}
        </h2>
        {actions}
      </header>
      {fault && (
        <p className="office-fault" role="alert">
          {faultWords(fault, say)}
        </p>
      )}
      {children}
    </section>
  )
}

/** Who would get how much now (R7.4), with names; the line shows where the volume ends. */
export function LadderPanel({ store, auction }: { store: ConsoleStore; auction: AuctionDetail }) {
  const { say, locale } = useWords()
  const { data: applications } = useResource(store.applications)
  const names = new Map(
    (applications ?? []).map(({ participant, company }) => [participant, company.company_short_name]),
  )
  const cut = cutAfter(auction.ranking)
  return (
    <Panel title={say('ladder')} fault={null}>
      {auction.ranking.length === 0 ? (
        <p className="office-empty">{say('noLadder')}</p>
      ) : (
        <ol className="office-ladder">
          {auction.ranking.map((row, index) => (
            <Fragment key={row.participant}>
              <li data-outcome={row.outcome}>
                <span className="office-rank">{row.rank}</span>
                <span className="office-ladder-who">
                  <span className="office-number">№ {row.participant}</span> {names.get(row.participant) ?? ''}
                </span>
                <span className="office-figures">{formatPrice(row.price, locale)}</span>
                <span className="office-share">
                  <span className="office-bar" aria-hidden>
                    <span style={{ width: `${share(row)}%` }} />
                  </span>
                  {formatQuantity(row.given, locale)} / {formatQuantity(row.quantity, locale, auction.category.unit)}
                </span>
              </li>
              {index === cut && <li className="office-cut">{say('cutLine')}</li>}
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

/** The bids as they stand in the record, with names, the newest first (R8.3). */
export function BidsPanel({ store, auction }: { store: ConsoleStore; auction: AuctionDetail }) {
  const { say, locale } = useWords()
  const { data, fault } = useResource(store.bids)
  const [older, setOlder] = useState<{ list: ManagedBid[]; cursor: string | null } | null>(null)
  const [olderFault, setOlderFault] = useState<Fault | null>(null)
  const newest = data?.list ?? []
  const bids = joined(newest, older?.list ?? [])
  const cursor = older ? older.cursor : (data?.next_cursor ?? null)

  async function readOlder(): Promise<void> {
    if (cursor === null) return
    try {
      const page = await api.manager.bids({ auction_id: store.auctionId, cursor, limit: 100 })
      // What is first shown as older must also hold what the newest page moves on from.
      setOlder({ list: joined(bids, page.data.list), cursor: page.data.next_cursor })
      setOlderFault(null)
    } catch (error) {
      setOlderFault(faultOf(error))
    }
  }

  return (
    <Panel
      title={say('bids')}
      fault={fault ?? olderFault}
      actions={
        bids.length > 0 && (
          <ExportButton read={() => api.manager.exportBids({ auction_id: auction.id, lang: locale })} />
        )
      }
    >
      {data && bids.length === 0 ? (
        <p className="office-empty">{say('noBids')}</p>
      ) : (
        <div className="office-scroll" tabIndex={0} role="region" aria-label={say('bids')}>
          <table className="office-table">
            <thead>
              <tr>
                <th scope="col">№</th>
                <th scope="col">{say('company')}</th>
                <th scope="col" data-number>
                  {say('price')}
                </th>
                <th scope="col" data-number>
                  {say('quantity')}
                </th>
                <th scope="col" data-number>
                  {say('sum')}
                </th>
                <th scope="col" data-number>
                  {say('time')}
                </th>
              </tr>
            </thead>
            <tbody>
              {bids.map((bid) => (
                <tr key={bid.seq}>
                  <td>{bid.seq}</td>
                  <td>
                    <span className="office-number">№ {bid.participant}</span> {bid.company_name}
                    {bid.final && (
                      <span className="office-pill" data-status="final">
                        {say('final')}
                      </span>
                    )}
                  </td>
                  <td data-number>{formatPrice(bid.price, locale)}</td>
                  <td data-number>{formatQuantity(bid.quantity, locale, auction.category.unit)}</td>
                  <td data-number>{formatPrice(bid.sum, locale)}</td>
                  <td data-number>{kyivTime(bid.received_at, locale, 'precise')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {cursor !== null && (
        <button type="button" className="office-button" onClick={() => void readOlder()}>
          {say('older')}
        </button>
      )}
    </Panel>
  )
}

/** Two overlapping pages as one, the newest first. */
function joined(newest: readonly ManagedBid[], older: readonly ManagedBid[]): ManagedBid[] {
  const bySeq = new Map([...older, ...newest].map((bid) => [bid.seq, bid]))
  return [...bySeq.values()].sort((left, right) => right.seq - left.seq)
}
