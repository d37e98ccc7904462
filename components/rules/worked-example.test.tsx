import { describe, expect, it } from '@jest/globals'
import { workedExample } from '@/components/rules/rules'

describe('workedExample', () => {
  it('is the example of the auction rules', () => {
    const example = workedExample('gas_condensate')
    expect(example.rows.map(({ name, allocated }) => [name, allocated])).toEqual([
      ['A', '300.000'],
      ['B', '150.000'],
      ['C', '0.000'],
      ['D', '50.000'],
    ])
    expect(example).toMatchObject({
      volume: '500.000',
      sold: '500.000',
      winners: 3,
      average: '15140.00',
      final: '15200.00',
    })
    expect(example.rows[2]).toMatchObject({ passedOver: true, least: '60.000', left: '50.000' })
  })

  it('has the same outcome in units of gas', () => {
    const example = workedExample('natural_gas')
    expect(example.rows.map(({ passedOver }) => passedOver)).toEqual([false, false, true, false])
    expect(example.winners).toBe(3)
    expect(example.sold).toBe(example.volume)
  })
})
