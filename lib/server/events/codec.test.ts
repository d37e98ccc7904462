import { describe, expect, it } from '@jest/globals'
import { eachField, LOT_TEXTS } from '@/lib/contract/lot-fields'
import { areSameTexts, type LotTexts } from './codec'

const full = { category: 'Gas', unit: 't', price_unit: 'UAH/t', ...eachField(LOT_TEXTS, (name) => `text of ${name}`) }
const inAll = (texts: LotTexts['uk']): LotTexts => ({ uk: texts, en: texts, ru: texts })

describe('the texts of a lot on record', () => {
  it('are the same without a field that is empty now, so that no correction is recorded', () => {
    const { resource: _, ...older } = full
    expect(areSameTexts(inAll(older), inAll({ ...full, resource: '' }))).toBe(true)
    expect(areSameTexts(inAll(older), inAll(full))).toBe(false)
  })

  it('differ if one language differs', () => {
    expect(areSameTexts(inAll(full), { ...inAll(full), ru: { ...full, title: 'Газ' } })).toBe(false)
  })
})
