import { expect, test } from '@/tests/e2e/support/test'

test('the portal answers in three languages, its API before its pages', async ({ page, request }) => {
  for (const [path, language] of [['/', 'uk'], ['/en', 'en'], ['/ru', 'ru']] as const) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
  }
  const live = await request.get('/api/health/live')
  expect(live.status()).toBe(200)
})
