import { findFirefox } from '@/scripts/browsers.mjs'
import { openEngine } from '@/tests/e2e/support/engines/open'
import { openMarket, type Buyer } from '@/tests/e2e/support/market'
import { expect, test } from '@/tests/e2e/support/test'
import { applyFor, signInOnPage, traderAt } from '@/tests/e2e/support/trader'

// A short check in another engine; `npm run test:engines` runs the whole journey in Firefox and WebKit.
const BEFORE_START_MS = 3_600_000

test.skip(findFirefox() === null, 'Firefox is not installed (Debian: firefox-esr)')

test('a buyer in Firefox signs in, applies, and sees the confirmation without a reload', async () => {
  const market = openMarket()
  const [buyer] = (await market.buyers(1)) as [Buyer]
  const staff = await market.staffToken()
  const startsAt = Date.now() + BEFORE_START_MS
  const lot = await market.publishLot(staff, { startsAt, endsAt: startsAt + BEFORE_START_MS })
  const engine = await openEngine('Firefox')
  try {
    const trader = traderAt(await engine.openPage(), 'en')
    await signInOnPage(trader, buyer)
    await trader.page.goto(`/en/auctions/condensate/${lot.slug}`)
    await applyFor(trader, '15000', '500')
    const manager = `Bearer ${staff}`
    const { list } = await market.call<{ list: { id: number }[] }>(
      'manager/applications/list',
      { auction_id: lot.id },
      manager,
    )
    for (const { id } of list)
      await market.call(
        'manager/applications/confirm',
        { application_id: id, insistence: 'Перевірено в офісі' },
        manager,
      )
    await trader.page.getByText(trader.t('Apply.status.confirmed')).first().waitFor()
  } finally {
    await engine.close()
    await market.close()
  }
  expect(engine.errors).toEqual([])
})
