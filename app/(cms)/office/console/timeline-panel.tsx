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
import { Pill, type PillTone } from '@/components/ui/pill'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { api } from '@/lib/api/browser'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { ManagedBid } from '@/lib/contract/manager'
import type { ManagedDecision } from '@/lib/contract/manager-auctions'
import {
  formatPrice,
  formatQuantity,
  formatShortDay,
  formatTimeWithSeconds,
  numberSign,
  sameKyivDay,
} from '@/lib/i18n/formats'
import type { ConsoleStore } from './console-store'
import { joined, type Moment, momentsOf } from './timeline-moments'

type Props = { store: ConsoleStore; auction: AuctionDetail; className?: string }

/** What happened, the newest first: every bid with its company (R8.3), every decision and extension, the start and the end. */
export function TimelinePanel({ store, auction, className }: Props) {
  const { say, locale } = useWords()
  const { word } = useOffice()
  const { data, fault } = useResource(store.bids)
  const { data: applications } = useResource(store.applications)
  const { data: decisions, fault: decisionsFault } = useResource(store.decisions)
  const [older, setOlder] = useState<{ list: ManagedBid[]; cursor: string | null } | null>(null)
  const [olderFault, setOlderFault] = useState<Fault | null>(null)
  const bids = joined(data?.list ?? [], older?.list ?? [])
  const cursor = older ? older.cursor : (data?.next_cursor ?? null)
  const names = new Map(
    (applications ?? []).map(({ participant, company }) => [participant, company.company_short_name]),
  )
  const moments = momentsOf(
    auction,
    { bids, applications: applications ?? [], decisions: decisions ?? [] },
    cursor !== null,
  )

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
      fault={fault ?? decisionsFault ?? olderFault}
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
              <HeadCell numeric>
                {say('price')}
                <br />
                {word('volume')}
              </HeadCell>
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
        <Cell numeric>
          <span className="block font-semibold">{formatPrice(bid.price, locale)}</span>
          {formatQuantity(bid.quantity, locale, auction.category.unit)}
        </Cell>
      </tr>
    )
  }
  return (
    <tr className="align-top">
      <Cell className="whitespace-nowrap text-small text-soft">{at(moment.at)}</Cell>
      <Cell colSpan={2}>
        {moment.kind === 'decision' ? (
          <Decided decision={moment.decision} company={moment.company} unit={auction.category.unit} />
        ) : moment.kind === 'extended' ? (
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

const DECISION_TONES: Record<ManagedDecision['kind'], PillTone> = {
  application_confirmed: 'go',
  application_rejected: 'lose',
  application_withdrawn: 'done',
  account_deactivated: 'lose',
  account_reactivated: 'go',
  winner_disqualified: 'lose',
  partial_offered: 'wait',
  partial_accepted: 'go',
  partial_refused: 'lose',
  winners_confirmed: 'go',
  completed: 'done',
  cancelled: 'lose',
}

type DecidedProps = { decision: ManagedDecision; company: string | null; unit: string }

/** What was decided, about whom and by whom. */
function Decided({ decision, company, unit }: DecidedProps) {
  const { locale } = useWords()
  const { word, nameOf } = useOffice()
  const { kind, by, participant, quantity, answer_by: answerBy, reason, staff_name: staff } = decision
  const lapsed = kind === 'partial_refused' && by === 'portal'
  const details = [
    [participant === null ? '' : numberSign(participant, locale), company ?? ''].filter(Boolean).join(' '),
    quantity === null ? '' : formatQuantity(quantity, locale, unit),
    answerBy === null ? '' : word('answerBy', { at: kyivTime(answerBy, locale) }),
    reason === null ? '' : nameOf('systemReason', reason),
    by === 'portal' ? word('decidedByPortal') : (staff ?? ''),
  ].filter(Boolean)
  return (
    <span className="grid justify-items-start gap-0.5">
      <Pill tone={DECISION_TONES[kind]}>{word(lapsed ? 'decision_partial_lapsed' : `decision_${kind}`)}</Pill>
      {details.length > 0 && <span className="break-words text-small">{details.join(' · ')}</span>}
    </span>
  )
}
