import type { Browser, Page } from '@playwright/test'
import { ADMINISTRATOR } from './portal'
import { expect, watchConsole } from './test'

/** The back office in a browser of its own, signed in, in Ukrainian. */
export async function openOffice(
  browser: Browser,
  staff: { email: string; password: string } = ADMINISTRATOR,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_BASE_URL, locale: 'uk-UA' })
  watchConsole(context)
  const page = await context.newPage()
  await page.goto('/admin/login')
  await page.locator('input[name="email"]').fill(staff.email)
  await page.locator('input[name="password"]').fill(staff.password)
  await page.locator('button[type="submit"]').click()
  await expect(page).toHaveURL(/\/admin\/?$/)
  return page
}

/** Of an auction with applications, before its start. */
export async function goToConsole(office: Page, auctionId: number): Promise<void> {
  await office.goto(`/admin/collections/auctions/${auctionId}/console`)
  await expect(office.getByText('Ціну й обсяг приховано до початку').first()).toBeVisible()
}

/** By the list of those who wait: found, opened, looked at, confirmed. */
export async function confirmCompany(office: Page, email: string): Promise<void> {
  await office.goto(`/admin/office/accounts?status=awaiting_confirmation&search=${encodeURIComponent(email)}`)
  await office.getByRole('row').filter({ hasText: email }).getByRole('link').first().click()
  await office.getByRole('button', { name: 'Підтвердити', exact: true }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Підтвердити', exact: true }).click()
  await expect(office.getByText('Активний', { exact: true })).toBeVisible()
}

/** In the auction's console. Where documents are missing it takes a reason (R2.4), beside a related company another one (R14.4). */
export async function confirmApplicationOf(page: Page, company: string): Promise<void> {
  // A dialog that opens hides from roles what is behind it: the button is gone only where it is nowhere.
  const row = page.getByRole('listitem', { includeHidden: true }).filter({ hasText: company })
  const button = row.getByRole('button', { name: 'Підтвердити', exact: true, includeHidden: true })
  const dialog = page.getByRole('dialog')
  await button.first().click()
  await expect(async () => expect((await dialog.isVisible()) || (await button.count()) === 0).toBe(true)).toPass()
  if (await dialog.isVisible()) {
    for (const field of await dialog.getByRole('textbox').all())
      await field.fill('Оригінали документів перевірено в офісі')
    await dialog.getByRole('button', { name: 'Підтвердити', exact: true }).click()
  }
  await expect(button).toHaveCount(0)
}

/** Confirms the winners as they stand, and completes the auction (R8.1, R8.2). */
export async function completeAuction(page: Page): Promise<void> {
  for (const action of ['Підтвердити переможців', 'Завершити аукціон']) {
    await page.getByRole('button', { name: action, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
  }
}
