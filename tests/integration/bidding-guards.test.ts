import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fixedClock } from '@/tests/support/fixed-clock'
import {
  managerCall,
  openServer,
  placeBid,
  publishLot,
  registerBuyers,
  type Server,
  startAuction,
} from '@/tests/support/auction-house'
import { brokenEntry, logOf } from '@/tests/support/auction-record'
import { aLot, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let db: TestDatabase
let server: Server
let auctionId: number
const clock = fixedClock(START - 30 * MINUTE)

beforeAll(async () => {
  db = await createTestDatabase()
  const accounts = await registerBuyers(db.pool, 2)
  server = await openServer(db, clock)
  auctionId = await startAuction({ server, pool: db.pool, clock, accounts })
  await placeBid(server, { auctionId, accountId: accounts[0]!, at: clock.now() }, { price: 14_010, quantity: 10 })
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
        .query(`insert into portal.bids select auction_id, seq + 1, log_seq, account_id, participant, price, quantity, minimum_quantity,
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
    expect(log.map((entry) => entry.body).join('\n')).not.toMatch(/account_id|company|bidderId/)
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
    expect(rows).toEqual([1, 2].map(() => ({ payload: { auction_id: auctionId, reason: 'The plant stands still.' } })))
  })
})
