import { afterEach, expect, it, jest } from '@jest/globals'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { StreamCache } from '@/lib/server/events/snapshots'
import { createScheduler } from './scheduler'

afterEach(() => void jest.useRealTimers())

/** A scheduler with an auction that starts in five seconds, and when it read the auction. */
function auctionInFiveSeconds() {
  jest.useFakeTimers()
  const startsAt = Date.now() + 5_000
  const reads: number[] = []
  let leads = true
  const query = jest.fn(async () => ({ rows: [{ auction_id: 1, at: new Date(startsAt) }] }))
  const scheduler = createScheduler({
    pool: { query } as unknown as Pool,
    streams: {
      async current() {
        reads.push(Date.now() - startsAt)
        return null
      },
    } as unknown as StreamCache,
    clock: { now: () => Date.now() },
    serverId: 'here',
    epoch: () => (leads ? 1 : null),
    hasBidBefore: () => false,
    log: { warn: () => undefined },
    wake: () => undefined,
  })
  return { scheduler, reads, query, lead: (value: boolean) => void (leads = value) }
}

it('retries soon after the query of due times fails', async () => {
  const { scheduler, reads, query } = auctionInFiveSeconds()
  await scheduler.tick()
  query.mockRejectedValueOnce(new Error('the connection was cut'))
  await jest.advanceTimersByTimeAsync(5_000)
  expect(reads).toEqual([])
  await jest.advanceTimersByTimeAsync(1_000)
  expect(reads).toEqual([1_000])
  await scheduler.stop()
})

it('does nothing on a follower', async () => {
  const { scheduler, reads, query, lead } = auctionInFiveSeconds()
  lead(false)
  scheduler.start()
  await jest.advanceTimersByTimeAsync(60_000)
  expect([reads, query.mock.calls.length]).toEqual([[], 0])
  lead(true)
  await scheduler.tick()
  expect(reads).toEqual([55_000])
  await scheduler.stop()
})
