import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { createSigner, isSecret, signed } from './signatures'

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

describe('signed values', () => {
  const schema = z.tuple([z.enum(['red', 'blue']), z.coerce.number()])
  const texts = signed([first], schema, ([, until]) => until)
  const text = texts.issue('red', 1_000)

  it('are read with the former key too, until they expire', () => {
    expect(signed([second, first], schema).read(text)).toEqual(['red', 1_000])
    expect(texts.read(text, 1_000)).toEqual(['red', 1_000])
    expect(texts.read(text, 1_001)).toBeNull()
  })

  it('that can expire are not read without a time', () => {
    expect(texts.read(text)).toBeNull()
  })

  it.each([
    ['nothing', ''],
    ['a signature alone', text.slice(-43)],
    ['other values', text.replace('red', 'blue')],
    ['a longer life', text.replace('1000', '9000')],
    ['more than the signature', `${text}A`],
    [
      'values of another kind',
      signed([first], z.tuple([z.string(), z.string(), z.string()])).issue('red', '1000', 'x'),
    ],
    ['values signed with another key', signed([second], schema).issue('red', 1_000)],
  ])('are not read from %s', (_what, candidate) => {
    expect(texts.read(candidate, 0)).toBeNull()
  })
})

describe('a secret', () => {
  it('is compared regardless of its length', () => {
    expect(isSecret('Bearer a-token', 'Bearer a-token')).toBe(true)
    for (const candidate of ['', 'Bearer a-toke', 'Bearer a-token ', 'Bearer b-token', '\uFFFD'.repeat(9)])
      expect(isSecret(candidate, 'Bearer a-token')).toBe(false)
  })
})
