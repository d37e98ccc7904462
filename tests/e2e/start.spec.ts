import { expectAccessible } from '@/tests/e2e/support/accessible'
import { oneOfEachState } from '@/tests/e2e/support/demo-auctions'
import { expect, test } from '@/tests/e2e/support/test'

const LANGUAGES = [
  ['', 'uk'],
  ['/en', 'en'],
  ['/ru', 'ru'],
] as const

test('the portal answers in three languages, its API before its pages', async ({ page, request }) => {
  for (const [prefix, language] of LANGUAGES) {
    const response = await page.goto(prefix || '/')
    expect(response?.status()).toBe(200)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
  }
  const live = await request.get('/api/health/live')
  expect(live.status()).toBe(200)
})

test('the switcher keeps the page and its query', async ({ page }) => {
  await page.goto('/auctions/condensate?state=completed')
  await page.getByRole('banner').getByLabel('Мова: Українська').click()
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/\/en\/auctions\/condensate\?state=completed$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('what is not there says so in its language, with the way home', async ({ page }) => {
  const response = await page.goto('/en/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('This page could not be found')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link').first()).toHaveAttribute('href', '/en')
})

for (const [width, colorScheme] of [
  [375, 'dark'],
  [1200, 'light'],
] as const) {
  test(`the spine's pages fit and are accessible at ${width} px, ${colorScheme}`, async ({ browser, request }) => {
    const auctions = await oneOfEachState(request)
    const paths = [
      '',
      '/auctions/condensate',
      '/auctions/gas',
      '/auctions/results-past-auctions',
      '/user-login',
      ...auctions.map(({ category, slug }) => `/auctions/${category.slug}/${slug}`),
    ]
    const context = await browser.newContext({
      baseURL: process.env.E2E_BASE_URL,
      viewport: { width, height: 900 },
      colorScheme,
    })
    const page = await context.newPage()
    for (const [index, path] of paths.entries()) {
      const [prefix] = LANGUAGES[index % LANGUAGES.length] as (typeof LANGUAGES)[number]
      await page.goto(`${prefix}${path}` || '/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        `${prefix}${path} is wider than the screen`,
      ).toBeLessThanOrEqual(0)
      await expectAccessible(page, `${prefix}${path}`)
    }
    await context.close()
  })
}
