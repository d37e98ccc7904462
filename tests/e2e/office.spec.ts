import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes, loadAxe } from '@/tests/e2e/support/accessible'
import { openOffice, typeStaffCredentials } from '@/tests/e2e/support/office'
import { ADMINISTRATOR } from '@/tests/e2e/support/portal'
import { createStaff } from '@/tests/e2e/support/staff'
import { expect, test } from '@/tests/e2e/support/test'
import { type Room, ROOMS, roomPath } from '@/components/office/rooms'
import messages from '@/messages/uk.json' with { type: 'json' }

const EVERY_ROOM = Object.values(ROOMS).flatMap((rooms) => Object.keys(rooms)) as Room[]
const PHONE = { width: 375, height: 667 }
const titleOf = (room: Room) => messages.Office[`room_${room}`]

async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

test('every room opens from the menu, is accessible in both themes, and fits on a phone', async ({ browser }) => {
  test.setTimeout(5 * 60_000)
  const page = await openOffice(browser)
  await loadAxe(page.context())
  await page.goto('/office')
  const menu = page.getByRole('navigation')
  for (const room of EVERY_ROOM) {
    await test.step(room, async () => {
      // A count of open tasks may follow the name.
      await menu.getByRole('link', { name: new RegExp(`^${titleOf(room)}( \\(|$)`) }).click()
      await expect(page).toHaveURL(new RegExp(`${roomPath(room)}$`))
      await expect(menu.locator('[aria-current=page]')).toContainText(titleOf(room))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(messages.Office.loading, { exact: true })).toHaveCount(0)
      // The title of a page rendered for each visit follows its content.
      await expect(page).toHaveTitle(/\S/)
      await expectAccessibleInBothThemes(page, room)
      await page.setViewportSize(PHONE)
      expect(await overflowOf(page), `${room} on a phone`).toBe(0)
      await page.setViewportSize({ width: 1280, height: 720 })
    })
  }
})

test('the menu of a phone, the language and the palette work by keyboard alone', async ({ browser }) => {
  const page = await openOffice(browser)
  await page.setViewportSize(PHONE)
  await page.goto('/office')
  const button = page.getByRole('button', { name: messages.Office.menu })
  await button.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: messages.Office.menu })
  await panel.getByRole('link', { name: titleOf('audit') }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/office\/audit$/)
  await expect(panel).toBeHidden()

  await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: messages.Office.searchEverything })
  await expect(search).toBeFocused()
  await search.fill('Газовий')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/\/office\/audit$/)

  await page.getByRole('banner').locator('summary').click()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
})

test('a former address leads to its room, and signing in leads back to the page', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.E2E_BASE_URL, locale: 'uk-UA' })
  const page = await context.newPage()
  await page.goto('/admin/office/accounts?status=active')
  await expect(page).toHaveURL(/\/office\/login\?redirect=%2Foffice%2Fcompanies%3Fstatus%3Dactive/)
  await typeStaffCredentials(page, ADMINISTRATOR)
  await expect(page).toHaveURL(/\/office\/companies\?status=active$/)
  await expect(page.getByRole('heading', { name: titleOf('companies') })).toBeVisible()
  await page.goto('/office/nowhere')
  await expect(page.getByRole('link', { name: messages.Office.toDashboard })).toBeVisible()
})

test('an editor is led from the office to the content, and to nobody else’s records', async ({ browser }) => {
  const editor = await createStaff('editor')
  const page = await openOffice(browser, editor)
  await page.goto('/office/companies')
  await expect(page).toHaveURL(/\/admin\/?$/)
  const answer = await page.request.post('/api/manager/dashboard', { data: {} })
  expect(answer.status()).toBe(403)
})
