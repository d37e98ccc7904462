import { chromium, type Page } from '@playwright/test'
import { auctionPath } from '@/lib/i18n/route-names'
import { oneOfEachState } from './support/demo-auctions'
import { openMarket } from './support/market'
import { expect, test, watchConsole } from './support/test'

/** 145 characters, as long as lots' names get. */
const LONG_TITLE =
  'Конденсат газовий стабільний, установка комплексної підготовки газу «Південна», відвантаження автомобільним транспортом партіями не менше 25 тонн'
const HOUR = 60 * 60 * 1000

test('pages fit a phone with text at 200 %, and break no word of a heading', async ({ request }, info) => {
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  if (buyer === undefined) throw new Error('no buyer')
  const startsAt = Date.now() + 48 * HOUR
  const lot = await market.publishLot(
    await market.staffToken(),
    { startsAt, endsAt: startsAt + HOUR },
    { title: LONG_TITLE },
  )
  const authorization = await market.tokenOf(buyer)
  const applied = { auction_id: lot.id, price: '15000.00', quantity: '300.000', minimum_quantity: '100.000' }
  await market.call('auctions/apply', applied, authorization)
  await market.close()

  const { launchOptions } = info.project.use
  // The browser's own setting: a style of the page would leave the breakpoints, which are in rem, as they are.
  const args = [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32']
  const browser = await chromium.launch({ ...launchOptions, args })
  const context = await browser.newContext({
    baseURL: process.env.E2E_BASE_URL,
    viewport: { width: 375, height: 800 },
    locale: 'uk-UA',
  })
  watchConsole(context)
  const page = await context.newPage()
  const auctions = (await oneOfEachState(request)).flatMap((auction) => [
    auctionPath(auction, 'uk'),
    auctionPath(auction, 'en'),
  ])
  const publicPages = [
    '/',
    '/shop',
    '/register',
    '/ru/register',
    '/ru/auctions/gasSubPage',
    '/ru/auctions/how-does-work',
    '/auctions/rules-auctions',
    '/en/auctions/rules-auctions',
    '/auctions/condensate/results-past-auctions',
    '/en/auctions/results-past-auctions',
    ...auctions,
  ]
  for (const path of publicPages) {
    await page.goto(path)
    expect(await faultsOf(page), path).toEqual([])
  }

  await context.request.post('/api/auth/login', { data: { email: buyer.email, password: buyer.password } })
  for (const path of [
    `/auctions/condensate/${lot.slug}`,
    '/cabinet?view=history',
    '/cabinet/documents',
    '/cabinet/company',
    '/cabinet/info',
  ]) {
    await page.goto(path)
    await page.locator('html[data-route]').waitFor({ state: 'attached' })
    expect(await faultsOf(page), path).toEqual([])
  }
  await browser.close()
})

/** Elements beyond the screen's edge, that of their card or that of their chart, and words of headings that are broken over two lines. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    const faults: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      const beyond = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth + 1,
      )
      faults.push(`the page is ${scrollWidth - clientWidth} px too wide: ${beyond.at(-1)?.outerHTML.slice(0, 200)}`)
    }
    for (const card of document.querySelectorAll('article, section'))
      // A strip of figures hides the last line between them.
      if (getComputedStyle(card).overflowX === 'hidden' && card.scrollWidth > card.clientWidth + 1)
        faults.push(`${card.scrollWidth - card.clientWidth} px cut: ${card.textContent.slice(0, 40)}`)
    for (const label of document.querySelectorAll('[role=img] span')) {
      if (!/^\d\d:\d\d/.test(label.textContent)) continue
      const box = label.getBoundingClientRect()
      const axis = label.parentElement?.getBoundingClientRect()
      if (box.width > 0 && axis && (box.left < axis.left - 1 || box.right > axis.right + 1))
        faults.push(`beyond its chart: ${label.textContent}`)
    }
    for (const heading of document.querySelectorAll('h1, h2, h3')) {
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode() as Text | null; node !== null; node = texts.nextNode() as Text | null)
        for (const { 0: word, index } of node.data.matchAll(/\p{L}+/gu)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) faults.push(`broken: ${word}`)
        }
    }
    return faults
  })
}
