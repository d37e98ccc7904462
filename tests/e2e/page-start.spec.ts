import { expect, test } from '@/tests/e2e/support/test'
import { hasBegun, openUntouched } from '@/tests/e2e/support/untouched'

const SCRIPTS = '**/_next/static/chunks/*.js'

test('a page that is only read runs none of its scripts, and has them at hand for the first touch', async ({
  page,
}) => {
  await openUntouched(page, '/shop')
  await expect(page.locator('link[rel=prefetch][as=script]').first()).toBeAttached()
  expect(await hasBegun(page)).toBe(false)
  await page.mouse.move(10, 10)
  await page.mouse.move(20, 20)
  await expect.poll(() => hasBegun(page)).toBe(true)
})

test('what is pressed and typed before the scripts are there is done as soon as they are', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 375, height: 800 }, hasTouch: true })
  const page = await context.newPage()
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(SCRIPTS, async (route) => {
    await released
    await route.continue()
  })
  await openUntouched(page, '/en/auctions/results-past-auctions')
  const volume = page.getByLabel('Volume, t', { exact: true })
  const words = page.getByText(/available in/).first()
  const before = await words.textContent()
  await volume.fill('150')
  await page.getByRole('button', { name: 'Open the menu' }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await hasBegun(page)).toBe(false)
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(volume).toHaveValue('150')
  await expect(words).not.toHaveText(before ?? '')
  await context.close()
})

test('whoever has chosen a theme or is signed in does not wait for the touch', async ({ page }) => {
  await openUntouched(page, '/shop')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await openUntouched(page, '/shop')
  await expect.poll(() => hasBegun(page)).toBe(true)
})
