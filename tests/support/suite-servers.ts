import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { fixedClock } from '@/tests/support/fixed-clock'
import { openServer, registerBuyers, type Server, startAuction } from '@/tests/support/auction-house'
import { MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { vanishingNetwork, type VanishingNetwork } from '@/tests/support/vanishing-network'

/** A database for a suite, and servers and networks that each test opens and that are closed after it. */
export function serversOfSuite() {
  const clock = fixedClock(START)
  const closing: (() => Promise<unknown>)[] = []
  const suite = { clock, closing, openTestServer, openNetwork, runningAuction } as {
    /** From `beforeAll` on. */
    db: TestDatabase
    clock: typeof clock
    /** Run in reverse order after each test. */
    closing: typeof closing
    openTestServer: typeof openTestServer
    openNetwork: typeof openNetwork
    runningAuction: typeof runningAuction
  }

  beforeAll(async () => {
    suite.db = await createTestDatabase()
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })
  afterAll(() => suite.db.close())

  async function openTestServer(changes: Parameters<typeof openServer>[2] = {}): Promise<Server> {
    const opened = await openServer(suite.db, clock, changes)
    closing.push(() => opened.close())
    return opened
  }

  async function openNetwork(): Promise<VanishingNetwork> {
    const opened = await vanishingNetwork(suite.db.url)
    closing.push(() => opened.close())
    return opened
  }

  /** A running auction with two participants. */
  async function runningAuction(one: Server) {
    clock.set(START - 30 * MINUTE)
    const accounts = await registerBuyers(suite.db.pool, 2)
    const auctionId = await startAuction({ server: one, pool: suite.db.pool, clock, accounts, quantity: 300 })
    clock.set(START + 10 * MINUTE)
    return { auctionId, accounts: accounts as [number, number] }
  }

  return suite
}
