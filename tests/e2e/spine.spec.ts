import { randomUUID } from 'node:crypto'
import type { Browser, Locator } from '@playwright/test'
import type { Locale } from '@/lib/config/constants'
import { localizePath } from '@/lib/i18n/locales'
import { openMarket, type Buyer } from '@/tests/e2e/support/market'
import { expect, test } from '@/tests/e2e/support/test'
import { bid, figure, openTrader, pressBid, signIn, type Trader } from '@/tests/e2e/support/trader'

const SECOND = 1_000
/** Enough for three applications and their confirmation through the API, and to open the page. */
const BEFORE_START = 12 * SECOND
/** The extension window is as long, so every bid that changes the allocation extends the auction. */
const RUNS = 60 * SECOND

/** The journey in support/journey.ts covers applying, the manager's decisions, the end and the result. */
test('bidding, from the start to a final bid', async ({ browser }) => {
  test.setTimeout(10 * 60 * SECOND)
  const signInStarted = Date.now()
  const market = openMarket()
  const staff = await market.staffToken()
  const buyers = (await market.buyers(3)) as [Buyer, Buyer, Buyer]
  const [first, second] = buyers
  const [uk, en] = await Promise.all([openSignedIn(browser, 'uk', first), openSignedIn(browser, 'en', second)])
  const tokens = await Promise.all(buyers.map((buyer) => market.tokenOf(buyer)))

  // If signing in was slow, the rest will be slow too.
  const beforeStart = Math.max(BEFORE_START, 4 * (Date.now() - signInStarted))
  const startsAt = Date.now() + beforeStart
  const lot = await market.publishLot(staff, { startsAt, endsAt: startsAt + RUNS })
  const path = `/auctions/condensate/${lot.slug}`
  for (const [index, [price, quantity]] of [
    ['15000.00', '300.000'],
    ['15050.00', '150.000'],
    ['15100.00', '200.000'],
  ].entries())
    await market.call('auctions/apply', { auction_id: lot.id, price, quantity }, tokens[index]!)
  await market.confirmAll(lot.id, staff)
  const thirdBids = (price: string) =>
    market.call(
      'bids/place',
      { auction_id: lot.id, price, quantity: '200.000', final: false },
      tokens[2]!,
      randomUUID(),
    )

  const visitor = await openTrader(browser, 'en')
  const { page: onlooker, t } = visitor
  await test.step('the planned auction can be found in the list', async () => {
    await onlooker.goto('/en/auctions/condensate')
    await onlooker.getByRole('link', { name: lot.titles.en }).first().click()
    await expect(onlooker.getByRole('heading', { level: 1 })).toContainText(lot.titles.en)
    for (const { page, locale } of [uk, en]) {
      await page.goto(localizePath(path, locale))
      await expect(page.getByRole('heading', { level: 1 })).toContainText(lot.titles[locale])
    }
  })

  await test.step('everyone sees the start without a reload', async () => {
    for (const { page, t: own } of [uk, en])
      await expect(page.getByRole('button', { name: own('BidPanel.submit') }).first()).toBeVisible({
        timeout: beforeStart + 30 * SECOND,
      })
    await expect(onlooker.getByText(t('AuctionState.running'), { exact: true }).first()).toBeVisible()
    await expect(row(visitor, '15100.00')).toBeVisible()
  })

  await test.step('refusals name the exact number', async () => {
    // The limits are the buyer’s last price plus one step, and the highest price (15 100.00) plus the maximum step (1 500.00).
    await expectPriceRefused(uk, '15000', figure('15050.00', 'uk'))
    await expectPriceRefused(en, '99000', figure('16600.00', 'en'))
  })

  await test.step('a bid updates everyone’s ladder, notifies the outbid and extends the end', async () => {
    await bid(uk, '15150')
    for (const watcher of [en, visitor]) await expect(row(watcher, '15150.00')).toBeVisible()
    await expect(
      en.page
        .getByRole('log')
        .filter({ hasText: en.t('Auction.live.outbid', { rank: 3, allocated: '' }).slice(0, 20) }),
    ).toBeAttached()
    for (const trader of [uk, en]) {
      const extended = trader.t('Verdict.clock.extendedTo', { time: '' }).trim()
      await expect(trader.page.getByText(extended).first()).toBeVisible()
    }
  })

  await test.step('a page that lost its connection catches up', async () => {
    await en.page.context().setOffline(true)
    await thirdBids('15200.00')
    await expect(row(uk, '15200.00')).toBeVisible()
    await expect(row(en, '15200.00')).toHaveCount(0)
    await en.page.context().setOffline(false)
    await expect(row(en, '15200.00')).toBeVisible({ timeout: 30 * SECOND })
  })

  await test.step('after its session has ended, the page asks the buyer to sign in again, then sends the bid', async () => {
    await market.signOutEverywhere(second)
    await en.field('price').fill('15100')
    await pressBid(en)
    const again = en.page.getByRole('dialog', { name: en.t('BidPanel.signIn.title') })
    await again.getByLabel(en.t('BidPanel.signIn.email')).fill(second.email)
    await again.getByLabel(en.t('BidPanel.signIn.password')).fill(second.password)
    await again.getByRole('button', { name: en.t('BidPanel.signIn.submit') }).click()
    await expect(row(uk, '15100.00')).toBeVisible()
  })

  await test.step('a final bid needs confirmation and closes bidding for its buyer', async () => {
    await uk.field('price').fill('15350')
    await uk.page.getByLabel(uk.t('BidPanel.final')).check()
    await pressBid(uk)
    const confirmation = uk.page.getByRole('dialog', { name: uk.t('BidPanel.second.title') })
    await expect(confirmation.getByText(uk.t('BidPanel.second.final'))).toBeVisible()
    await confirmation.getByRole('button', { name: uk.t('BidPanel.second.confirm') }).click()
    await expect(uk.page.getByText(uk.t('BidPanel.finalPlaced.title')).first()).toBeVisible()
    // On a phone too, where the rest of its line has no room.
    await uk.page.setViewportSize({ width: 375, height: 760 })
    const bar = uk.page.getByRole('region', { name: uk.t('Verdict.label') })
    await expect(bar.getByText(uk.t('Verdict.final'))).toBeVisible()
    await expect(row(visitor, '15350.00')).toBeVisible()
  })

  await test.step('a double click places one bid', async () => {
    const before = await market.bidsOf(lot.id)
    // Three steps above the buyer’s last price; a larger increase would ask for confirmation.
    await en.field('price').fill('15250')
    await en.page
      .getByRole('button', { name: en.t('BidPanel.submit') })
      .first()
      .dblclick()
    await expect.poll(() => market.bidsOf(lot.id)).toBe(before + 1)
  })
  await Promise.all([uk, en, visitor].map(({ page }) => page.context().close()))
  await market.close()
})

async function openSignedIn(browser: Browser, locale: Locale, buyer: Buyer): Promise<Trader> {
  const trader = await openTrader(browser, locale)
  await signIn(trader, buyer)
  return trader
}

async function expectPriceRefused(trader: Trader, price: string, limit: RegExp): Promise<void> {
  await trader.field('price').fill(price)
  await pressBid(trader)
  await expect(trader.page.getByRole('alert').filter({ hasText: limit }).first()).toBeVisible()
  await expect(trader.field('price')).toHaveValue(new RegExp(price.slice(0, 2)))
}

/** The rows of the ladder with a price. */
function row({ page, t, locale }: Trader, price: string): Locator {
  return page
    .getByRole('region', { name: t('Auction.ladder.title') })
    .or(page.getByRole('table', { name: t('Auction.ladder.caption') }))
    .first()
    .getByRole('row')
    .filter({ hasText: figure(price, locale) })
}
