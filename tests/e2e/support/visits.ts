import type { APIRequestContext, Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { PRIVACY_POLICY_SLUG, type Locale } from '@/lib/config/constants'
import type { AuctionSummary } from '@/lib/contract/auctions'
import { localizePath } from '@/lib/i18n/locales'
import { type CabinetRoute, isCabinetRoute, type RouteName, ROUTES } from '@/lib/i18n/route-names'
import { expectAccessibleInBothThemes, loadAxe } from '@/tests/e2e/support/accessible'
import { oneOfEachState } from '@/tests/e2e/support/demo-auctions'
import { openMarket } from '@/tests/e2e/support/market'
import { expect, watchConsole } from '@/tests/e2e/support/test'
import { foreignWords } from '@/tests/e2e/support/foreign-words'

export const MANY_PAGES = 600_000

const WIDTHS = [375, 1200]
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

/** Public pages that a buyer sees differently. */
const FOR_BUYERS: RouteName[] = ['index', 'auctions-auctionType-auctionSlug']

/** The cabinet's pages have no params, so the table of routes says all about them. */
function cabinetVisits(): Record<CabinetRoute, Visit> {
  const routes = (Object.keys(ROUTES) as RouteName[]).filter(isCabinetRoute)
  return Object.fromEntries(
    routes.map((name): [CabinetRoute, Visit] => [name, { for: 'cabinet', paths: only(ROUTES[name]) }]),
  ) as Record<CabinetRoute, Visit>
}

/** A missing route does not compile. */
export const VISITS: Record<RouteName, Visit> = {
  index: { for: 'public', paths: only('/') },
  ...cabinetVisits(),
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

async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: process.env.E2E_BASE_URL,
    viewport: { width: 1200, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  })
  watchConsole(context)
  return context
}

/** Every public page and those of signing in, in a language. */
export async function visitAsGuest(browser: Browser, locale: Locale): Promise<void> {
  const context = await openContext(browser)
  const withoutScripts = await openContext(browser, { javaScriptEnabled: false })
  await visitAll(context, locale, (name) => VISITS[name].for !== 'cabinet', withoutScripts)
  await context.close()
  await withoutScripts.close()
}

/** Every page of the cabinet, and the public pages that a buyer sees differently. */
export async function visitAsBuyer(browser: Browser, locale: Locale): Promise<void> {
  const context = await openContext(browser)
  await signIn(context.request)
  await visitAll(context, locale, isForBuyers)
  await context.close()
}

export async function signIn(request: APIRequestContext): Promise<void> {
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  if (buyer === undefined) throw new Error('no buyer')
  const { email, password } = buyer
  const signedIn = await request.post('/api/auth/login', { data: { email, password } })
  expect(signedIn.status()).toBe(200)
  await market.close()
}

export function isForBuyers(name: RouteName): boolean {
  return VISITS[name].for === 'cabinet' || FOR_BUYERS.includes(name)
}

/**
 * Visits pages in a language at each width. axe's findings depend on the components and the theme, so it inspects one page
 * of each route and every state of an auction. A page's scripts are the same for all pages of a route, so they run for
 * that page only if there is a context without scripts.
 */
async function visitAll(
  context: BrowserContext,
  locale: Locale,
  isVisited: (name: RouteName) => boolean,
  withoutScripts = context,
): Promise<void> {
  let turn = -1
  await loadAxe(context)
  const pages = { first: await context.newPage(), others: await withoutScripts.newPage() }
  const titles = new Map<string, string>()
  for (const { name, index, address } of await addressesOf(context.request, locale, isVisited)) {
    turn += 1
    const visit = VISITS[name]
    const isFirst = index === 0 || name === 'auctions-auctionType-auctionSlug'
    const page = isFirst ? pages.first : pages.others
    const response = await page.goto(address)
    expect(response?.status(), `status of ${address}`).toBe(statusOf(name))
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
    if (visit.for === 'public' && isFirst)
      await expect(page.locator('html'), address).toHaveAttribute('data-route', /./)
    expectHead(await page.evaluate(readHead, null), { name, address, locale, titles })
    expect(await foreignWords(page, locale), `untranslated on ${address}`).toEqual([])
    // Starts with the width of the page before, to change it once.
    for (const width of turn % 2 === 0 ? WIDTHS : WIDTHS.toReversed()) await expectFits(page, address, width)
    if (isFirst) {
      const width = WIDTHS[turn % WIDTHS.length] as number
      await page.setViewportSize({ width, height: 900 })
      await expectAccessibleInBothThemes(page, `${address} at ${width} px`)
    }
  }
}

/**
 * Reads the HTML of pages in a language without showing them: status, head and words.
 *
 * @param page only parses the HTML
 */
export async function readAll(page: Page, locale: Locale, isVisited: (name: RouteName) => boolean): Promise<void> {
  const titles = new Map<string, string>()
  for (const { name, address } of await addressesOf(page.request, locale, isVisited)) {
    const response = await page.request.get(address)
    expect(response.status(), `status of ${address}`).toBe(statusOf(name))
    const html = await response.text()
    expectHead(await page.evaluate(readHead, html), { name, address, locale, titles })
    expect(await foreignWords(page, locale, html), `untranslated on ${address}`).toEqual([])
  }
}

async function addressesOf(request: APIRequestContext, locale: Locale, isVisited: (name: RouteName) => boolean) {
  const auctions = await oneOfEachState(request)
  const item = await newestItem(request, locale)
  return (Object.keys(VISITS) as RouteName[]).filter(isVisited).flatMap((name) =>
    VISITS[name].paths(auctions).map((path, index) => {
      return { name, index, address: localizePath(path === '/news/*' ? item : path, locale) }
    }),
  )
}

function statusOf(name: RouteName): number {
  return VISITS[name].for === 'nobody' ? 404 : 200
}

/** Also checks that no two public pages have the same title. */
function expectHead(
  { lang, title, ...indexed }: ReturnType<typeof readHead>,
  page: { name: RouteName; address: string; locale: Locale; titles: Map<string, string> },
): void {
  const { name, address, locale, titles } = page
  expect(lang, address).toBe(locale)
  if (VISITS[name].for !== 'public') return
  expect(title, `title of ${address}`).not.toBe('')
  expect(titles.get(title), `${address} has the title of`).toBeUndefined()
  titles.set(title, address)
  expect(indexed, address).toEqual({
    description: expect.stringMatching(/\S{3}/),
    canonical: address,
    alternates: ['en', 'ru', 'uk', 'x-default'],
  })
}

/** Reads the language of a page and what search engines need: its title, description, canonical path and languages. */
function readHead(html: string | null) {
  const root = html === null ? document : new DOMParser().parseFromString(html, 'text/html')
  const head = <T extends Element>(selector: string) => root.head.querySelector<T>(selector)
  const canonical = head<HTMLLinkElement>('link[rel=canonical]')?.href
  return {
    lang: root.documentElement.lang,
    title: root.title,
    description: head<HTMLMetaElement>('meta[name=description]')?.content,
    canonical: canonical === undefined ? undefined : new URL(canonical).pathname,
    alternates: [...root.head.querySelectorAll<HTMLLinkElement>('link[rel=alternate][hreflang]')]
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

async function newestItem(request: APIRequestContext, locale: Locale): Promise<string> {
  const response = await request.post('/api/news/list', { data: { lang: locale, limit: 1 } })
  const { data } = (await response.json()) as { data: { list: { slug: string }[] } }
  return `/news/${data.list[0]?.slug}`
}
