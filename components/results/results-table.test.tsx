import { describe, expect, it } from '@jest/globals'
import { readYears } from '@/components/results/results-table'

const months = [
  { month: '2024-11', category: 'gas_condensate' },
  { month: '2026-02', category: 'gas_condensate' },
  { month: '2026-03', category: 'natural_gas' },
] as const

describe('the years of past results', () => {
  it('are those of the product, the newest first', () => {
    expect(readYears(months, {}).years).toEqual([2026, 2024])
    expect(readYears(months, { category: 'natural_gas' }).years).toEqual([2026])
  })

  it('include years in which another product was sold, so that the product filter keeps the year', () => {
    expect(readYears(months, { category: 'natural_gas', year: 2024 }).unknown).toBe(false)
    expect(readYears(months, { category: 'natural_gas', year: 2031 }).unknown).toBe(true)
    expect(readYears(months, { year: 2031 }).unknown).toBe(true)
  })

  it('count as known without any results', () => {
    expect(readYears([], { year: 2031 }).unknown).toBe(false)
  })
})
