import { describe, expect, it } from '@jest/globals'
import { generateSync } from 'otplib'
import { newAppSecret, newRecoveryCodes, readCode, shownRecoveryCode, stepOfCode } from './codes'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const now = Date.parse('2026-11-24T08:00:15.000Z')
const step = Math.floor(now / 30_000)
const codeAt = (at: number) => generateSync({ secret, epoch: Math.floor(at / 1000) })

describe('a code of the app', () => {
  it.each([
    ['this step’s', 0, step],
    ['the one before', -30_000, step - 1],
    ['the one after', 30_000, step + 1],
    ['two before', -60_000, null],
    ['two after', 60_000, null],
  ])('%s', (_which, off, expected) => {
    expect(stepOfCode(secret, codeAt(now + off), now, null)).toBe(expected)
  })

  it('is good once: a step that was accepted, and all before it, are over', () => {
    expect(stepOfCode(secret, codeAt(now), now, step)).toBeNull()
    expect(stepOfCode(secret, codeAt(now - 30_000), now, step)).toBeNull()
    expect(stepOfCode(secret, codeAt(now + 30_000), now, step)).toBe(step + 1)
    expect(stepOfCode(secret, codeAt(now), now, step + 1)).toBeNull()
    expect(stepOfCode(secret, codeAt(now), now, step + 5)).toBeNull()
  })
})

describe('what was typed', () => {
  it.each([
    ['123 456', { kind: 'app', digits: '123456' }],
    ['ABCDE-fghjk', { kind: 'recovery', code: 'abcdefghjk' }],
    ['12345', { kind: 'neither' }],
    ['abcde-fghji', { kind: 'neither' }],
    ['١٢٣٤٥٦', { kind: 'neither' }],
  ])('%j', (typed, read) => {
    expect(readCode(typed)).toEqual(read)
  })

  it('is a recovery code as it was shown', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(readCode(shownRecoveryCode(code))).toEqual({ kind: 'recovery', code })
  })
})

describe('a new secret', () => {
  it('comes as text, as an address for apps and as a drawing', async () => {
    const made = await newAppSecret('portal.test', 'trader@buyer.test')
    expect(made.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(made.uri).toMatch(/^otpauth:\/\/totp\/portal\.test:trader%40buyer\.test\?/)
    expect(made.uri).toContain(`secret=${made.secret}`)
    expect(made.drawing).toMatch(/^<svg /)
  })
})
