import type { Page } from '@playwright/test'
import { LOCALES, PRIVACY_POLICY_SLUG } from '@/lib/config/constants'
import { oneOfEachState } from '@/tests/e2e/support/demo-auctions'
import { openMarket } from '@/tests/e2e/support/market'
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

test('error pages exist in every language', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const locale of LOCALES) {
    for (const status of [500, 503]) {
      const response = await page.goto(`/${locale}/~error/${status}`)
      expect([response?.status(), page.url()]).toEqual([status, expect.stringContaining(`/${locale}/~error/${status}`)])
      await expect(page.getByRole('main').getByText(`${status}`, { exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: translatorOf(locale)('ErrorPage.retry') })).toBeVisible()
    }
  }
  await context.close()
})

test('a page does not load libraries before it needs them', async ({ page }) => {
  const [auction] = await oneOfEachState(page.request)
  const live = `/auctions/${auction?.category.slug}/${auction?.slug}`
  const [item] = [...(await (await page.request.get('/news')).text()).matchAll(/href="(\/news\/[\w-]+)"/g)]
  const news = item?.[1] ?? ''
  for (const path of ['/', '/auctions/condensate', live, '/auctions/results-past-auctions', news, '/shop']) {
    const html = await (await page.request.get(path)).text()
    const sources = Array.from(html.matchAll(/<script src="([^"]+)"/g), ([, source]) => source ?? '')
    const scripts = await Promise.all(sources.map(async (source) => (await page.request.get(source)).text()))
    expect(scripts.length, path).toBeGreaterThan(5)
    // Each starts with the hint to compile it while it loads (docs/decisions/0031).
    for (const script of scripts) expect(script.slice(0, 40), path).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
    // Messages are compiled by the build, so pages do not need their parser.
    const libraries = ['ZodString', 'registerLanguage', 'EXPECT_ARGUMENT_CLOSING_BRACE']
    for (const library of libraries)
      expect(
        scripts.some((script) => script.includes(library)),
        `${library} on ${path}`,
      ).toBe(false)
  }
})

test('the cookie notice is shown without any input, until it is accepted', async ({ page }) => {
  const notice = page.getByRole('complementary', { name: 'Cookies' })
  await page.goto('/en/shop')
  await notice.getByRole('button', { name: 'OK' }).click()
  await page.reload()
  await expect(page.locator('html[data-route]')).toBeAttached()
  await expect(notice).toHaveCount(0)
})

test('the cookie notice does not move the sign-in form on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const notice = page.getByRole('complementary', { name: 'Cookies' })
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  await page.goto('/en/user-login')
  await notice.waitFor()
  const position = await submit.boundingBox()
  await notice.getByRole('button', { name: 'OK' }).click()
  await expect(notice).toHaveCount(0)
  expect(await submit.boundingBox()).toEqual(position)
})

test('the address of an auction without its product redirects to the full one', async ({ page }) => {
  await page.goto('/auctions/condensate')
  const own = await page.locator('main article a').first().getAttribute('href')
  expect(own).not.toBeNull()
  const [, , , slug] = own?.split('/') ?? []
  const response = await page.request.get(`/en/auctions/${slug}?from=letter`, { maxRedirects: 0 })
  expect(response.status()).toBe(308)
  expect(response.headers()['cache-control']).toBe('no-cache')
  expect(new URL(response.headers().location ?? '', 'http://portal.test').pathname).toBe(`/en${own}`)
  expect(response.headers().location).toContain('?from=letter')
})

test('a very long word in a lot’s title does not make a page wider than a phone', async ({ page }) => {
  const market = openMarket()
  const startsAt = Date.now() + 26 * 60 * 60_000
  const title = `Конденсат ${'Наддовгеслово'.repeat(8)}`
  const { slug } = await market.publishLot(
    await market.staffToken(),
    { startsAt, endsAt: startsAt + 60 * 60_000 },
    { title },
  )
  await market.close()
  await page.setViewportSize({ width: 375, height: 800 })
  for (const path of [`/auctions/condensate/${slug}`, '/auctions/condensate']) {
    await page.goto(path)
    await expect(page.getByText(title).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(375)
  }
})

test('news can be filtered by year without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/en/news')
  const [newest] = await page.locator('main time').all()
  const year = (await newest?.getAttribute('datetime'))?.slice(0, 4) ?? ''
  await page.goto(`/en/news?year=${year}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`News from ${year}`)
  for (const time of await page.locator('main time').all())
    await expect(time).toHaveAttribute('datetime', new RegExp(`^${year}`))
  await page.locator('main article a').first().click()
  await expect(page).toHaveURL(/\/en\/news\/[\w-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})

test('the language switch keeps the page and its query', async ({ page }) => {
  await page.goto(`/${PRIVACY_POLICY_SLUG}?from=notice#top`)
  await page.getByRole('group').filter({ hasText: 'UA' }).first().locator('summary').click()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(new RegExp(`/en/${PRIVACY_POLICY_SLUG}\\?from=notice#top$`))
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('the shop accepts an order and shows its number', async ({ page }) => {
  await page.goto('/en/shop')
  await page
    .getByRole('link', { name: /^Order:/ })
    .first()
    .click()
  await expect(page.getByRole('combobox', { name: 'Product' })).not.toHaveValue('')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByLabel(/^Volume/)).toBeFocused()
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
  await expect(page.getByRole('heading', { name: /^Order No\. \d+ has been received$/ })).toBeFocused()
})

test('the shop shows its contacts without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/en/shop')
  await expect(page.getByText(/turn on JavaScript/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place order' })).toBeHidden()
  await expect(page.getByRole('main').getByRole('link', { name: /^\+38/ }).first()).toBeVisible()
  await context.close()
})

test('a forged secret does not open drafts', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'previewSecret', value: '9999999999.forged', url: baseURL ?? '' }])
  await page.goto(`/en/${PRIVACY_POLICY_SLUG}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Leave preview' }).click()
  await expect(page.getByRole('link', { name: 'Leave preview' })).toHaveCount(0)
  expect(await statusOf(page, '/en/nowhere')).toBe(404)
})

test('choosing a link closes the slide-in menu of narrow screens', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.goto('/en')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const panel = page.getByRole('dialog')
  await expect(panel).toBeVisible()
  await panel.getByRole('link', { name: 'Results' }).first().click()
  await expect(page).toHaveURL(/results-past-auctions/)
  await expect(panel).toBeHidden()
})

test('the back-to-top button appears after more than one screen', async ({ page }) => {
  await page.goto('/en/auctions/rules-auctions')
  const up = page.getByRole('button', { name: 'Back to top' })
  await expect(up).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, window.innerHeight + 2))
  await up.click()
  await expect(up).toHaveCount(0)
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

  await page.goto('/en/shop')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('Required field').first()).toBeVisible()
  await expectAccessibleInBothThemes(page, 'errors of the order form')
})

test('the confirmation of an application is accessible', async ({ page }) => {
  const market = openMarket()
  const startsAt = Date.now() + 60 * 60_000
  const lot = await market.publishLot(await market.staffToken(), { startsAt, endsAt: startsAt + 60 * 60_000 })
  const [buyer] = await market.buyers(1)
  await page.request.post('/api/auth/login', { data: { email: buyer?.email, password: buyer?.password } })
  await page.goto(`/en/auctions/condensate/${lot.slug}`)
  await page.getByRole('button', { name: 'Submit application' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Check your application' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'confirmation of an application')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Submit application' })).toBeFocused()
  await market.close()
})
