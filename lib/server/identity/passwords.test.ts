import { describe, expect, it } from '@jest/globals'
import { checkPassword, hashPassword, passwordFaults, staffPasswordFault } from './passwords'
import { hashToken, newToken } from './tokens'

describe('the check of a password', () => {
  it('accepts only the password of an argon2id hash', async () => {
    const hash = await hashPassword('Конденсат-2026')
    expect(hash).toMatch(/^\$argon2id\$/)
    expect(await checkPassword(hash, 'Конденсат-2026')).toBe(true)
    expect(await checkPassword(hash, 'конденсат-2026')).toBe(false)
  })

  it('accepts a hash made by another release of the library', async () => {
    // By argon2 0.45.1, with the same parameters.
    const hash = '$argon2id$v=19$m=19456,p=1,t=2$fMe00cooL+81gLtcXEBJVw$DSoySvrsmA3hmC4Il5qErUPntnIKdAS95PnElPgWAfM'
    expect(await checkPassword(hash, 'Конденсат-2026')).toBe(true)
    expect(await checkPassword(hash, 'Конденсат-2025')).toBe(false)
  })

  it('accepts no password without an account', async () => {
    expect(await checkPassword(null, '')).toBe(false)
  })
})

describe('tokens', () => {
  it('are long, different each time, and hashed with SHA-256', () => {
    const token = newToken()
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(newToken()).not.toBe(token)
    expect(hashToken(token)).toHaveLength(32)
  })

  it.each(['', 'short', 'x'.repeat(44), `${'x'.repeat(42)}'`])('do not include %j', (token) => {
    expect(hashToken(token)).toBeNull()
  })
})

const ownData = [
  'trader@buyer.test',
  'ТОВ «Енергоресурс Трейд»',
  'Енергоресурс',
  'Коваль',
  'Олена',
  '37027819',
  '+380501234567',
]
const faults = async (password: string) => (await passwordFaults(password, ownData)).map(({ code }) => code)

describe('a new password', () => {
  it.each([
    ['one character repeated', 'aaaaaaaaaab'],
    ['a row of digits', '1234567890'],
    ['a row backwards', '0987654321'],
    ['a row of keys', 'qwertyuiop'],
    ['a row of Cyrillic keys', 'йцукенгшщзх'],
    ['a common word with digits', 'Password2026!'],
    ['a common Ukrainian word with digits', 'Пароль123456'],
    ['a common word twice', 'qwertyqwerty1'],
    ['the owner’s address', 'trader@buyer.test1'],
    ['the owner’s company', 'енергоресурс2026'],
    ['the owner’s code', '37027819!!'],
    ['the owner’s name', 'Олена.Коваль'],
    ['a common password with a capital and a sign', 'Liverpool1!'],
    ['a row of keys with a year', 'qwertyuiop2026'],
  ])('is too simple if it is %s', async (_what, password) => {
    expect(await faults(password)).toEqual(['password_too_simple'])
  })

  it.each(['Seven-Gas-Meters', 'вісім лічильників газу', 'x9$Kq2!mZp', 'Енергоресурс має лічильник'])(
    'is accepted if it is hard to guess: %s',
    async (password) => {
      expect(await faults(password)).toEqual([])
    },
  )
})

describe('a new password of the staff', () => {
  it.each([
    ['Gas-Meters1', 'passwordTooShort', { minimum: 12 }],
    ['x'.repeat(201), 'passwordTooLong', { maximum: 200 }],
    ['administrator', 'passwordGuessable', {}],
    ['olena.kovalenko', 'passwordGuessable', {}],
  ])('%s is refused: %s', async (password, key, values) => {
    expect(await staffPasswordFault(password, ['olena.kovalenko@portal.test', 'Olena'])).toEqual({ key, values })
  })

  it('is measured in characters, and accepted if long and hard to guess', async () => {
    expect(await staffPasswordFault('🔥'.repeat(11), [])).toMatchObject({ key: 'passwordTooShort' })
    expect(await staffPasswordFault('Nine-Blue-Compressors', [])).toBeNull()
  })
})
