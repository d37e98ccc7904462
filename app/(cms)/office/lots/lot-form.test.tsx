import { describe, expect, it } from '@jest/globals'
import type { LotProposal } from '@/lib/contract/manager-auctions'
import { formOf, numberFaults } from './lot-form'

const texts = { uk: 'Текст', en: 'Text', ru: 'Текст' }
const proposal: LotProposal = {
  category_id: 1,
  unit: 'т',
  source: null,
  template: {
    title: texts,
    payment_terms: texts,
    payment_period: texts,
    shipment_period: texts,
    resource: texts,
    transfer_point: texts,
    volume: '1140.000',
    starting_price: '14200.00',
    minimum_step: '50.00',
    maximum_step: '1400.00',
    minimum_quantity: '20.500',
    quantity_step: '10.000',
    extension_minutes: 3,
    minimum_participants: 1,
    visibility: 'open',
  },
  dates: [],
}

describe('the numbers of a new lot', () => {
  it.each([
    ['uk', ['1\u00A0140', '14\u00A0200,00', '20,5']],
    ['en', ['1\u00A0140', '14\u00A0200.00', '20.5']],
  ] as const)('begin as %s writes them', (locale, [volume, price, least]) => {
    expect(formOf('gas_condensate', proposal, locale)).toMatchObject({
      volume,
      starting_price: price,
      minimum_quantity: least,
    })
  })

  it('can be read as they are proposed, in every language', () => {
    for (const locale of ['uk', 'en', 'ru'] as const)
      expect(numberFaults(formOf('gas_condensate', proposal, locale))).toEqual({})
  })

  it('are named where they are missing or cannot be read; the maximum step may be left empty', () => {
    const form = formOf('gas_condensate', proposal, 'uk')
    expect(
      numberFaults({
        ...form,
        volume: '-5',
        starting_price: 'abc',
        minimum_step: '0,333',
        maximum_step: '',
        minimum_quantity: ' ',
        quantity_step: '0,333',
      }),
    ).toEqual({ volume: 'quantity', starting_price: 'price', minimum_step: 'price', minimum_quantity: 'missing' })
  })
})
