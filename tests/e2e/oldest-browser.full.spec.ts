import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findOldestChromium } from '@/scripts/runtimes.mjs'
import { type Buyer, openMarket } from '@/tests/e2e/support/market'
import { expect, test } from '@/tests/e2e/support/test'
import { bid, figure, openTrader, signInOnPage } from '@/tests/e2e/support/trader'

const SECOND = 1_000
/** Enough to apply and be confirmed through the API. */
const BEFORE_START = 9 * SECOND
const RUNS = 120 * SECOND
const CHUNKS = '.next/static/chunks'
/** Functions that came after the browsers of `browserslist` (package.json). */
const TOO_NEW = /\.(?:toSorted|toSpliced|toReversed|fromAsync|withResolvers|isWellFormed|toWellFormed|groupBy)\(/g

test('a buyer bids in Chromium 109', async () => {
  const executablePath = findOldestChromium()
  test.skip(executablePath === null, 'npm has no Chromium 109 for this system')
  test.setTimeout(RUNS + 120 * SECOND)
  const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
  expect(browser.version()).toMatch(/^109\./)
  const market = openMarket()
  const [own, rival] = (await market.buyers(2)) as [Buyer, Buyer]
  const staff = await market.staffToken()
  const trader = await openTrader(browser, 'en')
  const { page, t } = trader
  try {
    const home = await page.goto('/en')
    expect(home?.status()).toBe(200)
    await page.goto('/en/user-login')
    await expect(page.getByText(t('Login.outdatedBrowser'))).toBeHidden()
    await signInOnPage(trader, own)

    const startsAt = Date.now() + BEFORE_START
    const endsAt = startsAt + RUNS
    const lot = await market.publishLot(staff, { startsAt, endsAt, hardEndAt: endsAt })
    const offer = { auction_id: lot.id, price: '15000.00', quantity: '300.000', minimum_quantity: '10.000' }
    for (const buyer of [own, rival]) await market.call('auctions/apply', offer, await market.tokenOf(buyer))
    await market.confirmAll(lot.id, staff)

    await page.goto(`/en/auctions/condensate/${lot.slug}`)
    await expect(trader.field('price')).toBeEnabled({ timeout: 60 * SECOND })
    await bid(trader, '15100')
    await expect(page.getByText(figure('15100.00', 'en')).first()).toBeVisible()
    expect(await market.bidsOf(lot.id)).toBe(3)
  } finally {
    await browser.close()
    await market.close()
  }
})

test('no script of the build calls what the oldest browsers lack', () => {
  const faults = readdirSync(CHUNKS)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(CHUNKS, name), 'utf8'))
    // Next's polyfills, which current browsers do not load.
    .filter((script) => !script.includes('core-js'))
    .flatMap((script) => script.match(TOO_NEW) ?? [])
  expect(faults).toEqual([])
})
