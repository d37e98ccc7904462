import { describe, expect, it } from '@jest/globals'
import { type OwnRecord, pageOfRecords } from './own-records'

const at = (day: string) => Date.parse(`${day}T12:00:00Z`)
const record = (id: number, part: Partial<OwnRecord> = {}): OwnRecord => ({
  id,
  at: at('2026-11-24'),
  number: id,
  unit: 't',
  quantity: 0,
  sum: 0,
  found: true,
  ...part,
})
const RECORDS = [
  record(1, { at: at('2025-12-31'), quantity: 10_000, sum: 500 }),
  record(2, { quantity: 20_000, sum: 300 }),
  record(3, { at: at('2026-11-25'), quantity: 5_000, sum: 900, unit: 'm³' }),
  record(4, { found: false, quantity: 1_000, sum: 7 }),
]
const NEWEST = { sort: 'date', order: 'desc' } as const

describe('a page of own records', () => {
  it.each([
    [NEWEST, [3, 2, 1]],
    [{ sort: 'date', order: 'asc' }, [1, 2, 3]],
    [{ sort: 'sum', order: 'desc' }, [3, 1, 2]],
    [{ sort: 'quantity', order: 'asc' }, [3, 1, 2]],
    [{ ...NEWEST, year: 2026 }, [3, 2]],
  ] as const)('has those found in the wanted order: %j', (wanted, ids) => {
    expect(pageOfRecords(RECORDS, wanted).ids).toEqual(ids)
  })

  it('begins after the last record of the page before', () => {
    const first = pageOfRecords(RECORDS, { ...NEWEST, limit: 2 })
    expect(first.ids).toEqual([3, 2])
    const second = pageOfRecords(RECORDS, { ...NEWEST, limit: 2, cursor: first.next_cursor! })
    expect(second).toMatchObject({ ids: [1], next_cursor: null })
  })

  it('adds up all that are found, on every page, each unit apart', () => {
    const { totals } = pageOfRecords(RECORDS, { ...NEWEST, limit: 1 })
    expect(totals).toEqual({
      records: 3,
      won: 3,
      volumes: [
        { unit: 'm³', quantity: '5.000' },
        { unit: 't', quantity: '30.000' },
      ],
      sum: '17.00',
    })
  })

  it('offers every year there is, whatever is shown', () => {
    expect(pageOfRecords(RECORDS, { ...NEWEST, year: 2025 }).years).toEqual([2026, 2025])
  })

  it('ends a year with midnight in Kyiv', () => {
    const eve = record(5, { at: Date.parse('2025-12-31T22:30:00Z') })
    expect(pageOfRecords([eve], NEWEST).years).toEqual([2026])
  })
})
