import { describe, expect, it } from '@jest/globals'
import { faultOfJsonLd } from './page-meta'

describe('structured data', () => {
  it('accepts a schema.org object', () => {
    expect(faultOfJsonLd('{"@context": "https://schema.org", "@type": "Organization"}')).toBeNull()
  })

  it.each(['<script', '< / SCRIPT', '<\n/\tscript>', '<//script', '<!--', ']]>'])(
    'refuses text containing %j',
    (text) => {
      expect(faultOfJsonLd(`{"@context": "https://schema.org", "@type": "${text}"}`)).toBe('jsonLdUnsafe')
    },
  )

  it('does not examine overlong texts', () => {
    expect(faultOfJsonLd('<'.repeat(20_001))).toBe('jsonLdTooLong')
  })
})
