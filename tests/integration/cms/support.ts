import type { Payload } from 'payload'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import type { Auction } from '@/lib/server/payload/payload-types'

export interface TestCms {
  payload: Payload
  database: TestDatabase
  close(): Promise<void>
}

/** Opens Payload on its own database. Payload reads DATABASE_URL when its configuration loads, hence the late import. */
export async function createTestCms(): Promise<TestCms> {
  const database = await createTestDatabase()
  process.env.DATABASE_URL = database.url
  process.env.PAYLOAD_SECRET = 'the-secret-of-the-tests-and-of-nothing-else'
  process.env.LOG_LEVEL = 'silent'
  process.env.DISABLE_PAYLOAD_HMR = 'true'
  const { closeCms, getCms } = await import('@/lib/server/cms/cms')
  const payload = await getCms()
  return {
    payload,
    database,
    async close() {
      await closeCms()
      await database.close()
    },
  }
}

const HOUR = 60 * 60_000

/** A Tuesday at least a week ahead, 08:00 UTC: within working hours in Kyiv in winter and in summer. */
const TUESDAY = nextTuesday(Date.now())

function nextTuesday(now: number): number {
  const day = new Date(now)
  const ahead = ((2 - day.getUTCDay() + 7) % 7) + 7
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + ahead, 8)
}

/** The instant that many hours after the start of the lots below. */
export function afterStart(hours: number): string {
  return new Date(TUESDAY + hours * HOUR).toISOString()
}

const VALID_LOT = {
  title: 'Газовий конденсат, 500 т',
  category: 1,
  volume: '500.000',
  starting_price: '15000.00',
  minimum_step: '50.00',
  minimum_quantity: '10.000',
  quantity_step: '10.000',
  starts_at: afterStart(0),
  ends_at: afterStart(2),
  payment_terms: 'Передоплата 100 %',
  payment_period: '5 робочих днів',
  shipment_period: 'Грудень 2026',
  resource: 'Листопад 2026',
  transfer_point: 'Яблунівський ГПЗ',
} satisfies Partial<Auction>

/** Creates a lot as the REST API does: without `draft` and without a status. */
export async function createLot(payload: Payload, changes: Partial<Auction> = {}): Promise<Auction> {
  const data = { ...VALID_LOT, ...changes } as Auction
  return payload.create({ collection: 'auctions', data, depth: 0 })
}

/** The paths of the errors with which a change was refused; none if it was accepted. */
export async function refusedPaths(change: Promise<unknown>): Promise<string[]> {
  try {
    await change
    return []
  } catch (error) {
    const errors = (error as { data?: { errors?: { path: string }[] } }).data?.errors
    if (!errors) throw error
    return errors.map(({ path }) => path)
  }
}
