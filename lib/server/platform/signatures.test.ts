import { describe, expect, it } from '@jest/globals'
import { createSigner, isSecret } from './signatures'

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

describe('a signature', () => {
  const signature = createSigner([first]).sign('a text')

  it('is valid only for its text and key', () => {
    expect(signature).toMatch(/^[\w-]{43}$/)
    expect(createSigner([first]).verify('a text', signature)).toBe(true)
    expect(createSigner([first]).verify('another text', signature)).toBe(false)
    expect(createSigner([second]).verify('a text', signature)).toBe(false)
  })

  it('stays valid as long as the former key is configured', () => {
    const rotated = createSigner([second, first])
    expect(rotated.verify('a text', signature)).toBe(true)
    expect(rotated.sign('a text')).toBe(createSigner([second]).sign('a text'))
  })

  it.each(['', 'x', signature.slice(1), `${signature}AA`, '\u0000'])('is not %j', (candidate) => {
    expect(createSigner([first]).verify('a text', candidate)).toBe(false)
  })
})

describe('a secret', () => {
  it('is compared regardless of its length', () => {
    expect(isSecret('Bearer a-token', 'Bearer a-token')).toBe(true)
    for (const candidate of ['', 'Bearer a-toke', 'Bearer a-token ', 'Bearer b-token', '\uFFFD'.repeat(9)])
      expect(isSecret(candidate, 'Bearer a-token')).toBe(false)
  })
})
