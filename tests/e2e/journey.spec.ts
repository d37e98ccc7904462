import { playJourney } from '@/tests/e2e/support/journey'
import { test, watchConsole } from '@/tests/e2e/support/test'

test('two companies go from registration to the result', async ({ browser }) => {
  test.setTimeout(20 * 60_000)
  await playJourney(async () => {
    const context = await browser.newContext({ baseURL: process.env.E2E_BASE_URL })
    watchConsole(context)
    return context.newPage()
  })
})
