import { describe, expect, it } from '@jest/globals'
import { checkLot, outsideWorkingHours } from '@/lib/domain/lot'
import { pastLots } from '@/demo/lots'
import { createRandom } from '@/demo/random'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const lots = pastLots(30, now, createRandom(1))

describe('pastLots', () => {
  it('are valid and have realistic prices', () => {
    for (const { lot, goods } of lots) {
      expect(checkLot(lot)).toEqual([])
      expect(lot.startingPrice).toBeGreaterThanOrEqual(8_600_00)
      expect(lot.startingPrice).toBeLessThanOrEqual(goods === 'gas_condensate' ? 15_600_00 : 21_000_00)
    }
  })

  it('took place within working hours', () => {
    for (const { lot } of lots) expect(outsideWorkingHours(lot)).toEqual([])
  })

  it('cover about three years, oldest first, up to a few days ago', () => {
    const starts = lots.map(({ lot }) => lot.startsAt)
    expect(starts.toSorted((a, b) => a - b)).toEqual(starts)
    expect(now - (starts[0] ?? now)).toBeGreaterThan(1_000 * 86_400_000)
    expect(now - (starts.at(-1) ?? now)).toBeGreaterThan(4 * 86_400_000)
  })

  it('have texts in three languages', () => {
    for (const { texts } of lots) {
      for (const language of ['uk', 'en', 'ru'] as const)
        for (const text of Object.values(texts[language])) expect(text).not.toBe('')
    }
  })
})
