import { randomUUID } from 'node:crypto'
import { type Buyer, openMarket } from '@/tests/e2e/support/market'
import { localizePath } from '@/lib/i18n/locales'
import { expect, test } from '@/tests/e2e/support/test'
import { openTrader, signIn } from '@/tests/e2e/support/trader'

const SECOND = 1_000
const NARROW = { width: 375, height: 760 }

test('a trader leaves an automatic bid before the start, is served, reaches its ceiling and raises it', async ({
  browser,
}, info) => {
  test.setTimeout(400 * SECOND)
  const began = Date.now()
  const market = openMarket()
  const [own, rival] = (await market.buyers(2)) as [Buyer, Buyer]
  const staff = await market.staffToken()
  const trader = await openTrader(browser, 'en')
  const { page } = trader
  await signIn(trader, own)
  const [mine, rivals] = (await Promise.all([own, rival].map((buyer) => market.tokenOf(buyer)))) as [string, string]
  const pace = Date.now() - began
  const startsAt = Date.now() + Math.max(15 * SECOND, 3 * pace)
  const endsAt = startsAt + Math.max(60 * SECOND, 10 * pace)
  const lot = await market.publishLot(staff, { startsAt, endsAt, hardEndAt: endsAt }, { automatic_bids: true })
  const offer = (price: string, quantity: string) => ({
    auction_id: lot.id,
    price,
    quantity,
    minimum_quantity: '10.000',
  })
  await market.call('auctions/apply', offer('15000.00', '90.000'), mine)
  await market.call('auctions/apply', offer('15100.00', '500.000'), rivals)
  await market.confirmAll(lot.id, staff)
  await page.goto(localizePath(`/auctions/condensate/${lot.slug}`, 'en'))

  const leave = async (ceiling: string, button: string) => {
    await page.getByRole('textbox', { name: /^Ceiling/ }).fill(ceiling)
    await page.getByRole('button', { name: button, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: trader.say('AutomaticBid.dialogTitle') })
    await expect(dialog).toContainText(trader.say('AutomaticBid.meeting'))
    await page.screenshot({ path: info.outputPath(`dialog-${ceiling}.png`) })
    await dialog.getByRole('button', { name: trader.say('AutomaticBid.dialogConfirm') }).click()
  }

  await test.step('left before the start', async () => {
    await page.getByRole('checkbox', { name: trader.say('AutomaticBid.offer') }).check()
    await leave('15200', trader.say('AutomaticBid.leave'))
    await expect(page.getByText(trader.say('AutomaticBid.leftTitle'))).toBeVisible()
    await page.screenshot({ path: info.outputPath('planned.png'), fullPage: true })
  })

  await test.step('it bids at the start and gets the whole volume', async () => {
    await expect(page.getByText('Bidding for you up to 15 200.00 · you get 90 of 90 t')).toBeVisible({
      timeout: startsAt - Date.now() + 60 * SECOND,
    })
    await page.setViewportSize(NARROW)
    await page.screenshot({ path: info.outputPath('serving-375.png'), fullPage: true })
  })

  await test.step('its ceiling is reached, with the price that brings it back', async () => {
    await market.call('bids/place', { ...offer('15300.00', '500.000'), final: false }, rivals, randomUUID())
    await expect(page.getByText('Your ceiling is reached: 15 350.00 brings you back in')).toBeVisible()
    await page.screenshot({ path: info.outputPath('reached-375.png'), fullPage: true })
  })

  await test.step('raised, it is back in', async () => {
    await page.getByRole('button', { name: trader.say('AutomaticBid.change'), exact: true }).click()
    await leave('15500', trader.say('AutomaticBid.replace'))
    await expect(page.getByText('Bidding for you up to 15 500.00 · you get 90 of 90 t')).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 1000 })
    await page.screenshot({ path: info.outputPath('raised-1440.png'), fullPage: true })
  })
  await market.close()
})
