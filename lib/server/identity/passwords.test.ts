import { describe, expect, it } from '@jest/globals'
import { checkPassword, hashPassword } from './passwords'
import { hashToken, newToken } from './links'

describe('passwords', () => {
  it('keeps an argon2id hash that only the password opens', async () => {
    const hash = await hashPassword('Конденсат-2026')
    expect(hash).toMatch(/^\$argon2id\$/)
    expect(await checkPassword(hash, 'Конденсат-2026')).toBe(true)
    expect(await checkPassword(hash, 'конденсат-2026')).toBe(false)
  })

  it('opens a hash that another release of the library has made', async () => {
    // By argon2 0.45.1, with the same parameters.
    const hash = '$argon2id$v=19$m=19456,p=1,t=2$fMe00cooL+81gLtcXEBJVw$DSoySvrsmA3hmC4Il5qErUPntnIKdAS95PnElPgWAfM'
    expect(await checkPassword(hash, 'Конденсат-2026')).toBe(true)
    expect(await checkPassword(hash, 'Конденсат-2025')).toBe(false)
  })

  it('lets nobody in where there is no account', async () => {
    expect(await checkPassword(null, '')).toBe(false)
  })
})

describe('tokens', () => {
  it('are long, different each time, and stored as their hash only', () => {
    const token = newToken()
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(newToken()).not.toBe(token)
    expect(hashToken(token)).toHaveLength(32)
  })

  it.each(['', 'short', 'x'.repeat(44), `${'x'.repeat(42)}'`])('are not taken from %j', (token) => {
    expect(hashToken(token)).toBeNull()
  })
})
