import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Buyer, openMarketWithTrader } from '@/tests/e2e/support/market'
import { expect, test } from '@/tests/e2e/support/test'
import { figure, type Trader } from '@/tests/e2e/support/trader'
import { kopecksOf } from '@/lib/domain/money'
import { bidsOf } from '@/tests/support/auction-record'

const SECOND = 1_000
/** The person reaches only the first one. */
const CEILING = { reached: '15090.00', raised: '17310.00', other: '18430.00' }
const VOLUME = { order: '200.000', person: '300.000' }
const MINIMUM_VOLUME = '10.000'

test('an automatic bid of a page follows the bids of others, and only its owner sees its ceiling (R10)', async ({
  browser,
}, info) => {
  const began = Date.now()
  const { market, buyer, staff, trader: owner } = await openMarketWithTrader(browser, 'en')
  const { page, t } = owner
  const [rival, person] = (await market.buyers(2)) as [Buyer, Buyer]
  const tokens = await Promise.all([buyer, rival, person].map((each) => market.tokenOf(each)))
  const startsAt = Date.now() + Math.max(10 * SECOND, 3 * (Date.now() - began))
  const endsAt = startsAt + 30 * 60 * SECOND
  const lot = await market.publishLot(staff, { startsAt, endsAt }, { automatic_bids: true, minimum_step: '10.00' })
  const offer = (price: string, quantity: string) => ({
    auction_id: lot.id,
    price,
    quantity,
    minimum_quantity: MINIMUM_VOLUME,
  })
  for (const [index, quantity] of [VOLUME.order, VOLUME.order, VOLUME.person].entries())
    await market.call('auctions/apply', offer('15000.00', quantity), tokens[index]!)
  await market.confirmAll(lot.id, staff)
  const personBids = (price: string) =>
    market.call('bids/place', { ...offer(price, VOLUME.person), final: false }, tokens[2]!, randomUUID())
  const expectServed = async (ceiling: string, timeout?: number) => {
    const shown = ceiling.replace(/(?=\d{3}\.)/, ' ')
    await expect(page.getByText(`The portal bids for you up to ${shown}`)).toBeVisible({ timeout })
    await expect(page.getByText('You get 200 of 200 t')).toBeVisible()
    await expect(page.getByText(`Up to ${shown} for 200 t.`)).toBeVisible()
  }

  await test.step('an order that was placed before the start bids from the start', async () => {
    await page.goto(`/en/auctions/condensate/${lot.slug}`)
    await page.getByRole('checkbox', { name: t('AutomaticBid.offer') }).check()
    await placeOrder(owner, CEILING.reached, 'AutomaticBid.leave')
    const { price: _price, ...order } = offer('', VOLUME.order)
    await market.call('bids/automatic', { ...order, ceiling: CEILING.other }, tokens[1]!, randomUUID())
    await expectServed(CEILING.reached, startsAt - Date.now() + 60 * SECOND)
  })

  await test.step('its owner raises the reached ceiling, and a person continues to bid', async () => {
    await personBids('15100.00')
    await expect(page.getByText(/^Your ceiling of .* is reached/)).toBeVisible()
    await page.getByRole('button', { name: t('AutomaticBid.change'), exact: true }).click()
    await placeOrder(owner, CEILING.raised, 'AutomaticBid.replace')
    await expectServed(CEILING.raised)
    await personBids('15130.00')
    await expectServed(CEILING.raised)
    await page.screenshot({ path: info.outputPath('serving.png'), fullPage: true })
  })

  await test.step('the list of own bids marks automatic ones', async () => {
    const bids = (await bidsOf(market.pool, lot.id)).filter(({ participant }) => participant === 1)
    expect(new Set(bids.map(({ automatic }) => automatic)).size).toBe(2)
    await page.goto(`${new URL(page.url()).pathname}?bids=all`)
    const table = page.getByRole('table', { name: t('Auction.history.caption') })
    await expect(table.getByRole('row')).toHaveCount(bids.length + 1)
    expect(await historyIn(table, t('Auction.history.automatic'))).toEqual(
      bids.map(({ seq, participant, price, automatic }) => [seq, participant, price, automatic]).toReversed(),
    )
  })

  await test.step('a ceiling was sent only to its owner', async () => {
    const byOffice = ['applications/list', 'bids/list', 'bids/ranking'].map((list) =>
      market.call(`manager/${list}`, { auction_id: lot.id }, `Bearer ${staff}`),
    )
    const byPerson = [
      market.call('auctions/own', { auction_id: lot.id }, tokens[2]!),
      market.call('auctions/get', { id: lot.id }, tokens[2]!),
    ]
    const sent = JSON.stringify(await Promise.all([...byOffice, ...byPerson]))
    const own =
      (await page.content()) + JSON.stringify(await market.call('auctions/own', { auction_id: lot.id }, tokens[0]!))
    for (const [ceiling, isOwn] of [
      [CEILING.raised, true],
      [CEILING.other, false],
    ] as const) {
      const printed = new RegExp(
        `${figure(ceiling, 'en').source.replace('\\s', '[\\s,.]?').replace('\\.', '[.,]')}|\\b${kopecksOf(ceiling)}\\b`,
      )
      expect(sent).not.toMatch(printed)
      expect(printed.test(own), ceiling).toBe(isOwn)
    }
  })
  await page.context().close()
  await market.close()
})

/** Fills in the form of an order and confirms its dialog, which warns about several orders. */
async function placeOrder({ page, t }: Trader, ceiling: string, button: 'AutomaticBid.leave' | 'AutomaticBid.replace') {
  await page.getByRole('textbox', { name: /^Ceiling/ }).fill(ceiling)
  await page.getByRole('button', { name: t(button), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('AutomaticBid.dialogTitle') })
  await expect(dialog).toContainText(t('AutomaticBid.meeting'))
  await dialog.getByRole('button', { name: t('AutomaticBid.dialogConfirm') }).click()
  await expect(dialog).toBeHidden()
}

/** The number, participant, price in kopecks and automatic mark of each row. */
function historyIn(table: ReturnType<Page['getByRole']>, automatic: string) {
  return table.locator('tbody tr').evaluateAll(
    (rows, mark) =>
      rows.map((row) => {
        const [seq = '', , participant = '', price = ''] = [...row.querySelectorAll('td')].map((cell) => cell.innerText)
        return [
          Number(seq),
          Number(/\d+/.exec(participant)?.[0]),
          Number(price.replace(/\D/g, '')),
          participant.includes(mark),
        ]
      }),
    automatic,
  )
}
