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

test('an unknown address shows the not-found page in its language, with a link home', async ({ page }) => {
  const response = await page.goto('/en/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('This page could not be found')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link').first()).toHaveAttribute('href', '/en')
})
