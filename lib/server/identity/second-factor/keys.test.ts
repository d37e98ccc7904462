import { describe, expect, it } from '@jest/globals'
import { createSecondFactorKeys, SealBroken } from './keys'

const keys = createSecondFactorKeys(Buffer.alloc(32, 1))

describe('the secret of an authenticator app, at rest', () => {
  it('is opened again by the same key and for the same account', () => {
    expect(keys.open(keys.seal('JBSWY3DPEHPK3PXP', '7'), '7')).toBe('JBSWY3DPEHPK3PXP')
  })

  it('never looks the same twice, and never holds the secret', () => {
    const sealed = keys.seal('JBSWY3DPEHPK3PXP', '7')
    expect(sealed.equals(keys.seal('JBSWY3DPEHPK3PXP', '7'))).toBe(false)
    expect(sealed.toString('latin1')).not.toContain('JBSWY3DP')
  })

  it('cannot be moved to another account, changed, or opened by another key', () => {
    const sealed = keys.seal('JBSWY3DPEHPK3PXP', '7')
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(() => keys.open(sealed, '8')).toThrow()
    expect(() => keys.open(changed, '7')).toThrow()
    expect(() => createSecondFactorKeys(Buffer.alloc(32, 2)).open(sealed, '7')).toThrow()
  })
})

describe('after the portal’s secret was replaced', () => {
  const [former, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const rotated = createSecondFactorKeys(current, Buffer.alloc(32, 3), former)

  it('opens what a former key has sealed, and seals under the new one', () => {
    expect(rotated.open(keys.seal('JBSWY3DPEHPK3PXP', '7'), '7')).toBe('JBSWY3DPEHPK3PXP')
    expect(createSecondFactorKeys(current).open(rotated.seal('JBSWY3DPEHPK3PXP', '7'), '7')).toBe('JBSWY3DPEHPK3PXP')
    expect(() => rotated.open(keys.seal('JBSWY3DPEHPK3PXP', '7'), 'staff:7')).toThrow(SealBroken)
  })

  it('finds a recovery code where a former key put it', () => {
    expect(rotated.hashes('abcdefghjk', '7').some((hash) => hash.equals(keys.hash('abcdefghjk', '7')))).toBe(true)
    expect(rotated.hash('abcdefghjk', '7')).toEqual(rotated.hashes('abcdefghjk', '7')[0])
  })
})

describe('a recovery code, at rest', () => {
  it('is known by its account alone', () => {
    expect(keys.hash('abcdefghjk', '7').equals(keys.hash('abcdefghjk', '7'))).toBe(true)
    expect(keys.hash('abcdefghjk', '7').equals(keys.hash('abcdefghjk', '8'))).toBe(false)
  })
})
