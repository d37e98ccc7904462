import { describe, expect, it } from '@jest/globals'
import {
  after,
  endedAuction,
  eventsOf,
  plannedAuction,
  refusalOf,
  runningAuction,
} from '@/tests/support/builders/auction'
import { aLot, END, MINUTE, START } from '@/tests/support/builders/lot'
import { decideCancel } from './lifecycle'
import { acceptsQuestions, decideAnswer } from './questions'

const OFFERS = [{ price: 14_500, quantity: 100 }]
const ANSWER = {
  askedAt: START - 30 * 60 * MINUTE,
  language: 'uk' as const,
  texts: {
    uk: { question: 'Q', answer: 'A' },
    en: { question: 'Q', answer: 'A' },
    ru: { question: 'Q', answer: 'A' },
  },
}

describe('R12.1 questions on a lot', () => {
  it('are accepted until their deadline and never from the start on', () => {
    const planned = plannedAuction(OFFERS)
    const { questionDeadline } = planned.lot
    expect([questionDeadline - 1, questionDeadline].map((at) => acceptsQuestions(planned, at))).toEqual([true, false])
    const later = plannedAuction(OFFERS, aLot({ questionDeadline: START + MINUTE }))
    expect([START - 1, START].map((at) => acceptsQuestions(later, at))).toEqual([true, false])
    expect(acceptsQuestions(after(planned, decideCancel(planned, 'x', 0)), questionDeadline - 1)).toBe(false)
  })

  it('are answered in order until bidding ends', () => {
    for (const [state, at] of [
      [plannedAuction(OFFERS), START - MINUTE],
      [runningAuction(OFFERS), END - 1],
    ] as const) {
      const first = decideAnswer(state, ANSWER, at)
      expect(eventsOf(first)).toEqual([{ kind: 'question_answered', at, number: 1, ...ANSWER }])
      expect(eventsOf(decideAnswer(after(state, first), ANSWER, at))).toMatchObject([{ number: 2 }])
    }
  })

  it('are not answered after the end or in a cancelled auction', () => {
    const running = runningAuction(OFFERS)
    for (const state of [running, endedAuction(OFFERS)])
      expect(refusalOf(decideAnswer(state, ANSWER, END))).toEqual({ code: 'auction_ended' })
    const cancelled = after(running, decideCancel(running, 'x', START))
    expect(refusalOf(decideAnswer(cancelled, ANSWER, START))).toEqual({ code: 'auction_cancelled' })
  })
})
