import { randomUUID } from 'node:crypto'
import { openOffice } from '@/tests/e2e/support/office'
import { expect, test, watchConsole } from '@/tests/e2e/support/test'
import { openMarketWithTrader } from '@/tests/e2e/support/market'
import { translatorOf } from '@/tests/e2e/support/translator'
import { formatTimeWithSeconds } from '@/lib/i18n/formats'
import { localizePath } from '@/lib/i18n/locales'

const SECOND = 1_000
const REASON = 'Перевіряємо повідомлення про збій на майданчику'

test('everyone sees the reason, the resumption and the new end when a manager halts bidding (R13)', async ({
  browser,
}, info) => {
  test.setTimeout(5 * 60 * SECOND)
  const began = Date.now()
  const { market, buyer, staff, trader } = await openMarketWithTrader(browser, 'en')
  const office = await openOffice(browser)
  const token = await market.tokenOf(buyer)
  const setupMs = Date.now() - began
  const startsAt = Date.now() + Math.max(10 * SECOND, 2 * setupMs)
  // Enough to open three pages and to halt bidding.
  const endsAt = startsAt + Math.max(30 * SECOND, 5 * setupMs)
  const lot = await market.publishLot(staff, { startsAt, endsAt, hardEndAt: endsAt })
  const path = `/auctions/condensate/${lot.slug}`
  const offer = { auction_id: lot.id, price: '15000.00', quantity: '500.000' }
  await market.call('auctions/apply', offer, token)
  await market.confirmAll(lot.id, staff)

  const visitor = await (await browser.newContext({ baseURL: process.env.E2E_BASE_URL })).newPage()
  watchConsole(visitor.context())
  const t = translatorOf('uk')
  await Promise.all([
    trader.page.goto(localizePath(path, 'en')),
    visitor.goto(path),
    office.goto(`/office/auctions/${lot.id}/console`),
  ])

  await test.step('while halted, everyone sees the reason, and bids are refused', async () => {
    const halt = office.getByRole('button', { name: 'Призупинити', exact: true })
    await halt.click({ timeout: endsAt - Date.now() })
    const dialog = office.getByRole('dialog')
    await dialog.getByLabel('Причина').fill(REASON)
    await dialog.getByRole('button', { name: 'Призупинити', exact: true }).click()
    await expect(office.getByText(/Торги призупинено о/)).toBeVisible()
    for (const [page, title] of [
      [trader.page, /^Bidding halted at/],
      [visitor, new RegExp(`^${t('Auction.halt.title', { time: '' }).trim()}`)],
    ] as const) {
      await expect(page.getByRole('status').filter({ hasText: REASON })).toBeVisible()
      await expect(page.getByText(title).first()).toBeVisible()
    }
    const refused = await market
      .call('bids/place', { ...offer, price: '15050.00', final: false }, token, randomUUID())
      .catch((error: Error) => error.message)
    expect(refused).toContain('auction_halted')
    await trader.page.screenshot({ path: info.outputPath('halted.png') })
  })

  await test.step('when resumed, the new end and a countdown are shown', async () => {
    await office.getByRole('button', { name: 'Відновити', exact: true }).click()
    const dialog = office.getByRole('dialog')
    await expect(dialog.getByText(/Нове завершення: \S/)).toBeVisible()
    await office.screenshot({ path: info.outputPath('resume-dialog.png') })
    await dialog.getByRole('button', { name: 'Відновити', exact: true }).click()
    await expect(office.getByText('Торги відновляться через')).toBeVisible()
    const { rows } = await market.pool.query<{ effective_end: Date }>(
      'select effective_end from portal.auction_heads where auction_id = $1',
      [lot.id],
    )
    const newEnd = rows[0]!.effective_end
    expect(newEnd.getTime() - endsAt).toBeGreaterThanOrEqual(60 * SECOND)
    await expect(visitor.getByText(t('Auction.halt.untilResumed')).first()).toBeVisible()
    await expect(visitor.getByRole('status').filter({ hasText: REASON })).toContainText(
      formatTimeWithSeconds(newEnd, 'uk'),
    )
    await visitor.screenshot({ path: info.outputPath('resumes.png') })
  })
  await market.close()
})
