import { describe, expect, it } from '@jest/globals'
import type { ProtocolEntry } from '@/lib/contract/protocol'
import { bidRow, courseRow, withUnit } from './course'
import { documentTranslators } from '@/lib/server/printing/translators'

const entryOf = (kind: string, body: object): ProtocolEntry => ({
  seq: 7,
  at: '2026-11-24T08:00:00.000Z',
  kind,
  body: JSON.stringify(body),
  previous_hash: '',
  hash: '',
})

describe('a printed bid', () => {
  const bid = { bid: 1, participant: 2, price: '14000.00', quantity: '10.000', minimum_quantity: '10.000' }
  const marksOf = (more: object) => bidRow(entryOf('bid', { ...bid, ...more }), documentTranslators.en, 'en').at(-1)

  it('is marked as preliminary or final', () => {
    expect(marksOf({})).toBe('')
    expect(marksOf({ final: true })).toBe('final')
    expect(marksOf({ preliminary: true })).toBe('preliminary')
  })
})

describe('a printed event', () => {
  it('shows a volume with its unit', () => {
    const entry = entryOf('partial_accepted', { participant: 5, quantity: '80.000' })
    const details = courseRow(entry, { t: documentTranslators.en, lang: 'en', unit: 't' }).at(-1)
    expect(details?.replaceAll('\u00A0', ' ')).toBe('Participant No. 5, 80 t')
  })

  it.each([
    ['partial_refused', 'participant', 'declined by the participant'],
    ['partial_refused', 'system', 'no answer in time'],
    ['application_rejected', 'manager', 'by the manager'],
    ['application_rejected', 'system', 'by the portal when bidding started'],
    ['application_rejected', 'toString', ''],
    ['completed', 'system', ''],
  ])('of kind %s by %s has the details %j', (kind, by, text) => {
    expect(courseRow(entryOf(kind, { by }), { t: documentTranslators.en, lang: 'en', unit: 't' }).at(-1)).toBe(text)
  })
})

it.each([
  ['Price', 'UAH/t', 'Price, UAH/t'],
  ['Price', 'UAH/thousand m³', 'Price,\nUAH/thousand\u00A0m³'],
  ['Price', '', 'Price'],
])('the heading of a column breaks no line within its unit: %s, %s', (head, unit, heading) => {
  expect(withUnit(head, unit)).toBe(heading)
})
