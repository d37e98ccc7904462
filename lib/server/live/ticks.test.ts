import { describe, expect, it } from '@jest/globals'
import type { Caller } from '@/lib/server/platform/call'
import { fixedClock } from '@/tests/support/fixed-clock'
import type { Sink } from './frames'
import { Ticks, Watcher } from './watcher'

function watcher(caller: Caller = { kind: 'visitor' }) {
  const written: string[] = []
  const sink: Sink = {
    write: (bytes) => void written.push(Buffer.from(bytes).toString()),
    backlog: () => 0,
    drained: () => Promise.resolve(),
    end: () => undefined,
  }
  return { watcher: new Watcher(sink, { auctionId: 1, caller, address: 'address' }), written }
}

function round(ticks: Ticks): void {
  for (let part = 0; part < 20; part += 1) ticks.serveNextBucket()
}

describe('ticks', () => {
  it('send the server’s time to every watcher once per round, whenever it joined', () => {
    const ticks = new Ticks(fixedClock(0), 1_000)
    const watchers = Array.from({ length: 50 }, () => {
      const joining = watcher()
      ticks.add(joining.watcher)
      ticks.serveNextBucket()
      return joining
    })
    for (const { written } of watchers) written.length = 0
    round(ticks)
    for (const { written } of watchers)
      expect(written).toEqual(['event: tick\ndata: {"now":"1970-01-01T00:00:00.000Z"}\n\n'])
  })

  it('are not sent to a watcher that was removed', () => {
    const ticks = new Ticks(fixedClock(0), 1_000)
    const gone = watcher()
    ticks.add(gone.watcher)
    ticks.remove(gone.watcher)
    round(ticks)
    expect(gone.written).toEqual([])
    expect(ticks.size).toBe(0)
  })

  it('end a stream that is over', () => {
    const ticks = new Ticks(fixedClock(0), 1_000)
    const over = watcher()
    over.watcher.channel = { isOverFor: () => true }
    ticks.add(over.watcher)
    round(ticks)
    expect(over.watcher.closed).toBe(true)
    expect(over.written).toEqual([])
  })

  it('end a stream whose session or token has expired', () => {
    const clock = fixedClock(0)
    const ticks = new Ticks(clock, 1_000)
    const buyer = {
      kind: 'account',
      companyId: 1,
      personId: 1,
      role: 'viewer',
      sessionId: '',
      status: 'active',
    } as const
    const expiring = watcher({ ...buyer, expiresAt: 60_000 })
    const visitor = watcher()
    for (const each of [expiring, visitor]) ticks.add(each.watcher)
    clock.set(59_999)
    round(ticks)
    expect(expiring.watcher.closed).toBe(false)
    clock.set(60_000)
    round(ticks)
    expect([expiring.watcher.closed, visitor.watcher.closed]).toEqual([true, false])
  })
})
