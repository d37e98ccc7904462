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
  const beat = jest.fn(async () => undefined)
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
    mayEnd: async () => 'elsewhere',
    log: { warn: () => undefined },
    heartbeat: { beat, stop: async () => undefined },
    wake: () => undefined,
  })
  return { scheduler, looks, beat, query }
}

it.each(['beat', 'query'] as const)('looks again soon where the %s of a due instant fails', async (failing) => {
  const { scheduler, looks, ...calls } = auctionInFiveSeconds()
  await scheduler.tick()
  calls[failing].mockRejectedValueOnce(new Error('the connection was cut'))
  await jest.advanceTimersByTimeAsync(5_000)
  expect(looks).toEqual([])
  await jest.advanceTimersByTimeAsync(1_000)
  expect(looks).toEqual([1_000])
  await scheduler.stop()
})
