import { afterEach, expect, it, jest } from '@jest/globals'
import { fixedClock } from '@/lib/server/platform/clock'
import { createAskingOthers } from './bid-forwarding'
import type { BidMessage } from './bid-messages'
import { createInFlightBids } from './in-flight-bids'

const EPOCH = 7
const NOW = 1_000

afterEach(() => void jest.useRealTimers())

/** The one of two servers that decides, before its timers run. */
function asking() {
  jest.useFakeTimers()
  const clock = fixedClock(NOW)
  const sent: BidMessage[] = []
  const look = jest.fn(async () => undefined)
  const others = createAskingOthers({
    serverId: 'here',
    inFlightBids: createInFlightBids({ clock }),
    clock,
    messages: {
      send: (_to, said) => void sent.push(said),
      sendList: () => undefined,
      start: async () => undefined,
    },
    look,
  })
  others.begin(EPOCH, ['here', 'there'])
  return { others, sent, look }
}

function done(round: number, epoch = EPOCH) {
  return { kind: 'done', from: 'there', epoch, round, upTo: NOW, run: 0, count: 0 } as const
}

it('knows what the others have received once they have answered', async () => {
  const { others, sent } = asking()
  const upTo = others.ask()
  expect(sent).toEqual([{ kind: 'ask', from: 'here', epoch: EPOCH, round: 1, upTo: NOW, again: false }])
  others.done(done(1))
  expect(await upTo).toBe(NOW)
})

it('ends every open question with the epoch, knowing nothing, and asks nobody any more', async () => {
  const { others, sent, look } = asking()
  const questions = [others.ask(), others.ask()]
  others.end()
  expect(await Promise.all(questions)).toEqual([-Infinity, -Infinity])
  sent.length = 0
  jest.advanceTimersByTime(10_000)
  others.done(done(2))
  expect(await others.ask()).toBe(-Infinity)
  expect(sent).toEqual([])
  expect(look).not.toHaveBeenCalled()
})

it('knows nothing by the answer to a question of an earlier epoch', async () => {
  const { others } = asking()
  const earlier = others.ask()
  others.begin(EPOCH + 2, ['here', 'there'])
  others.done(done(1, EPOCH + 2))
  expect(await earlier).toBe(-Infinity)
  const later = others.ask()
  others.done(done(2, EPOCH + 2))
  expect(await later).toBe(NOW)
})
