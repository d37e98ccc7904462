import { describe, expect, it } from '@jest/globals'
import { encodeJsonLd, parseSnippet } from './structured-data'

describe('encodeJsonLd', () => {
  it('escapes everything that could end the script element or start another', () => {
    const text = encodeJsonLd({ name: '</script><script>alert(1)</script><!-- & \u2028' })
    expect(text).not.toMatch(/[<>&\u2028]/)
    expect(JSON.parse(text)).toEqual({ name: '</script><script>alert(1)</script><!-- & \u2028' })
  })
})

describe('parseSnippet', () => {
  it('accepts only a single JSON object', () => {
    expect(parseSnippet('{"@type":"Thing"}')).toEqual({ '@type': 'Thing' })
    for (const text of ['', '[]', 'null', '"x"', '{', '<script>']) expect(parseSnippet(text)).toBeNull()
  })
})
