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
    'Строк до 27.11.2026/28.11.2026, п. 1.2.3, від 9 a.m. до 5 p.m.',
    'IBAN UA12.3456, 15.5 т, т.зв. «ст.-ця»',
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
    'evil.de',
    'див. evil.fr, там дешевше',
    'EVIL.DE',
    'xn--e1aybc.xn--p1ai',
    '1.2.3.4/x',
    '192.168.0.1:80/x',
    '192.168.0.1:8080',
    'evil．com',
    'evil。com',
    'ev\u200Bil.com',
  ])('is refused with a link: %s', (text) => {
    expect(codeOf(text)).toEqual([['custom', 'link_refused']])
  })

  it('is neither empty nor too long', () => {
    expect(codeOf('  ')).toEqual([['too_small', 'required']])
    expect(codeOf('Є'.repeat(MAX_QUESTION + 1))).toMatchObject([['too_big', expect.any(String)]])
  })
})
