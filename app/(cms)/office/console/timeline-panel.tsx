'use client'

import { useState } from 'react'
import { Panel, Quiet } from '@/app/(cms)/office/kit'
import { ExportButton } from '@/app/(cms)/office/lists/list-frame'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { type Fault, faultOf, useResource } from '@/app/(cms)/office/resource'
import { kyivTime } from '@/app/(cms)/office/times'
import { useWords } from '@/app/(cms)/office/use-words'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Pill } from '@/components/ui/pill'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { api } from '@/lib/api/browser'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { ManagedApplication, ManagedBid } from '@/lib/contract/manager'
import {
  formatPrice,
  formatQuantity,
  formatShortDay,
  formatTimeWithSeconds,
  numberSign,
  sameKyivDay,
} from '@/lib/i18n/formats'
import type { ConsoleStore } from './console-store'

type Moment = { at: string; key: string } & (
  | { kind: 'bid'; bid: ManagedBid }
  | { kind: 'extended'; end: string; cause: 'bid' | 'outage' }
  | { kind: 'application'; company: string }
  | { kind: 'started' | 'ended' }
)

type Props = { store: ConsoleStore; auction: AuctionDetail; className?: string }

/** What happened, the newest first: every bid with its company (R8.3), every extension, the start and the end. */
export function TimelinePanel({ store, auction, className }: Props) {
  const { say, locale } = useWords()
  const { word } = useOffice()
  const { data, fault } = useResource(store.bids)
  const { data: applications } = useResource(store.applications)
  const [older, setOlder] = useState<{ list: ManagedBid[]; cursor: string | null } | null>(null)
  const [olderFault, setOlderFault] = useState<Fault | null>(null)
  const bids = joined(data?.list ?? [], older?.list ?? [])
  const cursor = older ? older.cursor : (data?.next_cursor ?? null)
  const names = new Map(
    (applications ?? []).map(({ participant, company }) => [participant, company.company_short_name]),
  )
  const moments = momentsOf(auction, bids, applications ?? [], cursor !== null)

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
      title={word('timeline')}
      fault={fault ?? olderFault}
      className={classNames('min-h-0', className)}
      actions={
        bids.length > 0 && (
          <ExportButton read={() => api.manager.exportBids({ auction_id: auction.id, lang: locale })} />
        )
      }
    >
      {data && moments.length === 0 ? (
        <Quiet>{say('noBids')}</Quiet>
      ) : (
        <Table caption={word('timeline')} className="max-h-[520px] min-h-0 overflow-y-auto min-[1200px]:max-h-none">
          <thead className="sticky top-0 bg-surface">
            <tr>
              <HeadCell>{say('time')}</HeadCell>
              <HeadCell>{word('event')}</HeadCell>
              <HeadCell numeric>{say('price')}</HeadCell>
              <HeadCell numeric>{word('volume')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {moments.map((moment) => (
              <Row key={moment.key} moment={moment} names={names} auction={auction} />
            ))}
          </tbody>
        </Table>
      )}
      {cursor !== null && (
        <Button tone="outline" size="sm" className="self-center" onClick={() => void readOlder()}>
          {say('older')}
        </Button>
      )}
    </Panel>
  )
}

type RowProps = { moment: Moment; names: ReadonlyMap<number | null, string>; auction: AuctionDetail }

function Row({ moment, names, auction }: RowProps) {
  const { say, locale } = useWords()
  const { word } = useOffice()
  // What happened on another day than the start, as applications do, says so.
  const day = (instant: string) =>
    sameKyivDay(instant, auction.starts_at) ? '' : `${formatShortDay(instant, locale)}, `
  const at = (instant: string) => day(instant) + formatTimeWithSeconds(instant, locale)
  if (moment.kind === 'bid') {
    const { bid } = moment
    return (
      <tr className="align-top">
        <Cell className="whitespace-nowrap text-small text-soft">
          {day(moment.at) + kyivTime(moment.at, locale, 'precise')}
        </Cell>
        <Cell>
          <span className="text-soft">{numberSign(bid.participant, locale)}</span>{' '}
          {names.get(bid.participant) ?? bid.company_name} {bid.final && <Pill tone="plan">{say('final')}</Pill>}
        </Cell>
        <Cell numeric className="font-semibold">
          {formatPrice(bid.price, locale)}
        </Cell>
        <Cell numeric>{formatQuantity(bid.quantity, locale, auction.category.unit)}</Cell>
      </tr>
    )
  }
  return (
    <tr className="align-top">
      <Cell className="whitespace-nowrap text-small text-soft">{at(moment.at)}</Cell>
      <Cell colSpan={3}>
        {moment.kind === 'extended' ? (
          <Pill tone="wait">
            {word(moment.cause === 'outage' ? 'eventOutage' : 'eventExtended', {
              at: at(moment.end),
            })}
          </Pill>
        ) : moment.kind === 'application' ? (
          word('eventApplication', { company: moment.company })
        ) : (
          <Pill tone={moment.kind === 'started' ? 'go' : 'done'}>
            {word(moment.kind === 'started' ? 'eventStarted' : 'eventEnded')}
          </Pill>
        )}
      </Cell>
    </tr>
  )
}

function momentsOf(
  auction: AuctionDetail,
  bids: readonly ManagedBid[],
  applications: readonly ManagedApplication[],
  more: boolean,
): Moment[] {
  const { state, starts_at: start, effective_end: end } = auction
  const started = state === 'running' || state === 'closing' || state === 'selection' || state === 'completed'
  const moments: Moment[] = [
    // Preliminary bids count from the start (R3.1), whenever they were received.
    ...bids.map((bid): Moment => ({
      kind: 'bid',
      at: bid.received_at < start ? start : bid.received_at,
      key: `bid ${bid.seq}`,
      bid,
    })),
    ...auction.extensions.map((mark, index): Moment => ({
      kind: 'extended',
      at: mark.at,
      key: `extension ${index}`,
      end: mark.effective_end,
      cause: mark.cause,
    })),
    ...(started ? [{ kind: 'started', at: start, key: 'start' } as const] : []),
    ...(state === 'selection' || state === 'completed' ? [{ kind: 'ended', at: end, key: 'end' } as const] : []),
    ...applications.map((application): Moment => ({
      kind: 'application',
      at: application.received_at,
      key: `application ${application.id}`,
      company: application.company.company_short_name,
    })),
  ]
  // What lies before the bids that are read so far would stand in the wrong place.
  const oldest = more ? bids.at(-1)?.received_at : undefined
  return moments
    .filter(({ at }) => oldest === undefined || at >= oldest)
    .sort((left, right) => Date.parse(right.at) - Date.parse(left.at) || seqOf(right) - seqOf(left))
}

function seqOf(moment: Moment): number {
  return moment.kind === 'bid' ? moment.bid.seq : 0
}

/** Two overlapping pages as one, the newest first. */
function joined(newest: readonly ManagedBid[], older: readonly ManagedBid[]): ManagedBid[] {
  const bySeq = new Map([...older, ...newest].map((bid) => [bid.seq, bid]))
  return [...bySeq.values()].sort((left, right) => right.seq - left.seq)
}
