import { describe, expect, it } from '@jest/globals'
import type { Sink } from './frames'
import { Watcher } from './watcher'

function aSink(backlog: number) {
  const written: string[] = []
  const ends: boolean[] = []
  const sink: Sink = {
    write: (bytes) => void written.push(Buffer.from(bytes).toString()),
    backlog: () => backlog,
    drained: () => Promise.resolve(),
    end: (abruptly) => void ends.push(abruptly),
  }
  return { sink, written, ends }
}

describe('a watcher', () => {
  it('is written to while it reads', () => {
    const { sink, written } = aSink(100)
    new Watcher(sink, { auctionId: 1, caller: { kind: 'visitor' }, address: 'address' }).send(Buffer.from('news'), 100)
    expect(written).toEqual(['news'])
  })

  it('is disconnected once more than the bound is unread, and then sent nothing', () => {
    const { sink, written, ends } = aSink(101)
    const watcher = new Watcher(sink, { auctionId: 1, caller: { kind: 'visitor' }, address: 'address' })
    watcher.send(Buffer.from('news'), 100)
    watcher.send(Buffer.from('more'), 100)
    expect(written).toEqual([])
    expect(ends).toEqual([true])
    expect(watcher.closed).toBe(true)
  })

  it('is closed once', () => {
    const { sink, ends } = aSink(0)
    const watcher = new Watcher(sink, { auctionId: 1, caller: { kind: 'visitor' }, address: 'address' })
    watcher.close()
    watcher.close(true)
    expect(ends).toEqual([false])
  })
})
