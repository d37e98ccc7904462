import { describe, expect, it } from '@jest/globals'
import robots from './robots'

/** Applies a rule as search engines do: as a prefix, with `$` for the end of the address. */
function isDisallowed(address: string): boolean {
  const [rules] = [robots().rules].flat()
  return [rules?.disallow ?? []]
    .flat()
    .some((rule) => (rule.endsWith('$') ? address === rule.slice(0, -1) : address.startsWith(rule)))
}

describe('robots.txt', () => {
  it.each([
    '/admin',
    '/admin/collections/pages',
    '/cabinet',
    '/en/cabinet/info',
    '/user-login?return=%2Fcabinet',
    '/ru/register',
    '/en/invitation/a-token',
    '/cms-api/pages',
    '/api/news/list',
  ])('disallows %s', (address) => {
    expect(isDisallowed(address)).toBe(true)
  })

  it.each(['/', '/administratsiia', '/en/cabinets', '/registration', '/subscriptions', '/profiles', '/news'])(
    'allows the page %s',
    (address) => {
      expect(isDisallowed(address)).toBe(false)
    },
  )
})
