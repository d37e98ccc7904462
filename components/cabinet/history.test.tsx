import { describe, expect, it } from '@jest/globals'
import { cabinetSearch, readCabinetQuery } from './auctions-view'

describe('the cabinet’s address', () => {
  it('shows open auctions by default', () => {
    expect(readCabinetQuery({})).toEqual({ view: 'open', state: null, cursor: null })
  })

  it('reads what it writes', () => {
    const query = { view: 'mine', state: 'selection', cursor: 'WzEsMl0' } as const
    expect(readCabinetQuery(Object.fromEntries(new URLSearchParams(cabinetSearch(query))))).toEqual(query)
  })

  it.each([
    { view: 'toString' },
    { view: ['mine', 'open'] },
    { state: 'completed' },
    { state: 'selection' },
    { cursor: 'x'.repeat(201) },
    { cursor: ['a', 'b'] },
  ])('ignores unknown values: %j', (search) => {
    expect(readCabinetQuery(search)).toEqual({ view: 'open', state: null, cursor: null })
  })
})
