import { describe, expect, it } from '@jest/globals'
import { mentionsAny } from './named-applicants'

const company = [
  'Товариство з обмеженою відповідальністю «Газ-Трейд Плюс»',
  'ТОВ «Газ-Трейд Плюс»',
  '37027819',
  null,
  null,
  'office@gaz-trade.example',
  'Коваленко',
]

describe('R8.3 a public reason', () => {
  it.each([
    'ТОВ «ГАЗ-ТРЕЙД ПЛЮС» відмовилося від договору',
    'газ трейд плюс',
    'Код 37027819: ліцензію анульовано',
    'Лист від office@gaz-trade.example',
    'Директор Коваленко не підписав',
    'Директор Kовaленкo не підписав',
  ])('that names a company is detected: "%s"', (reason) => expect(mentionsAny(company, reason)).toBe(true))

  it('that names a company is detected whatever the apostrophes', () => {
    for (const apostrophe of ["'", '’', 'ʼ', '`'])
      expect(mentionsAny(['ПП «ПРОМʼЯЗОК»'], `Відмовився Пром${apostrophe}язок`)).toBe(true)
  })

  it.each([
    'Переможець відмовився підписати договір на природний газ',
    'Товариство не надало ліцензії',
    'Коваленківська філія',
    '',
  ])('that names no company is allowed: "%s"', (reason) => expect(mentionsAny(company, reason)).toBe(false))
})
