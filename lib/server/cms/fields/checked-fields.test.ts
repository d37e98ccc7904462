import { describe, expect, it } from '@jest/globals'
import { normalizeDecimal } from './checked-fields'

describe('R0.1, R0.2 decimals as people type them', () => {
  it.each([
    ['15200', 2, '15200.00'],
    ['15 200,5', 2, '15200.50'],
    ['15\u00a0200.00', 2, '15200.00'],
    ['007.10', 2, '7.10'],
    ['300', 3, '300.000'],
    ['0,125', 3, '0.125'],
    [15200.5, 2, '15200.50'],
    ['1.5000', 2, '1.50'],
  ] as const)('reads %s', (typed, places, wire) => {
    expect(normalizeDecimal(typed, places)).toBe(wire)
  })

  it('leaves what it cannot read for the validation to name', () => {
    expect(normalizeDecimal('15200.005', 2)).toBe('15200.005')
    expect(normalizeDecimal('-5', 2)).toBe('-5')
    expect(normalizeDecimal('1e3', 2)).toBe('1e3')
  })

  it('takes nothing for nothing', () => {
    expect(normalizeDecimal('', 2)).toBeNull()
  })
})
