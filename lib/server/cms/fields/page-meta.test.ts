import { describe, expect, it } from '@jest/globals'
import { faultOfJsonLd } from './page-meta'

describe('structured data', () => {
  it('of a page may be a schema.org object', () => {
    expect(faultOfJsonLd('{"@context": "https://schema.org", "@type": "Organization"}')).toBeNull()
  })

  it.each(['<script', '< / SCRIPT', '<\n/\tscript>', '<//script', '<!--', ']]>'])(
    'refuses texts that contain %j',
    (text) => {
      expect(faultOfJsonLd(`{"@context": "https://schema.org", "@type": "${text}"}`)).toBe('jsonLdUnsafe')
    },
  )

  it('longer than the limit is refused unread', () => {
    expect(faultOfJsonLd('<'.repeat(20_001))).toBe('jsonLdTooLong')
  })
})
