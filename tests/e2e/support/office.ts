import type { Browser, Page } from '@playwright/test'
import type { EnginePage } from './engines/page'
import { ADMINISTRATOR } from './portal'
import { expect, watchConsole } from './test'

/** Opens an empty page in a separate browser context, which is signed in to the back office with a call, in Ukrainian. */
export async function openOffice(
  browser: Browser,
  staff: { email: string; password: string } = ADMINISTRATOR,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_BASE_URL, locale: 'uk-UA' })
  watchConsole(context)
  const answer = await context.request.post('/cms-api/staff/login', { data: staff })
  expect(answer.status()).toBe(200)
  return context.newPage()
}

export async function signInToOffice(page: EnginePage, staff = ADMINISTRATOR): Promise<void> {
  await page.goto('/office/login')
  await typeStaffCredentials(page, staff)
  await expect.poll(() => page.url()).toMatch(/\/office\/?$/)
}

/** Fills in and submits the form of the back office. */
export async function typeStaffCredentials(page: EnginePage, { email, password } = ADMINISTRATOR): Promise<void> {
  await page.getByLabel('Електронна пошта').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Увійти', exact: true }).click()
}

/** Opens the console of an auction with applications, before its start. */
export async function goToConsole(office: EnginePage, auctionId: number): Promise<void> {
  await office.goto(`/office/auctions/${auctionId}/console`)
  await office.getByText('Ціну й обсяг приховано до початку').first().waitFor()
}

/** Finds a waiting company in the list, opens it and confirms it. */
export async function confirmCompany(office: EnginePage, email: string): Promise<void> {
  await office.goto(`/office/companies?status=awaiting_confirmation&search=${encodeURIComponent(email)}`)
  await office.getByRole('row').filter({ hasText: email }).getByRole('link').first().click()
  await office.getByRole('button', { name: 'Підтвердити', exact: true }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Підтвердити', exact: true }).click()
  await office.getByText('Активний', { exact: true }).waitFor()
}

/** Confirms an application in the console. Missing documents need a reason (R2.4), a related company needs a note (R14.4). */
export async function confirmApplicationOf(page: EnginePage, company: string): Promise<void> {
  // An open dialog hides the elements behind it from role queries; `includeHidden` still finds the button.
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
  await expect.poll(() => button.count()).toBe(0)
}

/** Confirms the winners, then completes the auction (R8.1, R8.2). */
export async function completeAuction(page: EnginePage): Promise<void> {
  for (const action of ['Підтвердити переможців', 'Завершити аукціон']) {
    await page.getByRole('button', { name: action, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
  }
}
