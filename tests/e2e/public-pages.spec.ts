import type { Page } from '@playwright/test'
import { PRIVACY_POLICY_SLUG } from '@/lib/config/constants'
import { auctionPath } from '@/lib/i18n/route-names'
import { oneOfEachState } from '@/tests/e2e/support/demo-auctions'
import { openOffice } from '@/tests/e2e/support/office'
import { type Buyer, openMarket } from '@/tests/e2e/support/market'
import { expectAccessibleInBothThemes, loadAxe } from '@/tests/e2e/support/accessible'
import { translatorOf } from '@/tests/e2e/support/translator'
import { expect, test } from '@/tests/e2e/support/test'

async function statusOf(page: Page, path: string): Promise<number> {
  return (await page.request.get(path, { maxRedirects: 0 })).status()
}

test('unknown addresses show a not-found page in their language, even without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of ['/en/nowhere', '/en/news/nothing', '/en/auctions/oil', '/en/a/b/c', '/en/404']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('main').getByText('404', { exact: true })).toBeVisible()
    await expect(page.getByText('This page could not be found')).toBeVisible()
    await expect(page).toHaveTitle(/^404/)
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/en')
    await expect(page.locator('a[hreflang="ru"]').first()).toHaveAttribute('href', path.replace('/en', '/ru'))
  }
  await context.close()
})

test('the cookie notice is shown without any input, until it is accepted', async ({ page }) => {
  const notice = page.getByRole('complementary', { name: 'Cookies' })
  await page.goto('/en/shop')
  await notice.getByRole('button', { name: 'OK' }).click()
  await page.reload()
  await expect(page.locator('html[data-route]')).toBeAttached()
  await expect(notice).toHaveCount(0)
})

test('the figures of a running auction have labels on a phone, and are blank until an account is known', async ({
  page,
  context,
  request,
}) => {
  const running = (await oneOfEachState(request)).find(({ state }) => state === 'running')
  if (running === undefined) throw new Error('no auction is running')
  const market = openMarket()
  const [buyer] = (await market.buyers(1)) as [Buyer]
  await market.close()
  const bar = page.getByRole('region', { name: translatorOf('en')('Verdict.label') })
  /** Of each label and each number: whether people can read it. */
  const legibility = () =>
    bar
      .locator('dt, dd')
      .evaluateAll((parts) =>
        parts.map(
          (part) => part.clientWidth > 5 && getComputedStyle(part.children[0] ?? part).color !== 'rgba(0, 0, 0, 0)',
        ),
      )
  const each = (isLegible: boolean) => Array.from({ length: 8 }, () => isLegible)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(auctionPath(running, 'en'))
  await expect.poll(legibility).toEqual(each(true))

  await context.request.post('/api/auth/login', { data: { email: buyer.email, password: buyer.password } })
  let answer = () => undefined as void
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const asked = page.waitForRequest('**/api/auth/user-profile')
  await page.route('**/api/auth/user-profile', async (route) => {
    await answered
    await route.continue()
  })
  await page.reload()
  await asked
  await expect.poll(legibility).toEqual(each(false))
  answer()
  await expect.poll(legibility).toEqual(each(true))
})

test('the language switch keeps the page and its query', async ({ page }) => {
  await page.goto(`/${PRIVACY_POLICY_SLUG}?from=notice#top`)
  await page.getByRole('group').filter({ hasText: 'UA' }).first().locator('summary').click()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(new RegExp(`/en/${PRIVACY_POLICY_SLUG}\\?from=notice#top$`))
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('the shop accepts an order and shows its number, by which the staff finds it', async ({ page, browser }) => {
  await page.goto('/en/shop')
  await page
    .getByRole('link', { name: /^Order:/ })
    .first()
    .click()
  await expect(page.locator('select[name=product]')).not.toHaveValue('')
  await expect(page.getByLabel(/^Volume/)).not.toHaveValue('')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByLabel('Company name')).toBeFocused()
  await page.getByLabel(/^Volume/).fill('500')
  await page.getByLabel('Company name').fill('Buyer LLC')
  await page.getByLabel('EDRPOU code').fill('37027819')
  await page.getByLabel('Full name').fill('Olena Koval')
  await page.getByLabel('Position').fill('Trader')
  await page.getByLabel('Phone').fill('067 123 45 67')
  await page.getByRole('textbox', { name: 'Email' }).fill('olena@buyer.example')
  await page.reload()
  await expect(page.getByLabel('Company name')).toHaveValue('Buyer LLC')
  await page.getByRole('button', { name: 'Place order' }).click()
  const heading = page.getByRole('heading', { name: /^Order No\. \d+ has been received$/ })
  await expect(heading).toBeFocused()

  const number = /\d+/.exec(await heading.innerText())?.[0]
  const office = await openOffice(browser)
  const found = await office.request.get(`/cms-api/orders?where[number][equals]=${number}&depth=0`)
  const { docs } = (await found.json()) as { docs: { id: number }[] }
  await office.goto(`/office/orders/${docs[0]?.id}`)
  await expect(office.getByRole('heading', { level: 1, name: `№\u00A0${number}` })).toBeVisible()
  await office.context().close()
})

test('a forged secret does not open drafts', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'previewSecret', value: '9999999999.forged', url: baseURL ?? '' }])
  await page.goto(`/en/${PRIVACY_POLICY_SLUG}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Leave preview' }).click()
  await expect(page.getByRole('link', { name: 'Leave preview' })).toHaveCount(0)
  expect(await statusOf(page, '/en/nowhere')).toBe(404)
})

test('pages do not violate their Content-Security-Policy', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      reportError(new Error(`${event.violatedDirective}: ${event.blockedURI}`)),
    )
  })
  const [running] = await oneOfEachState(page.request)
  for (const path of ['/', `/auctions/${running?.category.slug}/${running?.slug}`]) {
    // The stream is opened last, so everything else has been loaded by then.
    const live = page.waitForResponse(/\/events/)
    await page.goto(path)
    await live
  }
  await page.goto('/en/user-login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Enter your email')).toBeVisible()
})

test('pages, files and the service worker send each security header once', async ({ request }) => {
  for (const path of ['/en', '/en/nowhere', '/service-worker.js', '/icon.svg', '/feeds/en/news.rss', '/favicon.ico']) {
    const response = await request.get(path)
    const headers = response.headersArray()
    expect(response.status(), path).toBe(['/en/nowhere', '/favicon.ico'].includes(path) ? 404 : 200)
    const valuesOf = (name: string) =>
      headers.filter((header) => header.name.toLowerCase() === name).map(({ value }) => value)
    expect(valuesOf('x-content-type-options'), path).toEqual(['nosniff'])
    expect(valuesOf('referrer-policy'), path).toEqual(['strict-origin-when-cross-origin'])
    if (path === '/service-worker.js') expect(valuesOf('content-security-policy')[0]).toContain("default-src 'none'")
  }
})

test('overlays are accessible', async ({ page }) => {
  await loadAxe(page.context())
  await page.goto('/en/auctions/gas')
  await expect(page.getByRole('complementary', { name: 'Cookies' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'cookie notice')
  await page.getByRole('button', { name: 'OK' }).click()

  await page.setViewportSize({ width: 1440, height: 900 })
  for (const menu of await page.getByRole('banner').locator('details').all()) {
    await menu.locator('summary').press('Enter')
    await expect(menu.getByRole('link').first()).toBeVisible()
    await expectAccessibleInBothThemes(page, 'a menu of the header')
    await page.keyboard.press('Escape')
    await expect(menu.getByRole('link').first()).toBeHidden()
  }

  await page.setViewportSize({ width: 375, height: 800 })
  await page.getByRole('button', { name: 'Open the menu' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'slide-in menu')
  await page.keyboard.press('Escape')

  await page.goto('/en/shop#order')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('Required field').first()).toBeVisible()
  await expectAccessibleInBothThemes(page, 'errors of the order form')
})
