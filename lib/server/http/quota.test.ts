import { describe, expect, it } from '@jest/globals'
import { createQuota } from './quota'

describe('a quota', () => {
  it('bounds each sender and the total, and reuses released capacity', () => {
    const held = createQuota({ perSender: 10, total: 15 })
    const [one, again, other] = [held.by('a'), held.by('a'), held.by('b')]
    expect([one.take(6), again.take(4), again.take(1)]).toEqual([true, true, false])
    expect([other.take(5), other.take(1)]).toEqual([true, false])
    one.release()
    expect([other.take(1), again.take(5)]).toEqual([true, true])
    one.release()
    expect(again.take(2)).toBe(false)
  })

  it('leaves no entries behind', () => {
    const held = createQuota({ perSender: 10, total: 10 })
    for (const sender of ['a', 'b', 'c']) {
      const holding = held.by(sender)
      expect(holding.take(10)).toBe(true)
      holding.release()
    }
  })
})
