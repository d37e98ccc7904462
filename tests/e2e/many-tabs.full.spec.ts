import { type Buyer, openMarket } from '@/tests/e2e/support/market'
import { expect, test } from '@/tests/e2e/support/test'
import { bid, figure, openTrader, signIn } from '@/tests/e2e/support/trader'

const SECOND = 1_000
/** Enough to apply and be confirmed through the API. */
const BEFORE_START = 9 * SECOND
const RUNS = 180 * SECOND
/** As many as a browser opens connections to a site over HTTP/1.1. */
const TABS = 6

test('a bid and another page do not wait behind the streams of six tabs', async ({ browser }) => {
  test.setTimeout(RUNS + 60 * SECOND)
  const market = openMarket()
  const [own] = (await market.buyers(1)) as [Buyer]
  const staff = await market.staffToken()
  const trader = await openTrader(browser, 'en')
  await signIn(trader, own)
  const startsAt = Date.now() + BEFORE_START
  const endsAt = startsAt + RUNS
  const lot = await market.publishLot(staff, { startsAt, endsAt, hardEndAt: endsAt })
  const offer = { auction_id: lot.id, price: '15000.00', quantity: '300.000', minimum_quantity: '10.000' }
  await market.call('auctions/apply', offer, await market.tokenOf(own))
  await market.confirmAll(lot.id, staff)

  const context = trader.page.context()
  const address = `/en/auctions/condensate/${lot.slug}`
  const others = await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage()))
  for (const page of [trader.page, ...others]) await page.goto(address)
  await expect(trader.field('price')).toBeEnabled({ timeout: 60 * SECOND })
  for (const page of others) await expect(page.getByLabel(/^Price/).first()).toBeEnabled()

  const sent: number[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/bids/place')) sent.push(1)
  })
  await bid(trader, '15100')
  expect(sent).toHaveLength(1)
  expect(await market.bidsOf(lot.id)).toBe(2)

  const seventh = await context.newPage()
  await seventh.goto('/en/cabinet')
  await expect(seventh.getByRole('heading', { level: 1 })).toBeVisible()
  // A tab without a stream polls.
  for (const page of others) await expect(page.getByText(figure('15100.00', 'en')).first()).toBeVisible()
  await context.close()
  await market.close()
})
