import { createHash } from 'node:crypto'
import type { Browser, Locator } from '@playwright/test'
import type { Locale } from '@/lib/config/constants'
import type { Protocol } from '@/lib/contract/protocol'
import { openMarket, type Buyer } from '@/tests/e2e/support/market'
import { completeAuction, confirmApplicationOf, goToConsole, openOffice } from '@/tests/e2e/support/office'
import { expect, test, watchConsole } from '@/tests/e2e/support/test'
import { applyFor, bid, figure, openTrader, pressBid, signIn, type Trader } from '@/tests/e2e/support/trader'

const SECOND = 1_000
/** On a slow machine, four applications and the decisions on them take about this long. */
const BEFORE_START = 90 * SECOND
/** The extension window is as long, so every bid that changes the allocation extends the auction. */
const RUNS = 60 * SECOND

test('one auction, from announcement to protocol', async ({ browser, playwright }) => {
  test.setTimeout(20 * 60 * SECOND)
  const signInStarted = Date.now()
  const market = openMarket()
  const staff = await market.staffToken()
  const [first, second, third, rejected] = (await market.buyers(4)) as [Buyer, Buyer, Buyer, Buyer]
  const uk = await openSignedIn(browser, 'uk', first)
  const en = await openSignedIn(browser, 'en', second)
  const ru = await openSignedIn(browser, 'ru', third)
  const fourth = await openSignedIn(browser, 'uk', rejected)
  const office = await openOffice(browser)

  // If signing in was slow, applying will be slow too.
  const beforeStart = Math.max(BEFORE_START, 6 * (Date.now() - signInStarted))
  const startsAt = Date.now() + beforeStart
  const lot = await market.publishLot(staff, { startsAt, endsAt: startsAt + RUNS })
  const path = `/auctions/condensate/${lot.slug}`

  await test.step('the planned auction can be found from the home page', async () => {
    await uk.page.goto('/')
    await uk.page.goto('/auctions/condensate')
    await uk.page.getByRole('link', { name: lot.titles.uk }).first().click()
    await expect(uk.page.getByRole('heading', { level: 1 })).toContainText(lot.titles.uk)
    await en.page.goto(`/en${path}`)
    await expect(en.page.getByRole('heading', { level: 1 })).toContainText(lot.titles.en)
    await ru.page.goto(`/ru${path}`)
    await expect(ru.page.getByRole('heading', { level: 1 })).toContainText(lot.titles.ru)
    await fourth.page.goto(path)
  })

  await test.step('each buyer applies with one preliminary bid', async () => {
    await applyFor(uk, '15000', '300')
    await applyFor(en, '15050', '150')
    await applyFor(ru, '15100', '200')
    await applyFor(fourth, '15000', '100')
  })

  await test.step('the manager, who sees no prices before the start, confirms three and rejects one', async () => {
    await goToConsole(office, lot.id)
    await expect(office.getByText('Ціну й обсяг приховано до початку')).toHaveCount(4)
    await expect(office.getByText('15 100,00')).toHaveCount(0)
    for (const buyer of [first, second, third]) await confirmApplicationOf(office, buyer.company)
    const reject = office.getByRole('button', { name: 'Відхилити', exact: true })
    await expect(reject).toHaveCount(1)
    await reject.click()
    const dialog = office.getByRole('dialog')
    await dialog.getByLabel('Причина').fill('Немає витягу з державного реєстру')
    await dialog.getByRole('button', { name: 'Відхилити', exact: true }).click()
    await expect(fourth.page.getByText('Немає витягу з державного реєстру')).toBeVisible()
    for (const trader of [uk, en, ru])
      await expect(trader.page.getByText(trader.t('Apply.status.confirmed')).first()).toBeVisible()
  })

  const onlooker = await (await browser.newContext({ baseURL: process.env.E2E_BASE_URL })).newPage()
  watchConsole(onlooker.context())
  await onlooker.goto(`/en${path}`)

  await test.step('all buyers see the start without a reload', async () => {
    for (const trader of [uk, en, ru]) {
      await expect(trader.page.getByRole('button', { name: trader.t('BidPanel.submit') }).first()).toBeVisible({
        timeout: beforeStart,
      })
    }
    await expect(
      ladder(en)
        .getByRole('row')
        .filter({ hasText: figure('15100.00', 'en') }),
    ).toBeVisible()
  })

  await test.step('a visitor sees it too', async () => {
    await expect(onlooker.getByText(en.t('AuctionState.running'), { exact: true }).first()).toBeVisible()
    await expect(onlooker.getByText(figure('15100.00', 'en')).first()).toBeVisible()
    await onlooker.context().close()
  })

  await test.step('refusals name the exact number in the page’s language', async () => {
    // The limits are the buyer’s last price plus one step, and the highest price (15 100.00) plus the maximum step (1 500.00).
    await expectPriceRefused(uk, '15000', figure('15050.00', 'uk'))
    await expectPriceRefused(en, '99000', figure('16600.00', 'en'))
    await expectPriceRefused(ru, '15160', figure('15150.00', 'ru'))
  })

  await test.step('a bid updates everyone’s ladder, notifies the outbid and extends the end', async () => {
    await bid(uk, '15150')
    for (const trader of [en, ru])
      await expect(
        ladder(trader)
          .getByRole('row')
          .filter({ hasText: figure('15150.00', trader.locale) }),
      ).toBeVisible()
    await expect(
      en.page.getByRole('log').filter({ hasText: en.t('Auction.live.outbid', { rank: 3, given: '' }).slice(0, 20) }),
    ).toBeAttached()
    for (const trader of [uk, en, ru]) {
      const extended = trader.t('Verdict.clock.extendedTo', { time: '' }).trim()
      await expect(trader.page.getByText(extended).first()).toBeVisible()
    }
  })

  await test.step('a page that lost its connection catches up', async () => {
    await en.page.context().setOffline(true)
    await bid(ru, '15200')
    await expect(
      ladder(uk)
        .getByRole('row')
        .filter({ hasText: figure('15200.00', 'uk') }),
    ).toBeVisible()
    await expect(
      ladder(en)
        .getByRole('row')
        .filter({ hasText: figure('15200.00', 'en') }),
    ).toHaveCount(0)
    await en.page.context().setOffline(false)
    await expect(
      ladder(en)
        .getByRole('row')
        .filter({ hasText: figure('15200.00', 'en') }),
    ).toBeVisible({ timeout: 30 * SECOND })
  })

  await test.step('a double click places one bid', async () => {
    const before = await market.bidsOf(lot.id)
    // Three steps above the buyer’s last price; a larger increase would ask for confirmation.
    await en.field('price').fill('15200')
    await en.page
      .getByRole('button', { name: en.t('BidPanel.submit') })
      .first()
      .dblclick()
    await expect.poll(() => market.bidsOf(lot.id)).toBe(before + 1)
  })

  await test.step('after its session has ended, the page asks the buyer to sign in again, then sends the bid', async () => {
    await market.signOutEverywhere(third)
    await ru.field('price').fill('15300')
    await pressBid(ru)
    const again = ru.page.getByRole('dialog', { name: ru.t('BidPanel.signIn.title') })
    await again.getByLabel(ru.t('BidPanel.signIn.email')).fill(third.email)
    await again.getByLabel(ru.t('BidPanel.signIn.password')).fill(third.password)
    await again.getByRole('button', { name: ru.t('BidPanel.signIn.submit') }).click()
    await expect(
      ladder(uk)
        .getByRole('row')
        .filter({ hasText: figure('15300.00', 'uk') }),
    ).toBeVisible()
  })

  await test.step('the buyer and the administrator write to each other', async () => {
    await en.page.getByLabel(en.t('Chat.label')).fill('Can we ship on 5 December?')
    await en.page.getByRole('button', { name: en.t('Chat.send') }).click()
    await office.getByRole('button', { name: /Can we ship on 5 December/ }).click()
    await office.getByLabel('Відповідь').fill('Yes, by road.')
    await office.getByRole('button', { name: 'Надіслати', exact: true }).click()
    await expect(en.page.getByText('Yes, by road.')).toBeVisible()
  })

  await test.step('a final bid needs confirmation and closes bidding for its buyer', async () => {
    await uk.field('price').fill('15350')
    await uk.page.getByLabel(uk.t('BidPanel.final')).check()
    await uk.page
      .getByRole('button', { name: uk.t('BidPanel.submit') })
      .first()
      .click()
    const confirmation = uk.page.getByRole('dialog', { name: uk.t('BidPanel.second.title') })
    await expect(confirmation.getByText(uk.t('BidPanel.second.final'))).toBeVisible()
    await confirmation.getByRole('button', { name: uk.t('BidPanel.second.confirm') }).click()
    await expect(uk.page.getByText(uk.t('BidPanel.finalPlaced.title')).first()).toBeVisible()
  })

  await test.step('all buyers see the end', async () => {
    for (const trader of [uk, en, ru]) {
      await expect(trader.page.getByText(trader.t('Outcome.deciding')).first()).toBeVisible({
        timeout: 120 * SECOND,
      })
    }
  })

  await test.step('the winners are confirmed and the auction is completed', async () => {
    // 300 t at 15 350.00 and 200 t at 15 300.00 make up the lot of 500 t: no bidder wins a part, and one wins nothing.
    await completeAuction(office)
    await expect(uk.page.getByRole('heading', { name: uk.t('Auction.result.title') })).toBeVisible()
    await expect(en.page.getByText(en.t('Outcome.lost')).first()).toBeVisible()
  })

  await test.step('anyone can read the result and check the protocol’s chain', async () => {
    const visitor = await playwright.request.newContext({ baseURL: process.env.E2E_BASE_URL })
    const answer = await visitor.post('/api/auctions/protocol', { data: { id: lot.id } })
    const { data } = (await answer.json()) as { data: Protocol }
    expect(data.auction.result).toMatchObject({
      participants: 3,
      winners: 2,
      volume_sold: '500.000',
      final_price: '15350.00',
      average_price: '15330.00',
    })
    let previous = '0'.repeat(64)
    for (const [index, entry] of data.entries.entries()) {
      expect(entry).toMatchObject({ seq: index + 1, previous_hash: previous })
      previous = createHash('sha256').update(`${previous}\n${entry.body}`).digest('hex')
      expect(entry.hash).toBe(previous)
    }
    expect(data.head_hash).toBe(previous)
    expect(JSON.stringify(data)).not.toContain(first.email)
    const pdf = await visitor.get(`/storage/files/protocol-${data.auction.number}.pdf`)
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    await visitor.dispose()
    await uk.page.goto('/cabinet/agreements')
    await expect(uk.page.getByText(lot.titles.uk).first()).toBeVisible()
  })
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

function ladder({ page, t }: Trader): Locator {
  return page
    .getByRole('region', { name: t('Auction.ladder.title') })
    .or(page.getByRole('table', { name: t('Auction.ladder.caption') }))
    .first()
}
