import { expect, it } from '@jest/globals'
import type { OwnPosition } from '@/lib/contract/stream'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { AuctionSnapshot } from '@/lib/server/events/stream'
import { fixedClock } from '@/tests/support/fixed-clock'
import { afterBid, bidder, bidOf, runningAuction } from '@/tests/support/builders/auction'
import { START } from '@/tests/support/builders/lot'
import { OwnPositions } from './own-positions'
import { Watcher } from './watcher'

/** A database whose answers the test releases. */
function slowNotes() {
  const waiting: (() => void)[] = []
  const query = () =>
    new Promise((resolve) => {
      waiting.push(() => resolve({ rows: [{ company_id: bidder(1), id: 1, reason: null, missing: [] }] }))
    })
  return { pool: { query } as unknown as Pool, waiting }
}

function watch(companyId: number) {
  const sent: OwnPosition[] = []
  const sink = {
    write: (bytes: Uint8Array) => {
      const data = /^data: ?(.*)$/m.exec(Buffer.from(bytes).toString())?.[1]
      sent.push(JSON.parse(data ?? '') as OwnPosition)
    },
    backlog: () => 0,
    drained: () => Promise.resolve(),
    end: () => undefined,
  }
  const caller = {
    kind: 'account',
    companyId,
    personId: 1,
    role: 'owner',
    sessionId: 'session',
    status: 'active',
  } as const
  return { watcher: new Watcher(sink, { auctionId: 1, caller, address: 'address' }), sent }
}

it('a position read for a joining watcher is not sent after a newer one', async () => {
  const { pool, waiting } = slowNotes()
  const positions = new OwnPositions(1, { pool, clock: fixedClock(START), backlogBound: 100_000 })
  const state = runningAuction([
    { price: 15_000, quantity: 500 },
    { price: 14_000, quantity: 500 },
  ])
  const before: AuctionSnapshot = { auctionId: 1, state, logSeq: 10, lastHash: '' }
  const after: AuctionSnapshot = {
    ...before,
    state: afterBid(state, bidOf(2, { price: 15_100, quantity: 500 })),
    logSeq: 11,
  }
  const { watcher, sent } = watch(bidder(1))
  let latest = before
  const joining = positions.join(watcher, () => latest)
  latest = after
  const flushing = positions.refresh(after)
  waiting[1]?.()
  await flushing
  waiting[0]?.()
  await joining
  expect(sent.map(({ rank }) => rank)).toEqual([2])
})

it('the notes of all participants are read at once', async () => {
  const bids = [
    { price: 15_000, quantity: 500 },
    { price: 14_000, quantity: 500 },
  ]
  const snapshot: AuctionSnapshot = { auctionId: 1, state: runningAuction(bids), logSeq: 10, lastHash: '' }
  const read: unknown[] = []
  const query = async ({ values: [, ids] }: { values: [number, number[]] }) => {
    read.push(ids)
    return { rows: ids.map((company_id) => ({ company_id, id: company_id, reason: null, missing: [] })) }
  }
  const pool = { query } as unknown as Pool
  const positions = new OwnPositions(1, { pool, clock: fixedClock(START), backlogBound: 100_000 })
  const watching = [1, 2].map((participant) => watch(bidder(participant)))
  for (const { watcher } of watching) await positions.join(watcher, () => snapshot)
  const applications = new Map(
    [...snapshot.state.applications].map(([id, application]) => [id, { ...application, status: 'submitted' as const }]),
  )
  const changed = { ...snapshot, state: { ...snapshot.state, applications } }
  read.length = 0
  await positions.refresh(changed)
  expect(read).toEqual([[bidder(1), bidder(2)]])
  expect(watching.map(({ sent }) => sent.at(-1)?.application?.id)).toEqual([bidder(1), bidder(2)])
})
