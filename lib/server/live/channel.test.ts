import { describe, expect, it } from '@jest/globals'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { Snapshots } from '@/lib/server/events/snapshots'
import { fixedClock } from '@/tests/support/fixed-clock'
import { runningAuction } from '@/tests/support/builders/auction'
import { START } from '@/tests/support/builders/lot'
import { Channel } from './channel'
import type { Sink } from './frames'
import { Watcher } from './watcher'

const state: AuctionState = runningAuction([{ price: 14_000, quantity: 300 }])

/** A log in memory, with a gate before each read of a snapshot, so that a test controls what happens in between. */
function aRecord(length: number) {
  const entries = Array.from({ length }, (_, index) => entryOf(index + 1))
  const gates: (() => void)[] = []
  let gated = false
  const pool = {
    async query({ name, values }: { name: string; values: number[] }) {
      if (name === 'live-head') return { rows: [{ log_seq: entries.length }] }
      const [, after = 0, limit = 0] = values
      return { rows: entries.slice(after, after + limit) }
    },
  } as unknown as Pool
  const streams: Snapshots = {
    async snapshotOf(auctionId) {
      const logSeq = entries.length
      if (gated) await new Promise<void>((resolve) => gates.push(resolve))
      return { auctionId, state, logSeq, lastHash: '' }
    },
  }
  return {
    pool,
    streams,
    append: (count: number) => {
      for (let index = 0; index < count; index += 1) entries.push(entryOf(entries.length + 1))
      return entries.length
    },
    hold: () => {
      gated = true
    },
    /** Releases the waiting reads, once there are any. */
    async release() {
      while (gates.length === 0) await turn()
      gated = false
      for (const open of gates.splice(0)) open()
    },
  }
}

function entryOf(seq: number) {
  return {
    seq,
    at: new Date(START),
    kind: 'bid',
    body: JSON.stringify({ bid: seq, participant: 1, price: '1.00', quantity: '1.000', final: false, received_at: '' }),
  }
}

function aWatcher() {
  const ids: number[] = []
  const waiting: (() => void)[] = []
  const sink: Sink = {
    write(bytes) {
      ids.push(
        ...[
          ...Buffer.from(bytes)
            .toString()
            .matchAll(/^id: (\d+)$/gm),
        ].map(([, id]) => Number(id)),
      )
      for (const check of waiting) check()
    },
    backlog: () => 0,
    drained: () => Promise.resolve(),
    end: () => undefined,
  }
  return {
    watcher: new Watcher(sink, { auctionId: 1, caller: { kind: 'visitor' }, address: 'address' }),
    ids,
    until: (id: number) =>
      new Promise<number[]>((resolve) => {
        const check = () => void (ids.includes(id) && resolve(ids))
        waiting.push(check)
        check()
      }),
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function aChannel(record: ReturnType<typeof aRecord>, kept = 10) {
  const errors: unknown[] = []
  const options = {
    clock: fixedClock(START),
    onError: (error: unknown) => void errors.push(error),
    flushIntervalMs: 0,
    share: 1,
    kept,
    backlogBound: 1,
  }
  return { channel: new Channel(1, { pool: record.pool, streams: record.streams, ...options }), errors }
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('the cutover from the record to the live stream', () => {
  it('sends entries older than the buffer, buffered ones, and new ones', async () => {
    const record = aRecord(1_234)
    const { channel } = aChannel(record)
    await channel.open()
    const { watcher, until } = aWatcher()
    await channel.join(watcher, 0)
    channel.wake(record.append(3))
    expect(await until(1_237)).toEqual(upTo(1_237))
  })

  it('misses no notification while the channel opens', async () => {
    const record = aRecord(2)
    const { channel } = aChannel(record)
    record.hold()
    const opening = channel.open()
    channel.wake(record.append(1))
    await record.release()
    await opening
    const { watcher, until } = aWatcher()
    await channel.join(watcher, 0)
    expect(await until(3)).toEqual([1, 2, 3])
  })

  it('sends entries flushed while a watcher joins only once', async () => {
    const record = aRecord(2)
    const { channel } = aChannel(record)
    await channel.open()
    const first = aWatcher()
    await channel.join(first.watcher, 0)
    record.hold()
    channel.wake(record.append(2))
    const second = aWatcher()
    await channel.join(second.watcher, 1)
    await record.release()
    expect(await first.until(4)).toEqual([1, 2, 3, 4])
    expect(await second.until(4)).toEqual([2, 3, 4])
    channel.wake(record.append(1))
    expect(await second.until(5)).toEqual([2, 3, 4, 5])
  })

  it('waits for entries that another server has already announced', async () => {
    const record = aRecord(2)
    const { channel } = aChannel(record)
    await channel.open()
    record.append(2)
    const { watcher, until } = aWatcher()
    await channel.join(watcher, 3)
    expect(await until(4)).toEqual([4])
  })

  it('treats a position beyond the log as its end', async () => {
    const record = aRecord(2)
    const { channel } = aChannel(record)
    await channel.open()
    const { watcher, until } = aWatcher()
    await channel.join(watcher, 999)
    channel.wake(record.append(1))
    expect(await until(3)).toEqual([3])
  })

  it('sends all of a flush that is larger than the buffer', async () => {
    const record = aRecord(2)
    const { channel, errors } = aChannel(record, 3)
    await channel.open()
    const { watcher, until } = aWatcher()
    await channel.join(watcher, 2)
    channel.wake(record.append(50))
    expect(await until(52)).toEqual(upTo(52, 3))
    expect(errors).toEqual([])
  })

  it('serves more watchers than are written to per turn', async () => {
    const record = aRecord(1)
    const { channel } = aChannel(record)
    await channel.open()
    const watchers = Array.from({ length: 600 }, aWatcher)
    await Promise.all(watchers.map(({ watcher }) => channel.join(watcher, 1)))
    channel.wake(record.append(1))
    channel.wake(record.append(1))
    for (const { until } of watchers) expect(await until(3)).toEqual([2, 3])
  })

  it('goes on while watchers come and go faster than they are written to', async () => {
    const record = aRecord(1)
    const { channel } = aChannel(record)
    await channel.open()
    const calm = aWatcher()
    await channel.join(calm.watcher, 1)
    let over = false
    const coming = (async () => {
      for (let round = 0; round < 2_000 && !over; round += 1) {
        const visits = Array.from({ length: 64 }, aWatcher)
        await Promise.all(visits.map(({ watcher }) => channel.join(watcher, channel.head)))
        await turn()
        for (const { watcher } of visits) channel.leave(watcher)
      }
      return over
    })()
    await turn()
    channel.wake(record.append(1))
    await calm.until(2)
    channel.wake(record.append(1))
    expect(await calm.until(3)).toEqual([2, 3])
    over = true
    // False: it had to wait for the last of them.
    expect(await coming).toBe(true)
  })
})
