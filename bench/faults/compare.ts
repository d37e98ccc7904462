import { evolveAll } from '@/lib/domain/evolve'
import { rankingOf } from '@/lib/domain/ranking'
import { decideOutage } from '@/lib/domain/lifecycle'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { Pool } from '@/lib/server/platform/db/pool'
import { bidsOf, brokenEntry, logOf, type LogRow, replayBids, stateOf } from '@/tests/support/auction-record'
import type { Ledger, LedgerEntry } from './bidding-clients'

/** An invariant and whether it held under a fault. */
export interface Check {
  what: string
  passed: boolean
  observed: string
}

export function check(what: string, passed: boolean, observed: string | number): Check {
  return { what, passed, observed: String(observed) }
}

interface Expected {
  /** Codes that the fault may cause. */
  refusals?: readonly string[]
  /** Bids that their senders abandoned; such a bid is recorded once or not at all. */
  givenUp?: boolean
}

/** Compares the bidders' answers with the record, and the record with the rules. */
export async function compare(
  pool: Pool,
  auctionId: number,
  started: AuctionState,
  { entries, answers, protocolErrors, maxWait }: Ledger,
  { refusals = [], givenUp = false }: Expected = {},
): Promise<Check[]> {
  const own = entries.filter((entry) => entry.auctionId === auctionId)
  const placed = own.filter((entry) => entry.outcome.kind === 'placed')
  const unknown = own.filter((entry) => entry.outcome.kind === 'unknown')
  const refused = own.filter((entry) => entry.outcome.kind === 'refused').map(({ outcome }) => codeOf(outcome))
  const log = await logOf(pool, auctionId)
  const all = await bidsOf(pool, auctionId)
  const bids = all.filter((bid) => !bid.preliminary)
  const bySeq = new Map(bids.map((bid) => [bid.seq, bid]))
  const hashOf = new Map(log.map((entry) => [entry.seq, entry.hash]))

  const lost = placed.filter(({ companyId, price, outcome }) => {
    if (outcome.kind !== 'placed') return false
    const row = bySeq.get(outcome.seq)
    return (
      row?.company_id !== companyId ||
      row.price !== price ||
      row.received_at.toISOString() !== outcome.receivedAt ||
      hashOf.get(outcome.entrySeq) !== outcome.entryHash
    )
  })
  const doubled = bids.length - new Set(bids.map((bid) => `${bid.company_id} ${bid.price}`)).size
  const acknowledgedTwice = placed.length - new Set(placed.map(({ outcome }) => seqOf(outcome))).size
  const surplus = bids.length - placed.length
  const gaps = all.filter((bid, index) => bid.seq !== index + 1).length
  const times = bids.map((bid) => bid.received_at.getTime())
  const disorder = times.filter((time, index) => index > 0 && time < times[index - 1]!).length
  const broken = brokenEntry(log)
  const unexpected = refused.filter((code) => !refusals.includes(code))
  const answered = Object.entries(answers)
    .sort()
    .map(([name, count]) => `${name} × ${count}`)
    .join(', ')

  return [
    check(
      'acknowledged bids in the record, as acknowledged',
      lost.length === 0,
      `${placed.length}, ${lost.length} lost`,
    ),
    check(
      'bids recorded twice, or without a bidder that sent them',
      doubled === 0 && acknowledgedTwice === 0 && surplus >= 0 && surplus <= (givenUp ? unknown.length : 0),
      doubled + acknowledgedTwice + surplus,
    ),
    check('bids whose sender never learned the outcome', givenUp || unknown.length === 0, unknown.length),
    check(
      'sequence without gaps, in the order of receipt',
      gaps === 0 && disorder === 0,
      `${gaps} gaps, ${disorder} out of order`,
    ),
    check('hash chain unbroken', broken === null, broken === null ? `${log.length} entries` : `broken at ${broken}`),
    check(
      'ranking equals the replay of the rules',
      JSON.stringify(rankingOf(await stateOf(pool, auctionId))) ===
        JSON.stringify(rankingOf(replay(started, bySeq, log))),
      `${bids.length} bids replayed`,
    ),
    check('refusals', unexpected.length === 0, unexpected.length === 0 ? countsOf(refused) : countsOf(unexpected)),
    check(
      '5xx answers that a client cannot handle',
      protocolErrors.length === 0,
      protocolErrors.length === 0 ? `none; ${answered}` : protocolErrors.slice(0, 3).join(' | '),
    ),
    check('longest wait for one answer', maxWait < 30_000, `${(maxWait / 1000).toFixed(1)} s`),
    ...once(log, 'started'),
  ]
}

/** The auction's record has exactly one such entry. */
export function once(log: readonly { kind: string }[], kind: string): Check[] {
  const times = log.filter((entry) => entry.kind === kind).length
  return [check(`“${kind}” in the record once`, times === 1, times)]
}

/** Replays the recorded bids and outages by the rules, in the record's order. */
function replay(
  started: AuctionState,
  bids: ReadonlyMap<number, Parameters<typeof replayBids>[1][number]>,
  log: readonly LogRow[],
) {
  return log.reduce((state, { kind, body }) => {
    const event = JSON.parse(body) as { bid: number; from: string; to: string }
    const bid = kind === 'bid' ? bids.get(event.bid) : undefined
    if (bid !== undefined) return replayBids(state, [bid])
    if (kind !== 'outage') return state
    return evolveAll(state, decideOutage(state, { from: Date.parse(event.from), to: Date.parse(event.to) }))
  }, started)
}

function seqOf(outcome: LedgerEntry['outcome']): number {
  return outcome.kind === 'placed' ? outcome.seq : Number.NaN
}

function codeOf(outcome: LedgerEntry['outcome']): string {
  return outcome.kind === 'refused' ? outcome.code : ''
}

function countsOf(codes: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts.size === 0 ? 'none' : [...counts].map(([code, count]) => `${code} × ${count}`).join(', ')
}
