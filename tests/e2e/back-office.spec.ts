import { expectAccessible } from '@/tests/e2e/support/accessible'
import { openOffice } from '@/tests/e2e/support/office'
import { expect, test } from '@/tests/e2e/support/test'

/**
 * A screen of each kind that Payload renders: lists with and without rows, documents with and without blocks, files and
 * the account.
 */
const SCREENS = [
  '',
  '/collections/agreements',
  '/collections/feedback',
  '/collections/media',
  '/collections/media/create',
  '/collections/categories/create',
  '/collections/certificates/create',
  '/collections/menus/1',
  '/globals/settings',
  '/account',
]

test('the language switch is shown only for content, and the menu lists each view once', async ({ browser }) => {
  const page = await openOffice(browser)
  const languages = page.locator('.app-header .localizer')
  const auctions = page.getByRole('navigation').locator('a[href="/admin/collections/auctions"]')
  for (const view of ['', '/collections/auctions', '/office/letters']) {
    await page.goto(`/admin${view}`)
    await expect(page.locator('[data-office-view]').first()).toBeVisible()
    await expect(languages).toBeHidden()
    await expect(auctions).toHaveCount(1)
  }
  await page.goto('/admin/collections/news')
  await expect(languages).toBeVisible()

  // A tile links to the records it counts.
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Повідомлення в чатах без відповіді' }).click()
  await expect(page.getByRole('combobox', { name: 'Потребує рішення' })).toHaveValue('questions')
})

test('the back office is accessible to screen readers', async ({ browser }) => {
  test.setTimeout(5 * 60_000)
  const page = await openOffice(browser)
  for (const screen of SCREENS) {
    await test.step(screen, async () => {
      await page.goto(`/admin${screen}`)
      await expect(page.getByRole('main').first()).toBeVisible()
      await expect(page.locator('.shimmer-effect')).toHaveCount(0)
      // Accessible names appear a frame after their controls.
      await expect(() => expectAccessible(page, screen)).toPass({ timeout: 60_000 })
    })
  }
})
