import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { StreamCache } from '@/lib/server/events/snapshots'
import { createScheduler } from './scheduler'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** One auction that starts in five seconds, and when this server looked at it. */
function auctionInFiveSeconds() {
  const startsAt = Date.now() + 5_000
  const looks: number[] = []
  let leads = true
  const query = jest.fn(async () => ({ rows: [{ auction_id: 1, at: new Date(startsAt) }] }))
  const scheduler = createScheduler({
    pool: { query } as unknown as Pool,
    streams: {
      async current() {
        looks.push(Date.now() - startsAt)
        return null
      },
    } as unknown as StreamCache,
    clock: { now: () => Date.now() },
    serverId: 'here',
    epoch: () => (leads ? 1 : null),
    holdsBefore: () => false,
    log: { warn: () => undefined },
    wake: () => undefined,
  })
  return { scheduler, looks, query, lead: (value: boolean) => void (leads = value) }
}

it('looks again soon where the query of a due instant fails', async () => {
  const { scheduler, looks, query } = auctionInFiveSeconds()
  await scheduler.tick()
  query.mockRejectedValueOnce(new Error('the connection was cut'))
  await jest.advanceTimersByTimeAsync(5_000)
  expect(looks).toEqual([])
  await jest.advanceTimersByTimeAsync(1_000)
  expect(looks).toEqual([1_000])
  await scheduler.stop()
})

it('is for the leader alone: another server does nothing', async () => {
  const { scheduler, looks, query, lead } = auctionInFiveSeconds()
  lead(false)
  scheduler.start()
  await jest.advanceTimersByTimeAsync(60_000)
  expect([looks, query.mock.calls.length]).toEqual([[], 0])
  lead(true)
  await scheduler.tick()
  expect(looks).toEqual([55_000])
  await scheduler.stop()
})
