import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { byStamp, mergeUpTo, type Stamp } from './decide-batch'

/** What happens at servers a (which decides), b and c: a clock goes on, a bid comes, reaches the bid queue, is passed on, is decided. */
const happenings = fc.array(
  fc.record({
    server: fc.constantFrom('a', 'b', 'c'),
    kind: fc.constantFrom('tick', 'receive', 'receive', 'reach', 'tell', 'decide'),
  }),
  { minLength: 20, maxLength: 300 },
)

interface Server {
  clock: number
  order: number
  /** On their way to the bid queue. */
  coming: Stamp[]
  /** In the bid queue, and not yet told to the one who decides. */
  untold: Stamp[]
}

describe('R4.9 the merge of several servers’ bids', () => {
  it('decides every bid once, in the order of the stamps, whatever the clocks and the messages do', () => {
    fc.assert(
      fc.property(happenings, (events) => {
        const servers: Record<string, Server> = {}
        for (const name of ['a', 'b', 'c']) servers[name] = { clock: 0, order: 0, coming: [], untold: [] }
        const told: Record<string, number> = { b: -1, c: -1 }
        let waiting: { stamp: Stamp }[] = []
        const decided: Stamp[] = []
        const received: Stamp[] = []

        const tell = (name: string) => {
          const server = servers[name]!
          waiting.push(...server.untold.splice(0).map((stamp) => ({ stamp })))
          // Promised: what it stamps from now on is later.
          const upTo = server.clock
          server.clock += 1
          told[name] = Math.min(upTo, (server.coming[0]?.at ?? Infinity) - 1)
        }
        const reach = (name: string, place = 0) => {
          const server = servers[name]!
          const [stamp] = server.coming.splice(Math.min(place, server.coming.length - 1), 1)
          if (stamp === undefined) return
          if (name === 'a') waiting.push({ stamp })
          else server.untold.push(stamp)
        }
        const decide = () => {
          const own = servers.a!
          // It asks for what was stamped up to its own clock, and stamps later from then on.
          const asked = own.clock
          own.clock += 1
          const watermark = { server: 'a', others: Math.min(asked, told.b!, told.c!), coming: own.coming[0] ?? null }
          const { now, later } = mergeUpTo(waiting, watermark)
          decided.push(...now.map(({ stamp }) => stamp))
          waiting = later
        }
        for (const [index, { server: name, kind }] of events.entries()) {
          const server = servers[name]!
          if (kind === 'tick') server.clock += 1
          else if (kind === 'receive') {
            const stamp = { at: server.clock, server: name, order: (server.order += 1) }
            server.coming.push(stamp)
            received.push(stamp)
          } else if (kind === 'reach') reach(name, index % 3)
          else if (kind === 'tell' && name !== 'a') tell(name)
          else decide()
        }
        for (const name of ['a', 'b', 'c']) while (servers[name]!.coming.length > 0) reach(name)
        for (const name of ['b', 'c']) {
          servers[name]!.clock = Math.max(...Object.values(servers).map(({ clock }) => clock))
          tell(name)
        }
        servers.a!.clock = Math.max(...Object.values(servers).map(({ clock }) => clock))
        decide()
        // Within one millisecond it is the order of each server that counts.
        expect(decided.map(({ at }) => at)).toEqual(received.map(({ at }) => at).toSorted((a, b) => a - b))
        for (const name of ['a', 'b', 'c']) {
          expect(decided.filter(({ server }) => server === name)).toEqual(
            received.filter(({ server }) => server === name),
          )
        }
      }),
    )
  })

  it('orders what came in the same millisecond by server, then by arrival', () => {
    const stamps = [
      { at: 1, server: 'b', order: 1 },
      { at: 1, server: 'a', order: 2 },
      { at: 1, server: 'a', order: 1 },
      { at: 0, server: 'c', order: 9 },
    ]
    expect(stamps.toSorted(byStamp)).toEqual([stamps[3], stamps[2], stamps[1], stamps[0]])
  })
})
