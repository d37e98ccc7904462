import { describe, expect, it } from '@jest/globals'
import { movedOfficePath, safeOfficePath } from './office-addresses'

describe('a former address of the office', () => {
  it.each([
    ['/admin/login', '/office/login'],
    ['/admin/account', '/office/account'],
    ['/admin/office/accounts', '/office/companies'],
    ['/admin/office/accounts/7', '/office/companies/7'],
    ['/admin/collections/companies/7', '/office/companies/7'],
    ['/admin/office/letters/12', '/office/emails/12'],
    ['/admin/office/lots/new', '/office/auctions/new'],
    ['/admin/office/lots/3', '/office/auctions/3'],
    ['/admin/collections/auctions', '/office/auctions'],
    ['/admin/collections/auctions/3', '/office/auctions/3'],
    ['/admin/collections/auctions/3/console', '/office/auctions/3/console'],
    ['/admin/collections/agreements/', '/office/agreements'],
    ['/admin/collections/orders/5', '/office/orders/5'],
    ['/admin/collections/staff', '/office/staff'],
    ['/admin/office/deposits', '/office/deposits'],
  ])('%s leads to %s', (from, to) => {
    expect(movedOfficePath(from)).toBe(to)
  })

  it.each(['/admin', '/admin/collections/pages', '/admin/forgot', '/admin/globals/settings', '/admin/office'])(
    '%s is none',
    (path) => {
      expect(movedOfficePath(path)).toBeNull()
    },
  )
})

describe('the page after signing in', () => {
  it.each(['/office', '/office/companies?status=active', '/admin/collections/news/3', '/admin?locale=uk'])(
    'may be %s',
    (path) => {
      expect(safeOfficePath(path)).toBe(path)
    },
  )

  it.each([undefined, '', '//evil.example', '/office@evil.example', '/office//evil.example', '/admin/../api', '/api'])(
    'is the office instead of %s',
    (path) => {
      expect(safeOfficePath(path)).toBe('/office')
    },
  )
})
