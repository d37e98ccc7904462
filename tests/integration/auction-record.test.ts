import { createHash, randomInt } from 'node:crypto'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Ledger } from '@/bench/faults/bidding-clients'
import { compare } from '@/bench/faults/compare'
import { bidsEndpoints } from '@/lib/contract/auctions'
import type { AuctionState } from '@/lib/domain/auction-state'
import { changeAuction } from '@/lib/server/auctions/change-auction'
import { answer, refuse } from '@/lib/server/platform/call'
import { createSessions, openSession } from '@/lib/server/identity/sessions'
import {
  apply,
  managerCall,
  openServer,
  placeBid,
  publishLot,
  registerBuyers,
  type Server,
  startAuction,
} from '@/tests/support/auction-house'
import { bidsOf, brokenEntry, logOf, stateOf } from '@/tests/support/auction-record'
import { aLot, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { fixedClock } from '@/tests/support/fixed-clock'

let db: TestDatabase
let server: Server
let auctionId: number
const clock = fixedClock(START - 30 * MINUTE)

beforeAll(async () => {
  db = await createTestDatabase()
  const accounts = await registerBuyers(db.pool, 2)
  const sessions = createSessions({ pool: db.pool, clock, requiresSecondFactor: () => true })
  server = await openServer(db, clock, { sessions })
  auctionId = await startAuction({ server, pool: db.pool, clock, accounts })
  await placeBid(server, { auctionId, companyId: accounts[0]!, at: clock.now() }, { price: 14_010, quantity: 10 })
})

afterAll(() => db.close())

const events = [
  'applications',
  'application_decisions',
  'auction_log',
  'bids',
  'bid_requests',
  'auction_results',
  'selection_decisions',
  'outages',
]

describe('R4.6 events in the database', () => {
  it.each(events.filter((table) => !['auction_results', 'selection_decisions', 'outages'].includes(table)))(
    'cannot be changed or deleted in portal.%s',
    async (table) => {
      const column = table === 'application_decisions' ? 'application_id' : 'auction_id'
      await expect(db.pool.query(`update portal.${table} set ${column} = ${column}`)).rejects.toThrow('append-only')
      await expect(db.pool.query(`delete from portal.${table}`)).rejects.toThrow('append-only')
    },
  )

  it.each(events)('cannot be truncated in portal.%s', async (table) => {
    await expect(db.pool.query(`truncate portal.${table} cascade`)).rejects.toThrow('append-only')
  })

  it('forbid writing heads, bids or results without an entry of the log', async () => {
    await expect(db.pool.query('update portal.auction_heads set bid_seq = bid_seq + 1')).rejects.toThrow(
      'follows from portal.auction_log',
    )
    await expect(db.pool.query('delete from portal.auction_heads')).rejects.toThrow('append-only')
    await expect(
      db.pool
        .query(`insert into portal.bids select auction_id, seq + 1, log_seq, company_id, participant, price, quantity, minimum_quantity,
        final, preliminary, automatic, received_at from portal.bids order by seq desc limit 1`),
    ).rejects.toThrow('follows from portal.auction_log')
    await expect(
      db.pool.query('insert into portal.auction_results values ($1, now(), 1, 1, 1, 1, 1, $2)', [auctionId, '[]']),
    ).rejects.toThrow('follows from portal.auction_log')
  })
})

describe('R8.4 the chain', () => {
  /** Appends an entry as an attacker with the database's password would. */
  async function forge(changes: {
    seq?: number
    previous?: string
    body?: string
    hash?: string
    bid?: number
    participant?: number
  }) {
    const last = (await logOf(db.pool, auctionId)).at(-1)!
    const seq = changes.seq ?? last.seq + 1
    const previous = changes.previous ?? last.hash
    const body =
      changes.body ??
      JSON.stringify({
        seq,
        kind: 'bid',
        at: last.at.toISOString(),
        bid: changes.bid ?? 4,
        participant: changes.participant ?? 2,
        price: '14020.00',
        quantity: '10.000',
        minimum_quantity: '10.000',
        final: false,
        preliminary: false,
        automatic: false,
        received_at: last.at.toISOString(),
      })
    await db.pool.query(
      `insert into portal.auction_log (auction_id, seq, at, kind, body, previous_hash, hash)
       values ($1, $2, $3, 'bid', $4, $5, coalesce($6, encode(sha256(convert_to($5 || E'\\n' || $4, 'UTF8')), 'hex')))`,
      [auctionId, seq, last.at, body, previous, changes.hash ?? null],
    )
  }

  it('is intact, and reveals tampering', async () => {
    const log = await logOf(db.pool, auctionId)
    expect(brokenEntry(log)).toBeNull()
    const tampered = log.map((entry) => ({ ...entry, body: entry.body.replace('14010.00', '14110.00') }))
    expect(brokenEntry(tampered)).toBe(log.find((entry) => entry.body.includes('14010.00'))!.seq)
  })

  it('accepts no gap, no fork, no wrong hash and no body of another entry (R4.9)', async () => {
    const { seq, hash } = (await logOf(db.pool, auctionId)).at(-1)!
    await expect(forge({ seq: seq + 2 })).rejects.toThrow('does not follow the log')
    await expect(forge({ previous: '0'.repeat(64) })).rejects.toThrow('does not follow the log')
    await expect(forge({ hash })).rejects.toThrow('hash_is_of_this_body')
    await expect(forge({ body: '{"seq":1}' })).rejects.toThrow('body_is_of_this_entry')
  })

  it('accepts no bid out of sequence and none with an unassigned participant number (R4.9)', async () => {
    await expect(forge({ bid: 5 })).rejects.toThrow('do not follow its last bid')
    await expect(forge({ bid: 3 })).rejects.toThrow('duplicate key')
    await expect(forge({ participant: 3 })).rejects.toThrow('do not follow its last bid')
  })

  it('does not identify companies (R8.3), and seals preliminary bids until the start (R2.3)', async () => {
    const log = await logOf(db.pool, auctionId)
    const start = log.findIndex((entry) => entry.kind === 'started')
    const before = log
      .slice(1, start)
      .map((entry) => entry.body)
      .join('\n')
    expect(before).not.toMatch(/price|quantity|account|company/)
    expect(log.map((entry) => entry.body).join('\n')).not.toMatch(/company_id|company|bidderId/)
    // After the start anyone can open the seals and check that no price was changed before.
    const bodies = log.map((entry) => JSON.parse(entry.body) as Record<string, unknown>)
    const seals = bodies.flatMap(({ seal }) => (seal === undefined ? [] : [seal]))
    const opened = bodies.filter((body) => body.preliminary === true)
    expect(opened).toHaveLength(2)
    for (const { application, nonce, price, quantity, minimum_quantity: minimum } of opened) {
      expect(createHash('sha256').update([nonce, price, quantity, minimum].join('|')).digest('hex')).toBe(
        seals[Number(application) - 1],
      )
    }
  })
})

describe('R1.2 a lot with a record', () => {
  it('cannot be deleted or change its numbers, but its texts may be corrected', async () => {
    await expect(
      db.pool.query(`update cms.auctions set volume = '600.000' where id = $1`, [auctionId]),
    ).rejects.toThrow('frozen')
    await expect(
      db.pool.query(`update cms.auctions set ends_at = ends_at + interval '1 hour' where id = $1`, [auctionId]),
    ).rejects.toThrow('frozen')
    await expect(db.pool.query(`update cms.auctions set _status = 'draft' where id = $1`, [auctionId])).rejects.toThrow(
      'frozen',
    )
    await expect(db.pool.query('delete from cms.auctions where id = $1', [auctionId])).rejects.toThrow(
      'cannot be deleted',
    )
    await db.pool.query(`update cms.auctions set slug = 'better-words', updated_at = now() where id = $1`, [auctionId])
  })

  it('may be edited or deleted until someone applies', async () => {
    const fresh = await publishLot(db.pool, aLot())
    await db.pool.query(`update cms.auctions set volume = '600.000' where id = $1`, [fresh])
    expect((await server.streams.snapshotOf(fresh))?.state.lot.volume).toBe(600_000)
    await db.pool.query('delete from cms.auctions where id = $1', [fresh])
    expect(await server.streams.snapshotOf(fresh)).toBeNull()
  })

  it('can be cancelled, and every applicant gets the reason', async () => {
    expect(
      await server.endpoints.manager.cancelAuction(
        { auction_id: auctionId, reason: 'ТОВ «Company 1» asked for it.' },
        managerCall(clock.now()),
      ),
    ).toMatchObject({ ok: false, refusal: { code: 'reason_names_bidder' } })
    await server.endpoints.manager.cancelAuction(
      { auction_id: auctionId, reason: 'The plant stands still.' },
      managerCall(clock.now()),
    )
    const { rows } = await db.pool.query(`select payload from portal.outbox where kind = 'auction_cancelled'`)
    const payload = { auction_id: auctionId, reason: 'The plant stands still.', following: false }
    expect(rows).toEqual([{ payload }, { payload }])
  })
})

describe('a change of an auction', () => {
  it('leaves no entry if it is refused, not even in memory', async () => {
    const unstarted = await publishLot(db.pool, aLot())
    const [companyId] = (await registerBuyers(db.pool, 1)) as [number]
    const at = START - 30 * MINUTE
    await apply(server, { auctionId: unstarted, companyId, at }, { price: 14_000, quantity: 10 })
    const before = await logOf(db.pool, unstarted)
    const outcome = await changeAuction({ pool: db.pool, streams: server.streams }, unstarted, async (auction) => {
      await auction.append([{ kind: 'application_withdrawn', bidderId: companyId, at }])
      expect(auction.stream().logSeq).toBe(before.length + 1)
      return refuse('auction_not_started')
    })
    expect(outcome).toMatchObject({ ok: false, refusal: { code: 'auction_not_started' } })
    expect(await logOf(db.pool, unstarted)).toEqual(before)
    expect(server.streams.remembered(unstarted)?.logSeq).toBe(before.length)
  })

  it('is refused for an unpublished auction', async () => {
    const outcome = await changeAuction({ pool: db.pool, streams: server.streams }, 999_999, async () => answer(null))
    expect(outcome).toMatchObject({ ok: false, refusal: { code: 'not_found' } })
  })
})

describe('R2.7 the session of a deactivated account', () => {
  it('cannot bid, even if it was not ended', async () => {
    const accounts = (await registerBuyers(db.pool, 2)) as [number, number]
    const running = await startAuction({ server, pool: db.pool, clock, accounts })
    const [id] = accounts
    const from = { address: 'test', userAgent: 'test' }
    const sessions = await Promise.all(
      accounts.map((account) => openSession(db.pool, { realm: 'buyer', id: account }, from, clock.now())),
    )
    await db.pool.query(
      `insert into portal.account_decisions (company_id, kind, reason) values ($1, 'deactivated', 'test')`,
      [id],
    )
    const bid = async (token: string) => {
      const response = await server.api.request(bidsEndpoints.place.path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': crypto.randomUUID(),
          'content-type': 'application/json',
        },
        body: JSON.stringify({ auction_id: running, price: '14010.00', quantity: '10.000', final: false }),
      })
      return { status: response.status, body: (await response.json()) as object }
    }
    const before = await logOf(db.pool, running)
    expect(await bid(sessions[0]!.token)).toMatchObject({ status: 403, body: { code: 'account_deactivated' } })
    expect(await logOf(db.pool, running)).toEqual(before)
    expect(await bid(sessions[1]!.token)).toMatchObject({ status: 200 })
  })
})

describe('the comparison of bidders’ answers with the record', () => {
  let compared: number
  let started: AuctionState
  const answered: Ledger['entries'] = []

  /** Places three bids and collects the answers to their bidders. */
  beforeAll(async () => {
    const accounts = await registerBuyers(db.pool, 3)
    compared = await startAuction({ server, pool: db.pool, clock, accounts })
    started = await stateOf(db.pool, compared)
    for (const [index, companyId] of accounts.entries()) {
      const key = `a-bid-of-${companyId}`
      const placed = await placeBid(
        server,
        { auctionId: compared, companyId, at: START + MINUTE + index, key },
        { price: 14_010, quantity: 10 },
      )
      if (!placed.ok) throw new Error(placed.refusal.code)
      const { bid, entry_seq: entrySeq, entry_hash: entryHash } = placed.answer.data
      const outcome = { kind: 'placed' as const, seq: bid.seq, entrySeq, entryHash, receivedAt: bid.received_at }
      answered.push({ key, auctionId: compared, companyId, price: 1_401_000, attempts: 1, outcome })
    }
  })

  /** The names of the failed checks. */
  async function faultsOf(entries: Ledger['entries'], changes: Partial<Ledger> = {}): Promise<string[]> {
    const ledger = { entries, answers: {}, protocolErrors: [], maxWait: 0, cutOff: 0, latencies: [], ...changes }
    const checks = await compare(db.pool, compared, started, ledger)
    return checks.filter(({ passed }) => !passed).map(({ what }) => what)
  }

  it('reports nothing if both agree', async () => {
    expect(await faultsOf(answered)).toEqual([])
  })

  it('detects an acknowledged bid that is missing from the record or differs there', async () => {
    const [first, ...others] = answered
    const acknowledged = {
      kind: 'placed' as const,
      entrySeq: 1,
      entryHash: '',
      receivedAt: new Date(START).toISOString(),
    }
    const lost = { ...first!, price: 1_402_000, outcome: { ...acknowledged, seq: 99 } }
    expect(await faultsOf([...answered, lost])).toContain('acknowledged bids in the record, as acknowledged')
    const otherPrice = { ...first!, price: 1_402_000 }
    expect(await faultsOf([otherPrice, ...others])).toEqual(['acknowledged bids in the record, as acknowledged'])
    const otherHash = {
      ...first!,
      outcome: { ...first!.outcome, entryHash: 'ab'.repeat(32) },
    } as (typeof answered)[number]
    expect(await faultsOf([otherHash, ...others])).toEqual(['acknowledged bids in the record, as acknowledged'])
  })

  it('detects a recorded bid without an answer, one answered twice, and one abandoned by its sender', async () => {
    const doubled = 'bids recorded twice, or without a bidder that sent them'
    expect(await faultsOf(answered.slice(1))).toEqual([doubled])
    expect(await faultsOf([...answered, answered[0]!])).toEqual([doubled])
    const unknown = { ...answered[0]!, outcome: { kind: 'unknown' as const } }
    expect(await faultsOf([unknown, ...answered.slice(1)])).toContain('bids whose sender never learned the outcome')
  })

  it('detects refusals that the fault does not explain, and answers that a client cannot handle', async () => {
    const refused = {
      ...answered[0]!,
      price: 1,
      outcome: { kind: 'refused' as const, status: 422, code: 'bid_off_grid' },
    }
    expect(await faultsOf([...answered, refused])).toEqual(['refusals'])
    expect(await faultsOf(answered, { protocolErrors: ['500: oops'] })).toEqual([
      '5xx answers that a client cannot handle',
    ])
  })

  it('detects an altered record', async () => {
    await db.pool.query(`alter table portal.bids disable trigger user`)
    await db.pool.query(`update portal.bids set price = price + 1000 where auction_id = $1 and seq = 4`, [compared])
    const faults = await faultsOf(answered)
    await db.pool.query(`update portal.bids set price = price - 1000 where auction_id = $1 and seq = 4`, [compared])
    await db.pool.query(`alter table portal.bids enable trigger user`)
    expect(faults).toContain('acknowledged bids in the record, as acknowledged')
    expect(faults).toContain('ranking equals the replay of the rules')
  })
})

const ROUNDS = 1_000
/** The whole lot, so that only one of two equal bids wins anything. */
const WHOLE_LOT = 500

/** Runs at five times the speed, so that nearly simultaneous bids get different times. */
function fastClock(from: number) {
  const began = performance.now()
  return { now: () => from + Math.floor((performance.now() - began) * 5) }
}

async function startedAuction(database: TestDatabase, accounts: number[]): Promise<number> {
  const clock = fixedClock(START - 30 * MINUTE)
  const preparing = await openServer(database, clock)
  const auctionId = await startAuction({ server: preparing, pool: database.pool, clock, accounts, quantity: WHOLE_LOT })
  await preparing.close()
  return auctionId
}

/** Like a bid over HTTP: its ticket is taken on arrival, and it reaches the queue after a varying delay. */
async function receiveBid(server: Server, bid: { auctionId: number; companyId: number }, price: number) {
  const ticket = server.bidQueue.receive()
  if (randomInt(10) === 0) await setTimeout(randomInt(10))
  return {
    ticket,
    outcome: await placeBid(server, { ...bid, at: ticket.at, ticket }, { price, quantity: WHOLE_LOT }),
  }
}

describe('R4.9 equal bids for the whole lot, 1 000 times under load', () => {
  // The server of this test leads with another clock, so it needs a separate database.
  let ordered: TestDatabase

  beforeAll(async () => {
    ordered = await createTestDatabase()
  })

  afterAll(() => ordered.close())

  it('are ordered by receipt: the earlier one wins every time', async () => {
    const accounts = await registerBuyers(ordered.pool, 2)
    const auctionId = await startedAuction(ordered, accounts)
    const clock = fastClock(START + MINUTE)
    const server = await openServer(ordered, clock)
    const sent: Promise<Awaited<ReturnType<typeof receiveBid>>>[] = []
    let unanswered = 0
    const send = async (...bid: Parameters<typeof receiveBid>) => {
      unanswered += 1
      const received = await receiveBid(...bid)
      unanswered -= 1
      return received
    }
    for (let round = 1; round <= ROUNDS; round += 1) {
      const first = randomInt(2)
      for (const which of [first, 1 - first]) {
        sent.push(send(server, { auctionId, companyId: accounts[which]! }, 14_000 + 10 * round))
        if (randomInt(2) === 0) await setImmediate()
        // Limits the size of a batch, so that many are decided while other bids arrive.
        while (unanswered > 40) await setImmediate()
      }
    }
    const answered = await Promise.all(sent)
    await server.close()

    // No bid is refused, and no time of receipt is changed.
    expect(
      answered.map(({ outcome }) => (outcome.ok ? Date.parse(outcome.answer.data.bid.received_at) : outcome.refusal)),
    ).toEqual(answered.map(({ ticket }) => ticket.at))
    const bids = (await bidsOf(ordered.pool, auctionId)).filter(({ preliminary }) => !preliminary)
    expect(bids).toHaveLength(2 * ROUNDS)
    const times = bids.map((bid) => bid.received_at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const lost = Array.from({ length: ROUNDS }, (_, index) =>
      bids.filter(({ price }) => price === 1_400_000 + 1_000 * (index + 1)),
    ).filter(([winner, other]) => winner!.received_at > other!.received_at)
    expect(lost).toEqual([])
    // Bids of the same millisecond are in the order of receipt as well.
    const orders = new Map(
      answered.map(({ ticket, outcome }) => [outcome.ok ? outcome.answer.data.bid.seq : 0, ticket.order]),
    )
    expect(bids.map(({ seq }) => orders.get(seq))).toEqual(
      answered.map(({ ticket }) => ticket.order).toSorted((a, b) => a - b),
    )
    expect(brokenEntry(await logOf(ordered.pool, auctionId))).toBeNull()
  })
})
