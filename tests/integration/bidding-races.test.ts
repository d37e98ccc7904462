import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fixedClock } from '@/lib/server/platform/clock'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import {
  apply,
  openServer,
  publishLot,
  registerBuyers,
  type Server,
  uploadDocuments,
} from '@/tests/support/auction-house'
import { logOf } from '@/tests/support/auction-record'
import { aLot, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const clock = fixedClock(START - 30 * MINUTE)
let db: TestDatabase
let server: Server
let accounts: number[]

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 2)
  await uploadDocuments(db.pool, accounts)
  server = await openServer(db, clock)
})

afterAll(async () => {
  await server.close()
  await db.close()
})

/** Settles when a statement waits for a lock that somebody else holds. */
async function untilSomethingWaits(): Promise<void> {
  for (;;) {
    const { rowCount } = await db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%for share%'`,
    )
    if (rowCount) return
    await delay(10)
  }
}

describe('R1.2 an edit of a lot that is under way as the first application comes', () => {
  it('is waited for: the record begins with the numbers of the lot', async () => {
    const auctionId = await publishLot(db.pool, aLot())
    const editing = await db.pool.connect()
    await editing.query('begin')
    await editing.query(`update cms.auctions set volume = '600.000' where id = $1`, [auctionId])
    const applied = apply(
      server,
      { auctionId, accountId: accounts[0]!, at: clock.now() },
      { price: 14_000, quantity: 10 },
    )
    await Promise.race([applied, untilSomethingWaits()])
    await editing.query('commit')
    editing.release()
    expect(await applied).toMatchObject({ ok: true })
    const [announced] = await logOf(db.pool, auctionId)
    expect(JSON.parse(announced!.body)).toMatchObject({ kind: 'announced', lot: { volume: '600.000' } })
  })
})

describe('R2.7 a deactivation that is under way as its company applies', () => {
  it('is waited for: a deactivated company is no applicant', async () => {
    const auctionId = await publishLot(db.pool, aLot())
    const accountId = accounts[1]!
    const { applied } = await withTransaction(db.pool, async (client) => {
      await client.query('select from cms.companies where id = $1 for no key update', [accountId])
      await client.query(`insert into portal.account_decisions (account_id, kind) values ($1, 'deactivated')`, [
        accountId,
      ])
      await server.accountDecided(client, { accountId, status: 'deactivated' })
      const sent = apply(server, { auctionId, accountId, at: clock.now() }, { price: 14_000, quantity: 10 })
      await Promise.race([sent, untilSomethingWaits()])
      return { applied: sent }
    })
    expect(await applied).toMatchObject({ ok: false })
    expect((await db.pool.query('select from portal.applications where account_id = $1', [accountId])).rowCount).toBe(0)
  })
})
