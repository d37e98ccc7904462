import type { Agreement, CabinetAuction } from '@/lib/contract/cabinet'
import type { Tone } from '@/lib/contract/tones'

/** What the buyer gets now; null before the start, once it is decided, and without a bid that takes part. */
export interface Position {
  kind: 'whole' | 'part' | 'outbid'
  tone: Extract<Tone, 'go' | 'wait' | 'lose'>
  rank: number
  allocated: string
  quantity: string
}

export function positionOf({ auction, own }: Pick<CabinetAuction, 'auction' | 'own'>): Position | null {
  const isUndecided = auction.state === 'running' || auction.state === 'closing' || auction.state === 'selection'
  const { rank, last_bid: bid, provisional_quantity: allocated } = own
  if (!isUndecided || own.application?.status !== 'confirmed') return null
  if (rank === null || bid === null || allocated === null) return null
  const place = { rank, allocated, quantity: bid.quantity }
  if (Number(allocated) === 0) return { ...place, kind: 'outbid', tone: 'lose' }
  return Number(allocated) < Number(bid.quantity)
    ? { ...place, kind: 'part', tone: 'wait' }
    : { ...place, kind: 'whole', tone: 'go' }
}

/** Before the start; then an application without its deposit is rejected (R2.5). */
export function isDepositDue({ auction, deposit }: Pick<CabinetAuction, 'auction' | 'deposit'>): boolean {
  return auction.state === 'planned' && deposit !== null && Number(deposit.missing) > 0
}

/** What only this company can do now, the most urgent kind first. */
export type Need =
  | { kind: 'outbid' | 'part'; entry: CabinetAuction; position: Position; until: string }
  | { kind: 'answer' | 'pay' | 'documents'; entry: CabinetAuction; until: string }
  | { kind: AgreementNeed; agreement: Agreement; until: null }

type AgreementNeed = 'sign' | 'details' | 'invoice' | 'loading' | 'act'

const ORDER: readonly Need['kind'][] = [
  'outbid',
  'part',
  'answer',
  'pay',
  'invoice',
  'details',
  'sign',
  'act',
  'loading',
  'documents',
]

export function needsOf(entries: readonly CabinetAuction[], agreements: readonly Agreement[]): Need[] {
  const needs: Need[] = [...entries.flatMap(needsIn), ...agreements.flatMap(needOfAgreement)]
  return needs.sort(
    (a, b) =>
      ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || Date.parse(a.until ?? '9999') - Date.parse(b.until ?? '9999'),
  )
}

function needsIn(entry: CabinetAuction): Need[] {
  const { auction, own, deposit } = entry
  const needs: Need[] = []
  const position = positionOf(entry)
  // After a final bid nothing more can be bid.
  if (auction.state === 'running' && position !== null && position.kind !== 'whole' && own.last_bid?.final !== true)
    needs.push({ kind: position.kind, entry, position, until: auction.effective_end })
  if (own.partial_until !== null) needs.push({ kind: 'answer', entry, until: own.partial_until })
  if (deposit !== null && isDepositDue(entry) && isUndecided(entry))
    needs.push({ kind: 'pay', entry, until: deposit.due_by })
  if (auction.state === 'planned' && isUndecided(entry) && own.application!.missing_documents.length > 0)
    needs.push({ kind: 'documents', entry, until: auction.starts_at })
  return needs
}

function isUndecided({ own: { application } }: CabinetAuction): boolean {
  return application?.status === 'submitted' || application?.status === 'awaiting_confirmation'
}

const NEED_OF_STEP: Partial<Record<NonNullable<Agreement['next']>['action'], AgreementNeed>> = {
  pay: 'invoice',
  answer_loading: 'loading',
  sign_act: 'act',
}

function needOfAgreement(agreement: Agreement): Need[] {
  const { next } = agreement
  const kind = next?.side === 'buyer' ? NEED_OF_STEP[next.action] : undefined
  if (kind !== undefined) return [{ kind, agreement, until: null }]
  if (agreement.status !== 'awaiting_signature' || agreement.awaits === 'organiser') return []
  return [{ kind: agreement.awaits === 'buyer' ? 'details' : 'sign', agreement, until: null }]
}

export interface Sections {
  running: CabinetAuction[]
  deciding: CabinetAuction[]
  planned: CabinetAuction[]
}

/** Auctions that are not over, the next to end or to start first. */
export function sectionsOf(entries: readonly CabinetAuction[]): Sections {
  const by = (isIn: (state: CabinetAuction['auction']['state']) => boolean, at: 'effective_end' | 'starts_at') =>
    entries
      .filter(({ auction }) => isIn(auction.state))
      .sort((a, b) => Date.parse(a.auction[at]) - Date.parse(b.auction[at]))
  return {
    running: by((state) => state === 'running', 'effective_end'),
    deciding: by((state) => state === 'closing' || state === 'selection', 'effective_end'),
    planned: by((state) => state === 'planned', 'starts_at'),
  }
}
