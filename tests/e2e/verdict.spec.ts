import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { type Buyer, openMarket } from '@/tests/e2e/support/market'
import { type Locale, LOCALES } from '@/lib/config/constants'
import { localizePath } from '@/lib/i18n/locales'
import { expect, test } from '@/tests/e2e/support/test'
import { openTrader, signInOnPage, type Trader } from '@/tests/e2e/support/trader'

const SECOND = 1_000
/** The minimum: enough to apply and be confirmed through the API, and to open the page. */
const BEFORE_START = 9 * SECOND
/** The minimum: five bids, each read in three languages at two widths. `hardEndAt` prevents extensions. */
const RUNS = 40 * SECOND

type InThree = Record<Locale, string>

const NARROW = { width: 375, height: 760 }
const WIDE = { width: 1800, height: 1000 }

test('a trader is leading, outbid, back in, partly allocated and a winner, in three languages', async ({ browser }) => {
  test.setTimeout(400 * SECOND)
  const signInStarted = Date.now()
  const market = openMarket()
  const [ownBuyer, first, second] = (await market.buyers(3)) as [Buyer, Buyer, Buyer]
  const staff = await market.staffToken()
  // The trader has three screens, one in each language, and bids at the first.
  const screens = await Promise.all(LOCALES.map((locale) => openTrader(browser, locale)))
  const [trader] = screens as [Trader, ...Trader[]]
  await Promise.all(screens.map((screen) => signInOnPage(screen, ownBuyer)))
  const [mine, firsts, seconds] = await Promise.all([ownBuyer, first, second].map((buyer) => market.tokenOf(buyer)))
  const manager = `Bearer ${staff}`

  // If signing in was slow, the rest will be slow too.
  const signInTime = Date.now() - signInStarted
  const beforeStart = Math.max(BEFORE_START, 2 * signInTime)
  const runs = Math.max(RUNS, 4 * signInTime)
  const startsAt = Date.now() + beforeStart
  const endsAt = startsAt + runs
  const lot = await market.publishLot(staff, { startsAt, endsAt, hardEndAt: endsAt })
  const bidFields = (price: string, quantity: string) => ({
    auction_id: lot.id,
    price,
    quantity,
    minimum_quantity: '10.000',
  })
  const bid = (token: string | undefined, price: string, quantity: string) =>
    market.call('bids/place', { ...bidFields(price, quantity), final: false }, String(token), randomUUID())
  await Promise.all([
    market.call('auctions/apply', bidFields('15100.00', '90.000'), String(mine)),
    market.call('auctions/apply', bidFields('15050.00', '300.000'), String(firsts)),
    market.call('auctions/apply', bidFields('15000.00', '300.000'), String(seconds)),
  ])
  await market.confirmAll(lot.id, staff)
  await Promise.all(
    screens.map(({ page, locale }) => page.goto(localizePath(`/auctions/condensate/${lot.slug}`, locale))),
  )
  const title = await trader.page.title()

  await test.step('leading: green, with the margin and without a button', async () => {
    const safe = {
      uk: 'Ви отримуєте 90 з 90 т · запас 100 грн/т',
      en: 'You get 90 of 90 t · 100 UAH/t ahead',
      ru: 'Вы получаете 90 из 90 т · запас 100 грн/т',
    }
    await expectVerdict(screens, 'go', safe, beforeStart + 30 * SECOND)
    await expect(placeButton(trader)).toHaveCount(0)
    for (const screen of screens)
      expect(await bar(screen).evaluate(widthsThatBreakUnit), `the unit on one line, ${screen.locale}`).toEqual([])
  })

  await test.step('on a phone the button does not move when the verdict changes', async () => {
    await bid(firsts, '15150.00', '450.000')
    const buttonTops = () =>
      Promise.all(screens.map(async (screen) => (await placeButton(screen).boundingBox())?.y ?? 'no button'))
    for (const screen of screens) {
      await screen.page.setViewportSize(NARROW)
      await expect(bar(screen)).toHaveAttribute('data-verdict', 'wait')
      await screen.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2))
      await expect(placeButton(screen)).toBeInViewport()
      // In the last minutes the clock's label is long; beside the sentence it would squeeze it.
      const sentence = bar(screen).locator(':has(> [data-own]) + p')
      expect(await sentence.evaluate(linesOf), `the sentence's lines, ${screen.locale}`).toBeLessThanOrEqual(2)
    }
    const before = await buttonTops()
    await bid(seconds, '15200.00', '500.000')
    for (const screen of screens) await expect(bar(screen)).toHaveAttribute('data-verdict', 'lose')
    expect(await buttonTops()).toEqual(before)
  })

  await test.step('outbid: red, also in the tab, with the price that wins the volume back on the button', async () => {
    await expectVerdict(screens, 'lose', {
      uk: 'Вашу ставку перебито. Ви отримуєте 0 з 90 т',
      en: 'Outbid. You get 0 of 90 t',
      ru: 'Вашу ставку перебили. Вы получаете 0 из 90 т',
    })
    await expect(placeButton(trader)).toContainText(withAnySpaces('15 250,00'))
    await expect(trader.page).toHaveTitle(`Ставку перебито · ${title}`)
    expect(await trader.page.locator('link[rel~="icon"]').first().getAttribute('href')).toBe('/icon-outbid.svg')
  })

  await test.step('back in: one press of the button and a confirmation are enough', async () => {
    await placeButton(trader).click()
    const dialog = trader.page.getByRole('dialog', { name: trader.t('BidPanel.second.title') })
    await expect(dialog).toContainText(withAnySpaces('15 250,00'))
    await expect(dialog).toContainText(withAnySpaces('1 372 500,00'))
    await dialog.getByRole('button', { name: trader.t('BidPanel.second.confirm') }).click()
    await expect(bar(trader).getByText(trader.t('BidPanel.accepted.title', { time: '' }).trim())).toBeVisible()
    await expectVerdict(screens, 'go', {
      uk: 'Ви отримуєте 90 з 90 т · запас 50 грн/т',
      en: 'You get 90 of 90 t · 50 UAH/t ahead',
      ru: 'Вы получаете 90 из 90 т · запас 50 грн/т',
    })
    await expect(trader.page).toHaveTitle(title)
  })

  await test.step('partly allocated: amber, with the price for the whole volume', async () => {
    await bid(firsts, '15300.00', '450.000')
    await expectVerdict(screens, 'wait', {
      uk: 'Ви отримуєте 50 з 90 т',
      en: 'You get 50 of 90 t',
      ru: 'Вы получаете 50 из 90 т',
    })
    await expect(placeButton(trader)).toContainText(withAnySpaces('15 350,00'))
  })

  await test.step('the offer of a part shows volume, price and total; accepting it needs a confirmation', async () => {
    const panel = trader.page.locator('#bid')
    const accept = panel.getByRole('button', { name: /^Прийняти\s50\sт/ })
    await expect(accept).toBeVisible({ timeout: runs + 180 * SECOND })
    await expect(panel).toContainText(withAnySpaces('15 250,00'))
    await expect(panel).toContainText(withAnySpaces('762 500,00'))
    await accept.click()
    const dialog = trader.page.getByRole('dialog')
    await expect(dialog).toContainText(withAnySpaces('762 500,00'))
    await dialog.getByRole('button', { name: trader.t('BidPanel.partial.acceptConfirm') }).click()
    await expect(accept).toHaveCount(0)
  })

  await test.step('won', async () => {
    for (const step of ['confirm', 'complete'])
      await market.call(`manager/winners/${step}`, { auction_id: lot.id }, manager)
    const won: InThree = {
      uk: 'Ви виграли 50 т за ціною 15 250,00',
      en: 'You won 50 t at 15 250.00',
      ru: 'Вы выиграли 50 т по цене 15 250,00',
    }
    for (const screen of screens) {
      const outcome = screen.page.getByRole('region', { name: screen.t('Outcome.label') })
      for (const size of [NARROW, WIDE]) {
        await screen.page.setViewportSize(size)
        await screen.page.evaluate(() => window.scrollTo(0, 0))
        await expect(outcome).toContainText(withAnySpaces(won[screen.locale]))
        await expect(outcome).toBeInViewport()
      }
      await expect(outcome.getByText(/(?:договір|договор) №|agreement No\./)).toBeVisible()
    }
  })
  await Promise.all(screens.map(({ page }) => page.context().close()))
  await market.close()
})

function bar({ page, t }: Trader): Locator {
  return page.getByRole('region', { name: t('Verdict.label') })
}

function placeButton(trader: Trader): Locator {
  return bar(trader).getByRole('button', { name: new RegExp(`^${trader.t('Verdict.place', { price: '' }).trim()}`) })
}

/** Expects the verdict's tone and sentence to be in view on every screen, at two widths, also after scrolling. */
async function expectVerdict(
  screens: readonly Trader[],
  tone: string,
  sentences: InThree,
  timeout?: number,
): Promise<void> {
  await Promise.all(
    screens.map((screen) => expectVerdictAt(screen, tone, withAnySpaces(sentences[screen.locale]), timeout)),
  )
}

async function expectVerdictAt(trader: Trader, tone: string, sentence: RegExp, timeout?: number): Promise<void> {
  for (const size of [NARROW, WIDE]) {
    await trader.page.setViewportSize(size)
    await expect(bar(trader)).toContainText(sentence, timeout === undefined ? {} : { timeout })
    await expect(bar(trader)).toHaveAttribute('data-verdict', tone)
    // A receipt takes its place for ten seconds.
    for (const own of await bar(trader).locator('[data-own]').all())
      expect(await own.evaluate(linesOf), 'the own bid fits on one line').toBe(1)
    await trader.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2))
    await expect(bar(trader)).toBeInViewport()
  }
}

function linesOf(element: Element): number {
  return Math.round(element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight))
}

/** The widths of the sentence at which its unit, such as UAH/t, is on two lines. */
function widthsThatBreakUnit(region: Element): number[] | 'no unit' {
  const texts = document.createTreeWalker(region, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    const sentence = text.parentElement?.closest('p')
    const unit = /\p{L}+\/\p{L}$/u.exec(text.data)
    if (!unit || !sentence) continue
    const range = document.createRange()
    range.setStart(text, unit.index)
    range.setEnd(text, text.length)
    const broken = Array.from({ length: 300 }, (_, index) => 100 + index).filter((width) => {
      sentence.style.width = `${width}px`
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
    })
    sentence.style.width = ''
    return broken
  }
  return 'no unit'
}

/** Matches a text with any kind of space between its words. */
function withAnySpaces(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s'))
}
