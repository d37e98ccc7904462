import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { LOCALES, PRIVACY_POLICY_SLUG, type Locale } from '@/lib/config/constants'
import type { AuctionSummary } from '@/lib/contract/auctions'
import { localizePath } from '@/lib/i18n/locales'
import { ROUTES, type RouteName } from '@/lib/i18n/route-names'
import { expectAccessibleInBothThemes, loadAxe } from '@/tests/e2e/support/accessible'
import { oneOfEachState } from '@/tests/e2e/support/demo-auctions'
import { openMarket } from '@/tests/e2e/support/market'
import { expect, test, watchConsole } from '@/tests/e2e/support/test'
import { foreignWords } from '@/tests/e2e/support/foreign-words'

const WIDTHS = [375, 1200]
const MANY_PAGES = 600_000

/** How to visit a route: its paths without language prefix and its audience. */
interface Visit {
  paths: (auctions: AuctionSummary[]) => string[]
  /** `public`: everyone and search engines. `guest`: signed-out visitors. `cabinet`: signed-in buyers. */
  for: 'public' | 'guest' | 'cabinet' | 'nobody'
}

const PRODUCTS = ['gas', 'condensate']
const everyProduct = (page: string) => () =>
  ['', ...PRODUCTS.map((product) => `/${product}`)].map((product) => `/auctions${product}/${page}`)
const only =
  (...paths: string[]) =>
  () =>
    paths

/** Public pages that a buyer sees differently, each in one of the languages. */
const FOR_BUYERS: RouteName[] = ['index', 'auctions-auctionType-auctionSlug']

/** A missing route does not compile. */
const VISITS: Record<RouteName, Visit> = {
  index: { for: 'public', paths: only('/') },
  cabinet: { for: 'cabinet', paths: only('/cabinet') },
  'cabinet-agreements': { for: 'cabinet', paths: only('/cabinet/agreements') },
  'cabinet-documents': { for: 'cabinet', paths: only('/cabinet/documents') },
  'cabinet-feedbackform': { for: 'cabinet', paths: only('/cabinet/feedbackform') },
  'cabinet-info': { for: 'cabinet', paths: only('/cabinet/info') },
  'cabinet-people': { for: 'cabinet', paths: only('/cabinet/people') },
  news: { for: 'public', paths: only('/news') },
  'news-slug': { for: 'public', paths: only('/news/*') },
  'password-reset': { for: 'guest', paths: only('/password-reset') },
  'password-reset-token': { for: 'guest', paths: only('/password-reset/token/a-token-of-nobody') },
  register: { for: 'guest', paths: only('/register') },
  shop: { for: 'public', paths: only('/shop') },
  'user-login': { for: 'guest', paths: only('/user-login') },
  'profile-user-email-confirm-token': {
    for: 'guest',
    paths: only('/profile/user-email-confirm/token', '/profile/user-email-confirm/token/a-token-of-nobody'),
  },
  'user-email-confirm-token': {
    for: 'guest',
    paths: only('/user-email-confirm/token', '/user-email-confirm/token/a-token-of-nobody'),
  },
  'invitation-token': { for: 'guest', paths: only('/invitation/a-token-of-nobody') },
  'unsubscribe-token': { for: 'guest', paths: only('/unsubscribe/a-token-of-nobody') },
  'subscription-token': { for: 'guest', paths: only('/subscription/a-token-of-nobody') },
  'auctions-gas': { for: 'public', paths: only('/auctions/gas') },
  'auctions-auctionType-certificates': { for: 'public', paths: everyProduct('certificates') },
  'auctions-auctionType-gasSubPage': { for: 'public', paths: everyProduct('gasSubPage') },
  'auctions-auctionType-how-does-work': { for: 'public', paths: everyProduct('how-does-work') },
  'auctions-auctionType-results-past-auctions': { for: 'public', paths: everyProduct('results-past-auctions') },
  'auctions-auctionType-rules-auctions': { for: 'public', paths: everyProduct('rules-auctions') },
  'auctions-auctionType': { for: 'public', paths: only('/auctions/condensate') },
  'auctions-auctionType-auctionSlug': {
    for: 'public',
    paths: (auctions) => auctions.map(({ category, slug }) => `/auctions/${category.slug}/${slug}`),
  },
  Page404: { for: 'nobody', paths: only('/404', '/auctions/gas/no-such-auction', '/news/no-such-item') },
  error: { for: 'nobody', paths: only('/error') },
  slug: { for: 'public', paths: only(`/${PRIVACY_POLICY_SLUG}`) },
}

test.describe.configure({ mode: 'parallel' })

for (const locale of LOCALES) {
  test(`every page is complete for a visitor, ${locale}`, async ({ browser }) => {
    test.setTimeout(MANY_PAGES)
    const context = await openContext(browser)
    const withoutScripts = await openContext(browser, { javaScriptEnabled: false })
    await visitAll(context, locale, (name) => VISITS[name].for !== 'cabinet', withoutScripts)
    await context.close()
    await withoutScripts.close()
  })

  test(`a buyer’s pages are complete, ${locale}`, async ({ browser }) => {
    test.setTimeout(MANY_PAGES)
    const market = openMarket()
    const context = await openContext(browser)
    const [buyer] = await market.buyers(1)
    if (buyer === undefined) throw new Error('no buyer')
    const signedIn = await context.request.post('/api/auth/login', {
      data: { email: buyer.email, password: buyer.password },
    })
    expect(signedIn.status()).toBe(200)
    await visitAll(
      context,
      locale,
      (name, hasTurn) => VISITS[name].for === 'cabinet' || (hasTurn && FOR_BUYERS.includes(name)),
    )
    await context.close()
    await market.close()
  })
}

test('the cabinet redirects a visitor to sign in', async ({ request }) => {
  for (const locale of LOCALES)
    for (const name of Object.keys(ROUTES) as RouteName[]) {
      if (VISITS[name].for !== 'cabinet') continue
      const wanted = localizePath(ROUTES[name], locale)
      const response = await request.get(wanted, { maxRedirects: 0 })
      expect(response.status(), wanted).toBe(307)
      const address = new URL(response.headers().location ?? '', 'http://portal.test')
      expect(address.pathname, wanted).toBe(localizePath('/user-login', locale))
      expect([...address.searchParams.values()], wanted).toContain(wanted)
    }
})

async function openContext(
  browser: import('@playwright/test').Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: process.env.E2E_BASE_URL,
    viewport: { width: 1200, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  })
  watchConsole(context)
  return context
}

/**
 * Visits pages in a language at each width. axe's findings depend on the components and the theme, so it inspects one page
 * of each route and every state of an auction, in one of the languages and at one of the widths in turn. A page's scripts
 * are the same in all languages, so they run in that language only if there is a context without scripts.
 */
async function visitAll(
  context: BrowserContext,
  locale: Locale,
  isVisited: (name: RouteName, hasTurn: boolean) => boolean,
  withoutScripts = context,
): Promise<void> {
  let turn = -1
  await loadAxe(context)
  const pages = { inTurn: await context.newPage(), others: await withoutScripts.newPage() }
  const auctions = await oneOfEachState(context.request)
  const titles = new Map<string, string>()
  for (const name of Object.keys(VISITS) as RouteName[]) {
    const visit = VISITS[name]
    for (const [index, path] of visit.paths(auctions).entries()) {
      turn += 1
      const hasTurn = turn % LOCALES.length === LOCALES.indexOf(locale)
      if (!isVisited(name, hasTurn)) continue
      const page = hasTurn ? pages.inTurn : pages.others
      const address = localizePath(path === '/news/*' ? await newestItem(page, locale) : path, locale)
      const response = await page.goto(address)
      expect(response?.status(), `status of ${address}`).toBe(visit.for === 'nobody' ? 404 : 200)
      await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
      if (visit.for === 'public' && hasTurn)
        await expect(page.locator('html'), address).toHaveAttribute('data-route', /./)
      const { lang, title, ...indexed } = await page.evaluate(readHead)
      expect(lang, address).toBe(locale)
      if (visit.for === 'public') {
        expect(title, `title of ${address}`).not.toBe('')
        expect(titles.get(title), `${address} has the title of`).toBeUndefined()
        titles.set(title, address)
        expect(indexed, address).toEqual({
          description: expect.stringMatching(/\S{3}/),
          canonical: address,
          alternates: ['en', 'ru', 'uk', 'x-default'],
        })
      }
      expect(await foreignWords(page, locale), `untranslated on ${address}`).toEqual([])
      // Starts with the width of the page before, to change it once.
      for (const width of turn % 2 === 0 ? WIDTHS : WIDTHS.toReversed()) await expectFits(page, address, width)
      if (hasTurn && (index === 0 || name === 'auctions-auctionType-auctionSlug')) {
        const width = WIDTHS[turn % WIDTHS.length] as number
        await page.setViewportSize({ width, height: 900 })
        await expectAccessibleInBothThemes(page, `${address} at ${width} px`)
      }
    }
  }
}

/** Reads the language of a page and what search engines need: its title, description, canonical path and languages. */
function readHead() {
  const head = <T extends Element>(selector: string) => document.head.querySelector<T>(selector)
  const canonical = head<HTMLLinkElement>('link[rel=canonical]')?.href
  return {
    lang: document.documentElement.lang,
    title: document.title,
    description: head<HTMLMetaElement>('meta[name=description]')?.content,
    canonical: canonical === undefined ? undefined : new URL(canonical).pathname,
    alternates: [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=alternate][hreflang]')]
      .map(({ hreflang }) => hreflang)
      .sort(),
  }
}

async function expectFits(page: Page, address: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  const { tooWide, cut, moving } = await page.evaluate(measureFit)
  expect(tooWide, `${address} is wider than ${width} px`).toBeLessThanOrEqual(0)
  expect(cut, `cut off on ${address} at ${width} px`).toEqual([])
  // With reduced motion nothing may still be moving after a change of width.
  expect(moving, `in motion on ${address} at ${width} px`).toEqual([])
}

/**
 * Measures how a page fits its window. `cut`: texts that are cut off without an ellipsis or scrolling; `moving`:
 * properties in transition.
 */
function measureFit(): { tooWide: number; cut: string[]; moving: string[] } {
  const cut: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>(
    'a, button, summary, h1, h2, h3, p, span, dt, dd, th, td',
  )) {
    const { overflowX, textOverflow } = getComputedStyle(element)
    if (!['hidden', 'clip'].includes(overflowX) || textOverflow === 'ellipsis') continue
    // Visually hidden elements are one pixel wide.
    if (element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1) cut.push(element.innerText)
  }
  const moving = document
    .getAnimations()
    .flatMap((one) => (one instanceof CSSTransition ? [one.transitionProperty] : []))
  return { tooWide: document.documentElement.scrollWidth - window.innerWidth, cut, moving }
}

async function newestItem(page: Page, locale: Locale): Promise<string> {
  const response = await page.request.post('/api/news/list', { data: { lang: locale, limit: 1 } })
  const { data } = (await response.json()) as { data: { list: { slug: string }[] } }
  return `/news/${data.list[0]?.slug}`
}
