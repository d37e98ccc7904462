import { describe, expect, it } from '@jest/globals'
import { MAX_QUESTION, questionText } from './questions'

const codeOf = (text: string) => questionText.safeParse(text).error?.issues.map(({ code, message }) => [code, message])

describe('R12.1 the text of a question', () => {
  it.each([
    'Чи є естакада? Потрібно 1.5 т/год, т.зв. «вертушка».',
    '<script>alert(1)</script> & "лапки"',
    'Строк 10.12.2026, ДСТУ 7686:2015, п. 4.2',
    'м.Київ/область, 15000.00 грн.за т,ціна є.Чи ні',
    'Is it v1.2/3? Yes.To the rack.',
  ])('is accepted unchanged: %s', (text) => {
    expect(questionText.parse(`  ${text}\n`)).toBe(text)
  })

  it.each([
    'Дивіться https://example.com/offer',
    'HTTP:\\\\example',
    'www.example.com',
    'наш сайт gaz.com.ua',
    'пишіть на trade@gaz.example',
    'наш сайт газ.укр',
    'пишіть у t.me/gas_offers',
    'bit.ly/3xYz',
    'gas.example/offers',
    'tg://resolve?domain=gas',
    'наш сайт gas-offers.xyz',
    'gas.shop',
  ])('is refused with a link: %s', (text) => {
    expect(codeOf(text)).toEqual([['custom', 'link_refused']])
  })

  it('is neither empty nor too long', () => {
    expect(codeOf('  ')).toEqual([['too_small', 'required']])
    expect(codeOf('Є'.repeat(MAX_QUESTION + 1))).toMatchObject([['too_big', expect.any(String)]])
  })
})
