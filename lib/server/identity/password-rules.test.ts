import { describe, expect, it } from '@jest/globals'
import { passwordFaults } from './passwords'

const own = [
  'trader@buyer.test',
  'ТОВ «Енергоресурс Трейд»',
  'Енергоресурс',
  'Коваль',
  'Олена',
  '37027819',
  '+380501234567',
]
const faults = async (password: string) => (await passwordFaults(password, own)).map(({ code }) => code)

describe('a password that is guessed at once', () => {
  it.each([
    ['hardly any characters', 'aaaaaaaaaab'],
    ['a row of digits', '1234567890'],
    ['a row backwards', '0987654321'],
    ['a row of keys', 'qwertyuiop'],
    ['a row of Cyrillic keys', 'йцукенгшщзх'],
    ['a common word with digits', 'Password2026!'],
    ['the same in Ukrainian', 'Пароль123456'],
    ['a common word twice', 'qwertyqwerty1'],
    ['the own address', 'trader@buyer.test1'],
    ['the own company', 'енергоресурс2026'],
    ['the own code', '37027819!!'],
    ['the own name', 'Олена.Коваль'],
    ['a common password with a capital and a sign', 'Liverpool1!'],
    ['a row of keys with a year', 'qwertyuiop2026'],
  ])('%s', async (_what, password) => {
    expect(await faults(password)).toEqual(['password_too_simple'])
  })
})

describe('a password that is none of these', () => {
  it.each(['Seven-Gas-Meters', 'вісім лічильників газу', 'x9$Kq2!mZp', 'Енергоресурс має лічильник'])(
    '%s',
    async (password) => {
      expect(await faults(password)).toEqual([])
    },
  )
})
