import { expect, it } from '@jest/globals'
import { fixedClock } from '@/lib/server/platform/clock'
import { createHeartbeat } from './heartbeat'
import { createInFlightBids } from './bid/in-flight-bids'

it('the last sign of life of a server that stops is that it has, whatever was under way', async () => {
  const clock = fixedClock(Date.UTC(2026, 10, 24, 9))
  const written: string[] = []
  let answer: (signs: { rows: [] }) => void = () => undefined
  const pool = {
    query({ name, values }: { name: string; values: unknown[] }) {
      if (name === 'signs-of-life') return new Promise((resolve) => (answer = resolve))
      written.push(values[4] === null ? 'lives' : 'has stopped')
      return Promise.resolve({ rows: [] })
    },
  }
  const heartbeat = createHeartbeat({
    pool: pool as never,
    streams: {} as never,
    inFlightBids: createInFlightBids({ clock }),
    clock,
    machine: { boot: 'of the test', elapsed: () => clock.now(), clock: () => clock.now() },
    serverId: 'one',
  })
  const beating = heartbeat.beat()
  const stopped = heartbeat.stop()
  answer({ rows: [] })
  await Promise.all([beating, stopped, heartbeat.beat()])
  expect(written).toEqual(['lives', 'has stopped'])
})
