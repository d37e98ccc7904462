import { test } from '@/tests/e2e/support/test'
import { MANY_PAGES, visitAsBuyer, visitAsGuest } from '@/tests/e2e/support/visits'

test.describe.configure({ mode: 'parallel' })

for (const locale of ['en', 'ru'] as const) {
  test(`every page is complete for a visitor, ${locale}`, async ({ browser }) => {
    test.setTimeout(MANY_PAGES)
    await visitAsGuest(browser, locale)
  })

  test(`a buyer’s pages are complete, ${locale}`, async ({ browser }) => {
    test.setTimeout(MANY_PAGES)
    await visitAsBuyer(browser, locale)
  })
}
