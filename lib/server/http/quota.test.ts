import { describe, expect, it } from '@jest/globals'
import { createQuota } from './quota'

describe('a quota', () => {
  it('bounds each sender and the total, and reuses released capacity', () => {
    const quota = createQuota({ perSender: 10, total: 15 })
    const [first, second, other] = [quota.by('a'), quota.by('a'), quota.by('b')]
    expect([first.reserve(6), second.reserve(4), second.reserve(1)]).toEqual([true, true, false])
    expect([other.reserve(5), other.reserve(1)]).toEqual([true, false])
    first.release()
    expect([other.reserve(1), second.reserve(5)]).toEqual([true, true])
    first.release()
    expect(second.reserve(2)).toBe(false)
  })

  it('leaves no entries behind', () => {
    const quota = createQuota({ perSender: 10, total: 10 })
    for (const sender of ['a', 'b', 'c']) {
      const reservation = quota.by(sender)
      expect(reservation.reserve(10)).toBe(true)
      reservation.release()
    }
  })
})
