import { LOCALES } from '@/lib/config/constants'
import { localizePath } from '@/lib/i18n/locales'
import { ROUTE_NAMES, ROUTES } from '@/lib/i18n/route-names'
import { expect, test } from '@/tests/e2e/support/test'
import { isForBuyers, MANY_PAGES, readAll, signIn, visitAsBuyer, visitAsGuest } from '@/tests/e2e/support/visits'

test.describe.configure({ mode: 'parallel' })

test('every page is complete for a visitor', async ({ browser }) => {
  test.setTimeout(MANY_PAGES)
  await visitAsGuest(browser, 'uk')
})

test('a buyer’s pages are complete', async ({ browser }) => {
  test.setTimeout(MANY_PAGES)
  await visitAsBuyer(browser, 'uk')
})

for (const locale of ['en', 'ru'] as const)
  test(`the HTML of every page is in its language: ${locale}`, async ({ page }) => {
    test.setTimeout(MANY_PAGES)
    await readAll(page, locale, (name) => ROUTES[name].for !== 'cabinet')
    await signIn(page.request)
    await readAll(page, locale, isForBuyers)
  })

test('the cabinet redirects a visitor to sign in', async ({ request }) => {
  for (const locale of LOCALES)
    for (const name of ROUTE_NAMES) {
      if (ROUTES[name].for !== 'cabinet') continue
      const wanted = localizePath(ROUTES[name].path.replace('[id]', '7'), locale)
      const response = await request.get(wanted, { maxRedirects: 0 })
      expect(response.status(), wanted).toBe(307)
      const address = new URL(response.headers().location ?? '', 'http://portal.test')
      expect(address.pathname, wanted).toBe(localizePath('/user-login', locale))
      expect([...address.searchParams.values()], wanted).toContain(wanted)
    }
})
