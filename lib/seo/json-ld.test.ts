import { describe, expect, it } from '@jest/globals'
import { encodeJsonLd, parseSnippet } from './structured-data'

describe('encodeJsonLd', () => {
  it('lets nothing end the script element or begin another', () => {
    const text = encodeJsonLd({ name: '</script><script>alert(1)</script><!-- & \u2028' })
    expect(text).not.toMatch(/[<>&\u2028]/)
    expect(JSON.parse(text)).toEqual({ name: '</script><script>alert(1)</script><!-- & \u2028' })
  })
})

describe('parseSnippet', () => {
  it('takes one JSON object and nothing else', () => {
    expect(parseSnippet('{"@type":"Thing"}')).toEqual({ '@type': 'Thing' })
    for (const text of ['', '[]', 'null', '"x"', '{', '<script>']) expect(parseSnippet(text)).toBeNull()
  })
})
