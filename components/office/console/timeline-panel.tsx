'use client'

import { TONES } from '@/lib/contract/tones'
import { MutedText, Panel } from '@/components/office/kit'
import { ExportButton } from '@/components/office/list'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeMutation } from '@/components/office/queries'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Pill } from '@/components/ui/pill'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { api } from '@/lib/api/browser'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { ManagedApplication, ManagedBid, ManagedDecision } from '@/lib/contract/manager-auctions'
import {
  formatPrice,
  formatQuantity,
  formatShortDateTime,
  formatTimeWithMilliseconds,
  formatTimeWithSeconds,
  numberSign,
  sameKyivDay,
} from '@/lib/i18n/formats'
import { useApplications, useBids, useCompanyNames, useDecisions } from './console-queries'

interface Props {
  auction: AuctionDetail
  className?: string
}

/** The history, the newest first: bids with their companies (R8.3), decisions, extensions, the start and the end. */
export function TimelinePanel({ auction, className }: Props) {
  const { t, locale } = useOfficeText()
  const { bids, fault, readOlder } = useBids(auction.id)
  const { data: applications = [] } = useApplications(auction.id)
  const { data: decisions = [], fault: decisionsFault } = useDecisions(auction.id)
  const names = useCompanyNames(auction.id)
  const older = useOfficeMutation(readOlder, { toastFailure: true })
  const hasBids = bids !== undefined && bids.list.length > 0
  const hasOlder = bids !== undefined && bids.next_cursor !== null
  const moments = momentsOf(auction, { bids: bids?.list ?? [], applications, decisions }, hasOlder)

  return (
    <Panel
      title={t('timeline')}
      fault={fault ?? decisionsFault}
      className={classNames('min-h-0', className)}
      actions={
        hasBids && <ExportButton read={() => api.manager.exportBids({ auction_id: auction.id, lang: locale })} />
      }
    >
      {bids && moments.length === 0 ? (
        <MutedText>{t('noBids')}</MutedText>
      ) : (
        <Table caption={t('timeline')} className="max-h-[520px] min-h-0 overflow-y-auto @min-[1320px]:max-h-none">
          <thead className="sticky top-0 bg-surface">
            <tr>
              <HeadCell className={WIDE_ONLY}>{t('timeColumn')}</HeadCell>
              <HeadCell>{t('event')}</HeadCell>
              <HeadCell numeric className={WIDE_ONLY}>
                {hasBids ? (
                  <>
                    {t('priceUah')}
                    <br />
                    {t('volume')}
                  </>
                ) : undefined}
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {moments.map((moment) => (
              <Row key={moment.key} moment={moment} names={names.byParticipant} auction={auction} />
            ))}
          </tbody>
        </Table>
      )}
      {hasOlder && (
        <Button
          tone="outline"
          size="sm"
          className="self-center"
          pending={older.pending}
          onClick={() => void older.run()}
        >
          {t('older')}
        </Button>
      )}
    </Panel>
  )
}

/** On phones time, event, price and volume are one column. */
const WIDE_ONLY = '@max-[480px]:hidden'
const NARROW_ONLY = '@min-[480px]:hidden'

interface RowProps {
  moment: Moment
  names: ReadonlyMap<number | null, string>
  auction: AuctionDetail
}

function Row({ moment, names, auction }: RowProps) {
  const { t, locale } = useOfficeText()
  // Moments on another day than the start, such as applications, show their day.
  const at = (instant: string) =>
    sameKyivDay(instant, auction.starts_at)
      ? formatTimeWithSeconds(instant, locale)
      : formatShortDateTime(instant, locale, 'timeWithSeconds')
  if (moment.kind === 'bid') {
    const { bid } = moment
    const time = sameKyivDay(moment.at, auction.starts_at)
      ? formatTimeWithMilliseconds(moment.at, locale)
      : formatShortDateTime(moment.at, locale, 'timeWithMilliseconds')
    return (
      <tr className="align-top">
        <Cell className={classNames('whitespace-nowrap text-small text-soft', WIDE_ONLY)}>{time}</Cell>
        <Cell>
          <span className={classNames('flex flex-wrap justify-between gap-x-4', NARROW_ONLY)}>
            <span className="text-small text-soft">{time}</span>
            <span>
              <b className="font-semibold">{formatPrice(bid.price, locale)}</b> ×{' '}
              {formatQuantity(bid.quantity, locale, auction.category.unit)}
            </span>
          </span>
          <span className="text-soft">{numberSign(bid.participant, locale)}</span>{' '}
          {names.get(bid.participant) ?? bid.company_name}
          {bid.by !== null && <span className="text-soft"> · {bid.by}</span>}{' '}
          {bid.final && <Pill tone="plan">{t('final')}</Pill>}{' '}
          {bid.automatic && <Pill tone="plan">{t('automatic')}</Pill>}
        </Cell>
        <Cell numeric className={WIDE_ONLY}>
          <span className="block font-semibold">{formatPrice(bid.price, locale)}</span>
          {formatQuantity(bid.quantity, locale, auction.category.unit)}
        </Cell>
      </tr>
    )
  }
  return (
    <tr className="align-top">
      <Cell className={classNames('whitespace-nowrap text-small text-soft', WIDE_ONLY)}>{at(moment.at)}</Cell>
      <Cell colSpan={2}>
        <span className={classNames('block text-small text-soft', NARROW_ONLY)}>{at(moment.at)}</span>
        {moment.kind === 'decision' ? (
          <DecisionText decision={moment.decision} company={moment.company} unit={auction.category.unit} />
        ) : moment.kind === 'extended' ? (
          <Pill tone="wait">
            {t(moment.cause === 'outage' ? 'eventOutage' : 'eventExtended', {
              at: at(moment.end),
            })}
          </Pill>
        ) : moment.kind === 'application' ? (
          t('eventApplication', { company: moment.company })
        ) : (
          <Pill tone={moment.kind === 'started' ? 'go' : 'done'}>
            {t(
              moment.kind === 'started'
                ? 'eventStarted'
                : moment.kind === 'ended'
                  ? 'eventEnded'
                  : 'auction_unsuccessful',
            )}
          </Pill>
        )}
      </Cell>
    </tr>
  )
}

interface DecisionProps {
  decision: ManagedDecision
  company: string | null
  unit: string
}

function DecisionText({ decision, company, unit }: DecisionProps) {
  const { t, locale, nameOf } = useOfficeText()
  const {
    kind,
    by,
    participant,
    quantity,
    answer_by: answerBy,
    reason,
    staff_name: staff,
    person_name: person,
  } = decision
  const lapsed = kind === 'partial_refused' && by === 'portal'
  const details = [
    [participant === null ? '' : numberSign(participant, locale), company ?? ''].filter(Boolean).join(' '),
    quantity === null ? '' : formatQuantity(quantity, locale, unit),
    answerBy === null ? '' : t('answerBy', { at: formatShortDateTime(answerBy, locale) }),
    reason === null ? '' : nameOf('systemReason', reason),
    by === 'portal' ? t('decidedByPortal') : (staff ?? person ?? ''),
  ].filter(Boolean)
  return (
    <span className="grid justify-items-start gap-0.5">
      <Pill tone={TONES.decision[kind]}>{t(lapsed ? 'decision_partial_lapsed' : `decision_${kind}`)}</Pill>
      {details.length > 0 && <span className="break-words text-small">{details.join(' · ')}</span>}
    </span>
  )
}

/** One line of the timeline. */
type Moment = { at: string; key: string } & (
  | { kind: 'bid'; bid: ManagedBid }
  | { kind: 'extended'; end: string; cause: AuctionDetail['extensions'][number]['cause'] }
  | { kind: 'application'; company: string }
  | { kind: 'decision'; decision: ManagedDecision; company: string | null }
  | { kind: 'started' | 'ended' | 'unsuccessful' }
)

interface Happened {
  bids: readonly ManagedBid[]
  applications: readonly ManagedApplication[]
  decisions: readonly ManagedDecision[]
}

/**
 * The newest first.
 *
 * @param more whether there are older bids
 */
export function momentsOf(
  auction: AuctionDetail,
  { bids, applications, decisions }: Happened,
  more: boolean,
): Moment[] {
  const { state, starts_at: start, effective_end: end } = auction
  const companies = new Map(applications.map(({ company }) => [company.id, company.company_short_name]))
  const wasCancelledLater = auction.cancelled_at !== null && auction.cancelled_at >= start
  const started = auction.bids > 0 || state === 'running' || state === 'closing' || wasCancelledLater
  const moments: Moment[] = [
    // Preliminary bids count from the start (R3.1), whenever they were received.
    ...bids.map((bid): Moment => ({
      kind: 'bid',
      at: bid.received_at < start ? start : bid.received_at,
      key: `bid ${bid.seq}`,
      bid,
    })),
    // A halt moves the end too, but is listed among the decisions.
    ...auction.extensions
      .filter(({ cause }) => cause !== 'halt')
      .map((mark, index): Moment => ({
        kind: 'extended',
        at: mark.at,
        key: `extension ${index}`,
        end: mark.effective_end,
        cause: mark.cause,
      })),
    ...(started ? [{ kind: 'started', at: start, key: 'start' } as const] : []),
    ...(state === 'selection' || state === 'completed' ? [{ kind: 'ended', at: end, key: 'end' } as const] : []),
    // R2.6: too few participants at the start, or no winner was left at the end.
    ...(state === 'unsuccessful'
      ? [{ kind: 'unsuccessful', at: auction.bids > 0 ? end : start, key: 'unsuccessful' } as const]
      : []),
    ...applications.map((application): Moment => ({
      kind: 'application',
      at: application.received_at,
      key: `application ${application.id}`,
      company: application.company.company_short_name,
    })),
    ...decisions.map((decision): Moment => ({
      kind: 'decision',
      at: decision.at,
      // A partial offer has the sequence number of the entry that caused it.
      key: `decision ${decision.seq} ${decision.kind}`,
      decision,
      company: decision.company_id === null ? null : (companies.get(decision.company_id) ?? null),
    })),
  ]
  // Moments before the oldest bid read so far would be misplaced.
  const oldest = more ? bids.at(-1)?.received_at : undefined
  return moments
    .filter(({ at }) => oldest === undefined || at >= oldest)
    .sort((left, right) => Date.parse(right.at) - Date.parse(left.at) || seqOf(right) - seqOf(left))
}

function seqOf(moment: Moment): number {
  return moment.kind === 'bid' ? moment.bid.seq : moment.kind === 'decision' ? moment.decision.seq : 0
}
