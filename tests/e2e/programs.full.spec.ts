import { randomUUID } from 'node:crypto'
import { press } from '@/tests/e2e/support/registration'
import { expect, test } from '@/tests/e2e/support/test'
import { openMarketWithTrader } from '@/tests/e2e/support/market'

const SECOND = 1_000

test('a program bids with a token of an owner, until the token is ended (R14.2)', async ({ browser }, info) => {
  test.setTimeout(5 * 60 * SECOND)
  const began = Date.now()
  const { market, buyer, staff, trader } = await openMarketWithTrader(browser, 'uk')
  const { page, t } = trader
  const startsAt = Date.now() + Math.max(10 * SECOND, 2 * (Date.now() - began))
  const lot = await market.publishLot(staff, { startsAt, endsAt: startsAt + 30 * 60 * SECOND })
  const offer = { auction_id: lot.id, price: '15000.00', quantity: '100.000' }
  await market.call('auctions/apply', offer, await market.tokenOf(buyer))
  await market.confirmAll(lot.id, staff)

  const secret = await test.step('the token is created and shown once', async () => {
    await page.goto('/cabinet/info')
    await press(page, t('Programs.make'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('Programs.name')).fill('Робот відділу закупівель')
    await dialog.getByRole('radio', { name: t('Programs.allows.bid') }).check()
    await dialog.getByLabel(t('Common.ownPassword'), { exact: true }).fill(buyer.password)
    await dialog.getByRole('button', { name: t('Programs.make') }).click()
    const shown = page.getByRole('dialog', { name: t('Programs.secretTitle') })
    const [token = ''] = /gap_[\w-]{43}/.exec((await shown.getByText(/gap_/).textContent()) ?? '') ?? []
    await page.screenshot({ path: info.outputPath('secret.png') })
    await shown.getByRole('button', { name: t('Programs.done') }).click()
    await expect(page.getByText('Робот відділу закупівель', { exact: true })).toBeVisible()
    await expect(page.getByText(/gap_/)).toHaveCount(0)
    return `Bearer ${token}`
  })

  await test.step('a program bids the minimum price', async () => {
    const limits = async () =>
      (await market.call<{ limits: { minimum_price: string } | null }>('auctions/own', { auction_id: lot.id }, secret))
        .limits
    await expect.poll(limits, { timeout: startsAt - Date.now() + 60 * SECOND }).not.toBeNull()
    const price = (await limits())!.minimum_price
    const placed = await market.call<{ bid: { price: string }; rank: number }>(
      'bids/place',
      { ...offer, price, final: false },
      secret,
      randomUUID(),
    )
    expect(placed).toMatchObject({ bid: { price: '15050.00' }, rank: 1 })
    await page.goto(`/auctions/condensate/${lot.slug}?bids=all`)
    await expect(page.getByRole('table', { name: t('Auction.history.caption') })).toContainText('15 050,00')
  })

  await test.step('an ended token is refused', async () => {
    await page.goto('/cabinet/info')
    await press(page, t('Programs.endLabel', { name: 'Робот відділу закупівель' }))
    await expect(page.getByText(t('Programs.ended', { name: 'Робот відділу закупівель' }))).toBeVisible()
    const refused = await market
      .call('auctions/own', { auction_id: lot.id }, secret)
      .catch((error: Error) => error.message)
    expect(refused).toContain('"status":401')
  })
  await market.close()
})
