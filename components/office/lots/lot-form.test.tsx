import { describe, expect, it } from '@jest/globals'
import { eachField, LOT_LINES, LOT_TEXTS } from '@/lib/contract/lot-fields'
import type { LotProposal } from '@/lib/contract/manager-auctions'
import { DEFAULT_PLAN } from '@/lib/domain/payment-plan'
import { faultsBefore, faultsOf, formOf, moveStart, stepOf } from './lot-form'

const texts = { uk: 'Текст', en: 'Text', ru: 'Текст' }
const proposal: LotProposal = {
  category_id: 1,
  unit: 'т',
  source: null,
  template: {
    ...eachField(LOT_TEXTS, () => texts),
    ...eachField(LOT_LINES, () => ''),
    deposit_rate: '',
    volume: '1140.000',
    starting_price: '14200.00',
    minimum_step: '50.00',
    maximum_step: '1400.00',
    minimum_quantity: '20.000',
    quantity_step: '10.000',
    extension_minutes: 3,
    minimum_participants: 1,
    visibility: 'open',
    automatic_bids: false,
    payment_plan: DEFAULT_PLAN,
    documents: [{ kind: 'draft_agreement', language: 'uk', file_id: 7 }],
  },
  dates: [
    {
      application_deadline: '2026-11-26T08:00:00Z',
      deposit_deadline: '2026-11-26T08:00:00Z',
      question_deadline: '2026-11-26T08:00:00Z',
      starts_at: '2026-11-27T08:00:00Z',
      ends_at: '2026-11-27T09:00:00Z',
      hard_end_at: '2026-11-27T10:00:00Z',
    },
  ],
}

describe('the numbers of a new lot', () => {
  it.each([
    ['uk', ['1\u00A0140', '14\u00A0200,00', '20']],
    ['en', ['1\u00A0140', '14\u00A0200.00', '20']],
  ] as const)('start in the format of %s', (locale, [volume, price, least]) => {
    expect(formOf('gas_condensate', proposal, [], locale)).toMatchObject({
      volume,
      starting_price: price,
      minimum_quantity: least,
    })
  })

  it('are readable as proposed, in every language', () => {
    for (const locale of ['uk', 'en', 'ru'] as const)
      expect(faultsOf(formOf('gas_condensate', proposal, [], locale))).toEqual({})
  })

  it('are refused if the separator is ambiguous', () => {
    const typed = { ...formOf('gas_condensate', proposal, [], 'en'), volume: '1,500', starting_price: '15,200' }
    expect(faultsOf(typed)).toMatchObject({ volume: 'numberUnclear', starting_price: 'numberUnclear' })
    expect(faultsOf({ ...typed, locale: 'uk' })).toMatchObject({ starting_price: 'priceShape' })
  })

  it('are reported if missing or unreadable; the maximum step may be empty', () => {
    const form = formOf('gas_condensate', proposal, [], 'uk')
    expect(
      faultsOf({
        ...form,
        volume: '-5',
        starting_price: 'abc',
        minimum_step: '0,333',
        maximum_step: '',
        minimum_quantity: ' ',
        quantity_step: '0,333',
      }),
    ).toEqual({
      volume: 'quantityShape',
      starting_price: 'priceShape',
      minimum_step: 'priceShape',
      minimum_quantity: 'requiredValue',
    })
  })
})

describe('a new lot', () => {
  const form = formOf('gas_condensate', proposal, [], 'uk')

  it.each([
    ['without a start', { starts_at: '' }, { starts_at: 'chooseDate' }],
    ['without an end', { ends_at: '' }, { ends_at: 'chooseDate' }],
    ['with a start that has a day but no time', { starts_at: '2026-11-27T00:00' }, { starts_at: 'chooseTime' }],
    ['with an end that has a day but no time', { ends_at: '2026-11-27T00:00' }, { ends_at: 'chooseTime' }],
    [
      'with a latest end derived from such an end',
      { ends_at: '2026-11-28T00:00', hard_end_at: '' },
      { ends_at: 'chooseTime', hard_end_at: 'outsideWorkingHours' },
    ],
    ['with an end before its start', { ends_at: '2026-11-27T09:30' }, { ends_at: 'endNotAfterStart' }],
    [
      'with applications after the start',
      { application_deadline: '2026-11-27T11:00' },
      { application_deadline: 'deadlineAfterStart' },
    ],
    ['held at night', { hard_end_at: '2026-11-27T23:00' }, { hard_end_at: 'outsideWorkingHours' }],
    ['with a volume off its quantity step', { volume: '1145' }, { volume: 'quantityOffStep' }],
    ['without a title in Ukrainian', { title: { ...texts, uk: ' ' } }, { title: 'requiredValue' }],
    [
      'with a price that leaves no room for a step',
      { starting_price: '999999999,99' },
      { starting_price: 'noRoomForBids' },
    ],
    [
      'with an extension window of no minutes',
      { extension_minutes: '0' },
      { extension_minutes: 'extensionOutOfRange' },
    ],
  ])('cannot be published %s', (_what, changes, faults) => {
    expect(faultsOf({ ...form, ...changes })).toMatchObject(faults)
  })

  it('takes the account for deposits as people type it', () => {
    const account = {
      deposit_rate: '3',
      deposit_recipient: 'Продавець',
      deposit_bank: 'Банк',
      deposit_iban: 'IBAN UA88 3006 1400 0002 6006 5002 1190 4',
      deposit_edrpou: '37 02 78 19',
    }
    expect(faultsOf({ ...form, ...account })).toEqual({})
    expect(faultsOf({ ...form, ...account, deposit_iban: 'UA88', deposit_edrpou: '1' })).toEqual({
      deposit_iban: 'ibanInvalid',
      deposit_edrpou: 'edrpouInvalid',
    })
  })

  it('is checked up to the current step', () => {
    const wrong = { ...form, volume: '0', minimum_step: '0', ends_at: '', title: { ...texts, uk: '' } }
    expect(faultsBefore('terms', wrong)).toEqual([])
    expect(Object.fromEntries(faultsBefore('dates', wrong))).toMatchObject({
      volume: 'mustBePositive',
      minimum_step: 'mustBePositive',
    })
    const fields = (next: 'dates' | 'texts' | 'preview') => faultsBefore(next, wrong).map(([field]) => field)
    expect(fields('dates')).not.toContain('ends_at')
    expect(fields('texts')).toEqual(expect.arrayContaining(['volume', 'ends_at']))
    expect(fields('texts')).not.toContain('title')
    expect(fields('preview')).toContain('title')
    expect(stepOf(fields('preview'))).toBe('terms')
    expect(stepOf(['title', 'ends_at'])).toBe('dates')
  })

  it('may stop accepting applications at midnight', () => {
    expect(faultsOf({ ...form, application_deadline: '2026-11-27T00:00' })).toEqual({})
  })

  it('is accepted outside working hours if confirmed, and without times that have a default', () => {
    const late = { hard_end_at: '2026-11-27T23:00', outside_hours_confirmed: true }
    expect(faultsOf({ ...form, ...late })).toEqual({})
    expect(faultsOf({ ...form, application_deadline: '', hard_end_at: '' })).toEqual({})
  })
})

it('bidding stays as long as it was when its start is moved', () => {
  const form = {
    ...formOf('gas_condensate', proposal, [], 'uk'),
    ...{ starts_at: '2026-11-27T10:00', ends_at: '2026-11-27T11:00', hard_end_at: '' },
  }
  expect(moveStart(form, '2026-12-01T09:30')).toEqual({
    starts_at: '2026-12-01T09:30',
    ends_at: '2026-12-01T10:30',
    hard_end_at: '',
  })
  expect(moveStart(form, '')).toEqual({ starts_at: '', ends_at: form.ends_at, hard_end_at: '' })
})
