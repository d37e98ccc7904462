'use client'

import { useState } from 'react'
import { api } from '@/lib/api/browser'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { ManagedBid } from '@/lib/contract/manager'
import { formatPrice, formatQuantity } from '@/lib/i18n/decimals'
import { ExportButton } from '../office/export-button'
import { faultOf, useResource, type Fault } from '../resource'
import { kyivTime } from '../times'
import { useWords } from '../use-words'
import type { AuctionDesk } from './auction-desk'
import { Panel } from './panel'

/** The bids as they stand in the record, with names, the newest first (R8.3). */
export function BidsPanel({ desk, auction }: { desk: AuctionDesk; auction: AuctionDetail }) {
  const { say, locale } = useWords()
  const { data, fault } = useResource(desk.bids)
  const [older, setOlder] = useState<{ list: ManagedBid[]; cursor: string | null } | null>(null)
  const [olderFault, setOlderFault] = useState<Fault | null>(null)
  const newest = data?.list ?? []
  const bids = joined(newest, older?.list ?? [])
  const cursor = older ? older.cursor : (data?.next_cursor ?? null)

  async function readOlder(): Promise<void> {
    if (cursor === null) return
    try {
      const page = await api.manager.bids({ auction_id: desk.auctionId, cursor, limit: 100 })
      // What is first shown as older must also hold what the newest page moves on from.
      setOlder({ list: joined(bids, page.data.list), cursor: page.data.next_cursor })
      setOlderFault(null)
    } catch (error) {
      setOlderFault(faultOf(error))
    }
  }

  return (
    <Panel title={say('bids')} fault={fault ?? olderFault} actions={bids.length > 0 && <ExportButton read={() => api.manager.exportBids({ auction_id: auction.id, lang: locale })} />}>
      {data && bids.length === 0 ? (
        <p className="desk-empty">{say('noBids')}</p>
      ) : (
        <div className="desk-scroll" tabIndex={0} role="region" aria-label={say('bids')}>
          <table className="desk-table">
            <thead>
              <tr>
                <th scope="col">№</th>
                <th scope="col">{say('company')}</th>
                <th scope="col" data-number>{say('price')}</th>
                <th scope="col" data-number>{say('quantity')}</th>
                <th scope="col" data-number>{say('sum')}</th>
                <th scope="col" data-number>{say('time')}</th>
              </tr>
            </thead>
            <tbody>
              {bids.map((bid) => (
                <tr key={bid.seq}>
                  <td>{bid.seq}</td>
                  <td>
                    <span className="desk-number">№ {bid.participant}</span> {bid.company_name}
                    {bid.final && <span className="desk-pill" data-status="final">{say('final')}</span>}
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
        <button type="button" className="desk-button" onClick={() => void readOlder()}>{say('older')}</button>
      )}
    </Panel>
  )
}

/** Two overlapping pages as one, the newest first. */
function joined(newest: readonly ManagedBid[], older: readonly ManagedBid[]): ManagedBid[] {
  const bySeq = new Map([...older, ...newest].map((bid) => [bid.seq, bid]))
  return [...bySeq.values()].sort((left, right) => right.seq - left.seq)
}
