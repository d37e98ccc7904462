import { describe, expect, it } from '@jest/globals'
import { generateSync } from 'otplib'
import { createFactorKeys, formatRecoveryCode, newRecoveryCodes, readCode, stepOfCode } from './factors'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const now = Date.parse('2026-11-24T08:00:15.000Z')
const step = Math.floor(now / 30_000)
const codeAt = (at: number) => generateSync({ secret, epoch: Math.floor(at / 1000) })

describe('a code of the app', () => {
  it.each([
    ['of this step is valid', 0, step],
    ['of the step before is valid', -30_000, step - 1],
    ['of the step after is valid', 30_000, step + 1],
    ['from two steps before is not valid', -60_000, null],
    ['from two steps after is not valid', 60_000, null],
  ])('%s', (_which, off, expected) => {
    expect(stepOfCode(secret, codeAt(now + off), now, null)).toBe(expected)
  })

  it('works once: an accepted step invalidates it and all earlier ones', () => {
    expect(stepOfCode(secret, codeAt(now), now, step)).toBeNull()
    expect(stepOfCode(secret, codeAt(now - 30_000), now, step)).toBeNull()
    expect(stepOfCode(secret, codeAt(now + 30_000), now, step)).toBe(step + 1)
    expect(stepOfCode(secret, codeAt(now), now, step + 1)).toBeNull()
    expect(stepOfCode(secret, codeAt(now), now, step + 5)).toBeNull()
  })
})

describe('a typed code', () => {
  it.each([
    ['123 456', { kind: 'app', digits: '123456' }],
    ['ABCDE-fghjk', { kind: 'recovery', code: 'abcdefghjk' }],
    ['12345', { kind: 'neither' }],
    ['abcde-fghji', { kind: 'neither' }],
    ['١٢٣٤٥٦', { kind: 'neither' }],
  ])('%j is read as %j', (typed, read) => {
    expect(readCode(typed)).toEqual(read)
  })

  it('that the portal has issued is read as a recovery code', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(readCode(formatRecoveryCode(code))).toEqual({ kind: 'recovery', code })
  })
})

const keys = createFactorKeys([Buffer.alloc(32, 1)])

describe('the secret of an authenticator app, at rest', () => {
  it('is opened by the same key and for the same account', () => {
    expect(keys.open(keys.seal('JBSWY3DPEHPK3PXP', '7'), '7')).toBe('JBSWY3DPEHPK3PXP')
  })

  it('never looks the same twice, and never contains the secret', () => {
    const sealed = keys.seal('JBSWY3DPEHPK3PXP', '7')
    expect(sealed.equals(keys.seal('JBSWY3DPEHPK3PXP', '7'))).toBe(false)
    expect(sealed.toString('latin1')).not.toContain('JBSWY3DP')
  })

  it('cannot be moved to another account, changed, or opened by another key', () => {
    const sealed = keys.seal('JBSWY3DPEHPK3PXP', '7')
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(keys.open(sealed, '8')).toBeNull()
    expect(keys.open(changed, '7')).toBeNull()
    expect(createFactorKeys([Buffer.alloc(32, 2)]).open(sealed, '7')).toBeNull()
  })
})

describe('the keys of factors, after the portal’s secret was replaced,', () => {
  const [former, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const rotated = createFactorKeys([current, Buffer.alloc(32, 3), former])

  it('open secrets that a former key has sealed, and seal with the new one', () => {
    expect(rotated.open(keys.seal('JBSWY3DPEHPK3PXP', '7'), '7')).toBe('JBSWY3DPEHPK3PXP')
    expect(createFactorKeys([current]).open(rotated.seal('JBSWY3DPEHPK3PXP', '7'), '7')).toBe('JBSWY3DPEHPK3PXP')
    expect(rotated.open(keys.seal('JBSWY3DPEHPK3PXP', '7'), 'staff:7')).toBeNull()
  })

  it('find a recovery code that a former key has hashed', () => {
    const [stored] = keys.hashes('abcdefghjk', '7')
    expect(rotated.hashes('abcdefghjk', '7').some((hash) => hash.equals(stored))).toBe(true)
  })
})

describe('a recovery code, at rest', () => {
  it('is bound to its holder', () => {
    expect(keys.hashes('abcdefghjk', '7')).toEqual(keys.hashes('abcdefghjk', '7'))
    expect(keys.hashes('abcdefghjk', '7')).not.toEqual(keys.hashes('abcdefghjk', '8'))
  })
})
