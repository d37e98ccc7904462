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
  let beats = true
  const query = jest.fn(async () => ({ rows: [{ auction_id: 1, at: new Date(startsAt), log_seq: 0 }] }))
  const scheduler = createScheduler({
    pool: { query } as unknown as Pool,
    streams: {
      remembered: () => undefined,
      async current() {
        reads.push(Date.now() - startsAt)
        return null
      },
    } as unknown as StreamCache,
    clock: { now: () => Date.now() },
    canRecord: () => beats,
    log: { warn: () => undefined },
    wake: () => undefined,
  })
  return { scheduler, reads, query, beat: (value: boolean) => void (beats = value) }
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

it('records nothing while no bid can be recorded (R3.2)', async () => {
  const { scheduler, reads, query, beat } = auctionInFiveSeconds()
  beat(false)
  scheduler.start()
  await jest.advanceTimersByTimeAsync(60_000)
  expect([reads, query.mock.calls.length]).toEqual([[], 0])
  beat(true)
  await scheduler.tick()
  expect(reads).toEqual([55_000])
  await scheduler.stop()
})
