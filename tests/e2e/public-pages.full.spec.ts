import { LOCALES } from '@/lib/config/constants'
import { oneOfEachState } from '@/tests/e2e/support/demo-auctions'
import { openMarket } from '@/tests/e2e/support/market'
import { expectAccessibleInBothThemes } from '@/tests/e2e/support/accessible'
import { translatorOf } from '@/tests/e2e/support/translator'
import { expect, test } from '@/tests/e2e/support/test'

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
  const response = await page.request.get(`/en/auctions/${slug}?from=email`, { maxRedirects: 0 })
  expect(response.status()).toBe(308)
  expect(response.headers()['cache-control']).toBe('no-cache')
  expect(new URL(response.headers().location ?? '', 'http://portal.test').pathname).toBe(`/en${own}`)
  expect(response.headers().location).toContain('?from=email')
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

test('the shop shows its contacts without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/en/shop')
  await expect(page.getByText(/turn on JavaScript/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place order' })).toBeHidden()
  await expect(page.getByRole('main').getByRole('link', { name: /^\+38/ }).first()).toBeVisible()
  await context.close()
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
