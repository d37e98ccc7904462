import type { APIRequestContext, Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { PRIVACY_POLICY_SLUG, type Locale } from '@/lib/config/constants'
import type { AuctionSummary } from '@/lib/contract/auctions'
import { localizePath } from '@/lib/i18n/locales'
import { matchRoute, ROUTE_NAMES, type RouteName, ROUTES } from '@/lib/i18n/route-names'
import { expectAccessibleInBothThemes, loadAxe } from '@/tests/e2e/support/accessible'
import { oneOfEachState } from '@/tests/e2e/support/demo-auctions'
import { openMarket } from '@/tests/e2e/support/market'
import { expect, watchConsole } from '@/tests/e2e/support/test'
import { foreignWords } from '@/tests/e2e/support/foreign-words'
import { makeAgreement } from '@/tests/support/agreements'

export const MANY_PAGES = 600_000

const WIDTHS = [375, 1200]
/** Values to visit a route's params with. A route is also visited without its optional params. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  auctionType: ['gas', 'condensate'],
  token: ['a-token-of-nobody'],
  year: [],
}

/** A placeholder for the path of the newest item, which only the running portal knows. */
const NEWEST_ITEM = '/news/*'

/** A placeholder for the page of an agreement of the buyer. */
const OWN_AGREEMENT = '/cabinet/agreements/*'

/** Paths that the params alone do not give. */
const PATHS: Partial<Record<RouteName, (auctions: AuctionSummary[]) => string[]>> = {
  'news-slug': () => [NEWEST_ITEM],
  'auctions-auctionType-auctionSlug': (auctions) =>
    auctions.map(({ category, slug }) => `/auctions/${category.slug}/${slug}`),
  'cabinet-agreements-id': () => [OWN_AGREEMENT],
  slug: () => [`/${PRIVACY_POLICY_SLUG}`],
  Page404: () => ['/404', '/auctions/gas/no-such-auction', '/news/no-such-item'],
}
/** Public pages that a buyer sees differently. */
const FOR_BUYERS: RouteName[] = ['index', 'auctions-auctionType-auctionSlug']

/** The paths to visit a route by, without language prefix. */
function pathsOf(name: RouteName, auctions: AuctionSummary[]): string[] {
  return PATHS[name]?.(auctions) ?? examplesOf(name).filter((path) => matchRoute(path).name === name)
}

function examplesOf(name: RouteName): string[] {
  return ROUTES[name].path
    .split('/')
    .filter(Boolean)
    .reduce<string[]>(
      (paths, segment) => {
        const param = /^(\[?)\[(\w+)\]/.exec(segment)
        const values = param === null ? [segment] : (EXAMPLES[param[2] ?? ''] ?? [])
        const longer = paths.flatMap((path) => values.map((value) => `${path}/${value}`))
        return param?.[1] ? [...paths, ...longer] : longer
      },
      [''],
    )
    .map((path) => path || '/')
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
  await visitAll(context, locale, (name) => ROUTES[name].for !== 'cabinet', withoutScripts)
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
  const { email, password, id } = buyer
  await makeAgreement(market.pool, { companyId: id, isInForce: true })
  const signedIn = await request.post('/api/auth/login', { data: { email, password } })
  expect(signedIn.status()).toBe(200)
  await market.close()
}

export function isForBuyers(name: RouteName): boolean {
  return ROUTES[name].for === 'cabinet' || FOR_BUYERS.includes(name)
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
    const isFirst = index === 0 || name === 'auctions-auctionType-auctionSlug'
    const page = isFirst ? pages.first : pages.others
    const response = await page.goto(address)
    expect(response?.status(), `status of ${address}`).toBe(statusOf(name))
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
    if (ROUTES[name].for === 'public' && isFirst)
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
  const agreement = isVisited('cabinet-agreements-id') ? await ownAgreement(request) : ''
  const known: Partial<Record<string, string>> = { [NEWEST_ITEM]: item, [OWN_AGREEMENT]: agreement }
  return ROUTE_NAMES.filter(isVisited).flatMap((name) => {
    const paths = pathsOf(name, auctions)
    if (paths.length === 0) throw new Error(`no example of a path of the route ${name}`)
    return paths.map((path, index) => {
      return { name, index, address: localizePath(known[path] ?? path, locale) }
    })
  })
}

function statusOf(name: RouteName): number {
  return ROUTES[name].for === 'nobody' ? 404 : 200
}

/** Also checks that no two public pages have the same title. */
function expectHead(
  { lang, title, missing, ...indexed }: ReturnType<typeof readHead>,
  page: { name: RouteName; address: string; locale: Locale; titles: Map<string, string> },
): void {
  const { name, address, locale, titles } = page
  expect(lang, address).toBe(locale)
  expect(missing, `awaited by ${address} before it is painted`).toEqual([])
  if (ROUTES[name].for !== 'public') return
  expect(title, `title of ${address}`).not.toBe('')
  expect(titles.get(title), `${address} has the title of`).toBeUndefined()
  titles.set(title, address)
  expect(indexed, address).toEqual({
    description: expect.stringMatching(/\S{3}/),
    canonical: address,
    alternates: ['en', 'ru', 'uk', 'x-default'],
  })
}

/** Reads of a page its language, what it awaits in vain, and what search engines need: its title, description, canonical path and languages. */
function readHead(html: string | null) {
  const root = html === null ? document : new DOMParser().parseFromString(html, 'text/html')
  const head = <T extends Element>(selector: string) => root.head.querySelector<T>(selector)
  const canonical = head<HTMLLinkElement>('link[rel=canonical]')?.href
  const awaited = [...root.querySelectorAll('link[rel=expect]')].map((link) => link.getAttribute('href') ?? '')
  return {
    lang: root.documentElement.lang,
    title: root.title,
    missing: awaited.filter((target) => root.querySelector(target) === null),
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

async function ownAgreement(request: APIRequestContext): Promise<string> {
  const response = await request.post('/api/cabinet/agreements', { data: { limit: 1 } })
  const { data } = (await response.json()) as { data: { list: { id: number }[] } }
  return `/cabinet/agreements/${data.list[0]?.id}`
}

async function newestItem(request: APIRequestContext, locale: Locale): Promise<string> {
  const response = await request.post('/api/news/list', { data: { lang: locale, limit: 1 } })
  const { data } = (await response.json()) as { data: { list: { slug: string }[] } }
  return `/news/${data.list[0]?.slug}`
}
