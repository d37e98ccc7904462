import { describe, expect, it } from '@jest/globals'
import { faultOfJsonLd } from './page-meta'

describe('structured data', () => {
  it('takes an object of schema.org', () => {
    expect(faultOfJsonLd('{"@context": "https://schema.org", "@type": "Organization"}')).toBeNull()
  })

  it.each(['<script', '< / SCRIPT', '<\n/\tscript>', '<//script', '<!--', ']]>'])('refuses what holds %j', (text) => {
    expect(faultOfJsonLd(`{"@context": "https://schema.org", "@type": "${text}"}`)).toBe('jsonLdUnsafe')
  })

  it('looks at no text that is too long', () => {
    expect(faultOfJsonLd('<'.repeat(20_001))).toBe('jsonLdTooLong')
  })
})
