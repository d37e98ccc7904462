import { expect, it } from '@jest/globals'
import { blockersOf } from '@/lib/server/personal-data/deletion'
import { completeAuctions } from '@/tests/support/completed-auctions'
import { createTestDatabase } from '@/tests/support/database'

it("a winner's data cannot be deleted between the end of the selection and the job that makes its agreement", async () => {
  const db = await createTestDatabase()
  const [auctionId] = await completeAuctions(db, 1)
  const { rows } = await db.pool.query<{ account_id: number }>(
    'select account_id from portal.applications where auction_id = $1 limit 1',
    [auctionId],
  )
  const winner = rows[0]!.account_id
  expect(await blockersOf(db.pool, winner)).toEqual(['agreements_current'])
  await db.pool.query('insert into portal.agreements_made (auction_id, at) values ($1, now())', [auctionId])
  expect(await blockersOf(db.pool, winner)).toEqual([])
  await db.close()
})
