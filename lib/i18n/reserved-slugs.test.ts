import { describe, expect, it } from '@jest/globals'
import { RESERVED_SLUGS } from '@/lib/i18n/reserved-slugs'

describe('reserved slugs', () => {
  it.each([
    '404',
    'error',
    'page404',
    'auctions',
    'certificates',
    'gassubpage',
    'how-does-work',
    'gas',
    'condensate',
    'user-login',
    'uk',
    'storage',
    'feeds',
  ])('include %s', (slug) => {
    expect(RESERVED_SLUGS.has(slug)).toBe(true)
  })

  it('do not include other words', () => {
    expect(['privacy-policy', 'about', 'lot-12'].filter((slug) => RESERVED_SLUGS.has(slug))).toEqual([])
  })
})
