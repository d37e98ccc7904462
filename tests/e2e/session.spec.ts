import type { Page } from '@playwright/test'
import type { AuctionSummary } from '@/lib/contract/auctions'
import { type Gateway, openGateway } from '@/tests/e2e/support/gateway'
import { type Buyer, openMarket } from '@/tests/e2e/support/market'
import { type RemoteSite, startRemoteSite } from '@/tests/e2e/support/remote-site'
import { expect, expectOnConsole, test } from '@/tests/e2e/support/test'
import { translatorOf } from '@/tests/e2e/support/translator'

const PROFILE = '/api/auth/user-profile'
/** If one of these calls fails, the page is still shown. */
const SECTIONS = ['/api/auctions/results', '/api/auction-categories/list', '/api/menu/get-by-ids', '/api/settings/all']
const HOME_SECTIONS = ['/api/auctions/list', '/api/pages/auction-page']
const ACCOUNT_SECTIONS = [
  '/api/auth/sessions/list',
  '/api/profile/notifications',
  '/api/profile/two-factor/status',
  '/api/profile/deletion/status',
]
const t = translatorOf('en')
/** A site without a database, whose API is the portal of the other tests. The gateway can make its calls fail one by one. */
let gateway: Gateway
let site: RemoteSite
let buyer: Buyer

test.beforeAll(async () => {
  gateway = await openGateway(process.env.E2E_BASE_URL as string)
  site = await startRemoteSite(gateway.url)
  const market = openMarket()
  ;[buyer] = (await market.buyers(1)) as [Buyer]
  await market.close()
})

test.afterAll(async () => {
  await site.stop()
  await gateway.close()
})

test.afterEach(() => {
  for (const path of [PROFILE, ...SECTIONS, ...ACCOUNT_SECTIONS, ...HOME_SECTIONS]) gateway.fail(path, null)
})

test('the profile is fetched once per visit, on whatever page the visit starts', async ({ page }) => {
  await signIn(page)
  gateway.calls(PROFILE)
  await page.goto(`${site.origin}/en/cabinet`)
  await expect(page.locator('header details').filter({ hasText: buyer.email })).toBeVisible()
  for (const [link, heading] of [
    ['Header.cabinetAgreements', 'Cabinet.agreements.title'],
    ['Header.cabinetInfo', 'Cabinet.info.title'],
  ] as const) {
    await page
      .getByRole('link', { name: t(link), exact: true })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: t(heading) })).toBeVisible()
  }
  await expect(page.getByText(buyer.email).last()).toBeVisible()
  expect(gateway.calls(PROFILE)).toBe(1)

  const profileAnswered = page.waitForResponse((response) => response.url().endsWith(PROFILE))
  await page.goto(`${site.origin}/en/news`)
  await profileAnswered
  await page
    .getByRole('link', { name: t('Header.cabinet'), exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: t('Cabinet.auctions.title') })).toBeVisible()
  await expect(page.locator('header details').filter({ hasText: buyer.email })).toBeVisible()
  expect(gateway.calls(PROFILE)).toBe(1)
})

test('a refused session is cleared on a public page, and the icon links to the sign-in page', async ({
  page,
  context,
}) => {
  await signIn(page)
  gateway.fail(PROFILE, 500)
  expectOnConsole(/status of 500/)
  const cleared = page.waitForResponse((response) => response.url().endsWith('/internal/session/forget'))
  await page.goto(`${site.origin}/en/news`)
  await cleared
  await expect(page.getByRole('link', { name: t('Header.login'), exact: true }).first()).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('accessToken')
})

test('a silent API signs no one out: pages report the outage and recover automatically', async ({ page, context }) => {
  await signIn(page)
  // On a slow machine the page may be rendered again just before the API answers.
  expectOnConsole(/React error #441/)
  gateway.fail(PROFILE, 503)
  await page.goto(`${site.origin}/en/news`)
  await expect(page.getByText(t('ErrorPage.outage'))).toBeVisible()
  await expect(page.getByRole('link', { name: t('Header.cabinet'), exact: true }).first()).toBeVisible()

  const answer = await page.goto(`${site.origin}/en/cabinet`)
  expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, '5'])
  await expect(page.getByText('503', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: t('ErrorPage.notFoundHeading') })).toBeVisible()
  await expect(page.getByText(t('ErrorPage.notFoundText'))).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-route', 'error___en')
  expect((await context.cookies()).map(({ name }) => name)).toContain('accessToken')
  gateway.fail(PROFILE, null)
  await expect(page.getByRole('heading', { level: 1, name: t('Cabinet.auctions.title') })).toBeVisible({
    timeout: 40_000,
  })
})

test('a section that fails is replaced by a note; the rest of the page stays', async ({ page }) => {
  for (const path of SECTIONS) gateway.fail(path, 500)
  for (const path of ['/ru', '/ru/auctions/results-past-auctions', '/ru/auctions/gas']) {
    // On a busy machine one API call may time out, and the page answers 503.
    await expect(async () => {
      const answer = await page.goto(`${site.origin}${path}`)
      expect([path, answer?.status()]).toEqual([path, 200])
    }).toPass()
    await expect(page.getByText(translatorOf('ru')('ErrorPage.sectionFailed')).first()).toBeVisible()
  }
  expect((await page.goto(`${site.origin}/ru/user-login`))?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: translatorOf('ru')('Login.title') })).toBeVisible()
  await page.goto(`${site.origin}/ru/auctions/gas`)
  for (const path of SECTIONS) gateway.fail(path, null)
  await expect(page.getByText(translatorOf('ru')('ErrorPage.sectionFailed'))).toHaveCount(0, { timeout: 40_000 })
})

test('home without auctions, and personal data without sections, are shown and recover automatically', async ({
  page,
}) => {
  for (const path of HOME_SECTIONS) gateway.fail(path, 500)
  expect((await page.goto(site.origin))?.status()).toBe(200)
  await expect(page.getByText(translatorOf('uk')('ErrorPage.sectionFailed')).first()).toBeVisible()
  await expect(page.getByText(translatorOf('uk')('Home.empty'))).toHaveCount(0)

  await signIn(page)
  for (const path of ACCOUNT_SECTIONS) gateway.fail(path, 500)
  expect((await page.goto(`${site.origin}/en/cabinet/info`))?.status()).toBe(200)
  await expect(page.getByText(buyer.email).last()).toBeVisible()
  await expect(page.getByText(t('ErrorPage.sectionFailed'))).toHaveCount(ACCOUNT_SECTIONS.length)
  for (const path of ACCOUNT_SECTIONS) gateway.fail(path, null)
  await expect(page.getByText(t('ErrorPage.sectionFailed'))).toHaveCount(0, { timeout: 40_000 })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the error page, the menu of narrow screens, the language links and signing out work', async ({
    page,
    context,
  }) => {
    await signInOnPage(page)
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto(`${site.origin}/en/news?year=2026`)
    await page.locator(`summary[aria-label="${t('Header.burger')}"]`).click()
    await expect(
      page
        .getByRole('navigation', { name: t('Header.mainMenu') })
        .getByRole('link')
        .first(),
    ).toBeVisible()
    for (const link of await page.locator('a[hreflang="ru"]').all())
      await expect(link).toHaveAttribute('href', '/ru/news?year=2026')

    gateway.fail(PROFILE, 503)
    expect((await page.goto(`${site.origin}/en/cabinet`))?.status()).toBe(503)
    await expect(page.getByRole('link', { name: t('ErrorPage.retry') })).toBeVisible()
    gateway.fail(PROFILE, null)

    await page.goto(`${site.origin}/en/cabinet`)
    await page.locator('header details').filter({ hasText: buyer.email }).first().locator('summary').click()
    await page
      .locator('header details')
      .filter({ hasText: buyer.email })
      .first()
      .getByRole('button', { name: t('Header.logout') })
      .click()
    await expect(page).toHaveURL(`${site.origin}/en/user-login`)
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('accessToken')
  })
})

test('pages come from the API of another host; the site has neither a database nor a back office', async ({
  page,
  request,
}) => {
  const listed = await request.post(`${site.origin}/api/auctions/list`, { data: { states: ['running'] } })
  const { data } = (await listed.json()) as { data: { list: AuctionSummary[] } }
  const running = data.list[0] as AuctionSummary
  await page.goto(`${site.origin}/auctions/${running.category.slug}/${running.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(running.title)
  await expect(page.getByText(translatorOf('uk')('Auction.ladder.title'))).toBeVisible()
  expect((await request.get(`${site.origin}/admin`)).status()).toBe(404)
  expect((await request.get(`${site.origin}/cms-api/staff/me`)).status()).toBe(404)
})

test('a buyer signs in and gets a cookie for this site; requests from foreign pages are refused', async ({
  page,
  request,
}) => {
  await page.goto(`${site.origin}/en/user-login`)
  await page.getByLabel(t('Login.email')).fill(buyer.email)
  await page.getByLabel(t('Login.password'), { exact: true }).fill(buyer.password)
  await page.getByRole('button', { name: t('Login.submit') }).click()
  await expect(page).toHaveURL(`${site.origin}/en/cabinet`)
  await expect(page.getByRole('heading', { level: 1, name: t('Cabinet.auctions.title') })).toBeVisible()
  const token = (await page.context().cookies()).find(({ name }) => name === 'accessToken')
  expect(token).toMatchObject({ httpOnly: true, sameSite: 'Lax', domain: '127.0.0.1' })
  const own = { cookie: `accessToken=${token!.value}`, origin: site.origin, 'content-type': 'application/json' }
  expect((await request.post(`${site.origin}/api/auth/user-profile`, { data: {}, headers: own })).status()).toBe(200)
  const foreign = await request.post(`${site.origin}/api/auth/user-profile`, {
    data: {},
    headers: { ...own, origin: 'http://elsewhere.example' },
  })
  expect(await foreign.json()).toMatchObject({ status: 403, code: 'foreign_origin' })
})

test('the live stream arrives unbuffered', async ({ request }) => {
  const listed = await request.post(`${site.origin}/api/auctions/list`, { data: { states: ['running'] } })
  const { data } = (await listed.json()) as { data: { list: AuctionSummary[] } }
  const stop = new AbortController()
  const response = await fetch(`${site.origin}/api/auctions/${data.list[0]!.id}/events?after=0`, {
    signal: stop.signal,
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('cache-control')).toContain('no-transform')
  const reader = response.body!.getReader()
  // The stream never ends, so its first events arrive only if nothing on the way buffers it.
  const { value } = await reader.read()
  expect(Buffer.from(value!).toString('utf8')).toMatch(/event: (tick|state|bid)/)
  stop.abort()
})

async function signIn({ request }: Page): Promise<void> {
  const { email, password } = buyer
  expect((await request.post(`${site.origin}/api/auth/login`, { data: { email, password } })).status()).toBe(200)
}

async function signInOnPage(page: Page): Promise<void> {
  await page.goto(`${site.origin}/en/user-login`)
  await page.getByLabel(t('Login.email')).fill(buyer.email)
  await page.getByLabel(t('Login.password'), { exact: true }).fill(buyer.password)
  await page.getByRole('button', { name: t('Login.submit'), exact: true }).click()
  await expect(page).toHaveURL(`${site.origin}/en/cabinet`)
  // The address changes before the page is loaded and knows its user.
  await expect(page.getByRole('heading', { level: 1, name: t('Cabinet.auctions.title') })).toBeVisible()
  await expect(page.locator('header details').filter({ hasText: buyer.email }).first()).toBeVisible()
  await page.waitForLoadState('load')
}
