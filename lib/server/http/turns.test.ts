import { describe, expect, it } from '@jest/globals'
import { createTurns } from './turns'

describe('turns', () => {
  it('go to the requests of one sender in their order, and refuse those beyond the places to wait', async () => {
    const turns = createTurns({ atOnce: 2, waiting: 2 })
    const begun: number[] = []
    const requests = [1, 2, 3, 4].map((request) =>
      turns.take('one')?.then((end) => {
        begun.push(request)
        return end
      }),
    )
    expect(turns.take('one')).toBeNull()
    const [first, second] = await Promise.all([requests[0], requests[1]])
    expect(begun).toEqual([1, 2])
    second?.()
    const third = await requests[2]
    expect(begun).toEqual([1, 2, 3])
    first?.()
    await requests[3]
    third?.()
    expect(begun).toEqual([1, 2, 3, 4])
    expect(turns.take('one')).not.toBeNull()
  })

  it('of one sender keep no other waiting', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 0 })
    await turns.take('one')
    expect(turns.take('one')).toBeNull()
    await expect(turns.take('another')).resolves.toEqual(expect.any(Function))
  })

  it('end once, however often they are ended', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 0 })
    const end = await turns.take('one')
    end?.()
    const next = await turns.take('one')
    end?.()
    expect(turns.take('one')).toBeNull()
    next?.()
    expect(turns.take('one')).not.toBeNull()
  })
})
