import { openMarket } from '@/tests/e2e/support/market'
import { expect, test } from '@/tests/e2e/support/test'
import { signIn } from '@/tests/e2e/support/trader'
import { translatorOf } from '@/tests/e2e/support/translator'

test('signing out in one tab closes the cabinet in the others', async ({ page, context }) => {
  const t = translatorOf('uk')
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  await signIn({ page }, buyer!)
  await page.goto('/cabinet')
  const other = await context.newPage()
  await other.goto('/cabinet/documents')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  const menu = page.locator('header details').filter({ hasText: buyer!.email })
  await menu.locator('summary').click()
  await menu.getByRole('button', { name: t('Header.logout') }).click()
  await expect(page).toHaveURL(/\/user-login/)
  await expect(other).toHaveURL(/\/user-login\?.*return=%2Fcabinet%2Fdocuments/)
  await expect(other.getByText(t('Login.sessionOver'))).toBeVisible()
  await market.close()
})

test('rapid presses of Tab never leave a dialog, and Escape closes it', async ({ page }) => {
  const t = translatorOf('uk')
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  await market.close()
  await signIn({ page }, buyer!)
  await page.goto('/cabinet/info')
  await page.getByRole('button', { name: t('Profile.passwordTitle') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const outsideFocus = await page.evaluateHandle(() => {
    const outside: string[] = []
    document.addEventListener('focusin', ({ target }) => {
      const element = target as Element
      if (!element.closest('[data-base-ui-portal]')) outside.push(element.outerHTML)
    })
    return outside
  })
  for (const key of ['Tab', 'Shift+Tab']) await Promise.all(Array.from({ length: 40 }, () => page.keyboard.press(key)))
  expect(await outsideFocus.jsonValue()).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a deactivated buyer is signed out of an open cabinet page with a message', async ({ page, request }) => {
  const t = translatorOf('uk')
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  const staff = await market.staffToken()
  await signIn({ page }, buyer!)
  await page.goto('/cabinet/documents')
  const response = await request.post('/api/manager/accounts/deactivate', {
    data: { company_id: buyer!.id, reason: 'Перевірка правил' },
    headers: { authorization: `Bearer ${staff}` },
  })
  expect(response.status()).toBe(200)
  // Focuses the window repeatedly, because the first focus may precede the page's listener.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.waitForURL(/user-login/, { timeout: 2_000 })
  }).toPass()
  await expect(page.getByText(t('Errors.account_deactivated_by_manager'))).toBeVisible()
  await market.close()
})

test('a new password ends the other sessions and removes them from the open page', async ({ page, browser }) => {
  const t = translatorOf('uk')
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  const elsewhere = await browser.newContext({ baseURL: process.env.E2E_BASE_URL, locale: 'uk-UA' })
  await signIn({ page: await elsewhere.newPage() }, buyer!)
  await signIn({ page }, buyer!)
  await page.goto('/cabinet/info')
  const end = page.getByRole('button', {
    name: new RegExp(`^${t('Cabinet.sessions.revokeLabel', { device: '' }).trim()}`),
  })
  await expect(end).not.toHaveCount(0)
  await page.getByRole('button', { name: t('Profile.passwordTitle') }).click()
  await page.getByLabel(t('Profile.currentPassword'), { exact: true }).fill(buyer!.password)
  await page.getByLabel(t('Profile.newPassword'), { exact: true }).fill('Eight-Gas-Meters')
  await page.getByRole('button', { name: t('Profile.save'), exact: true }).click()
  await expect(page.getByText(t('Profile.passwordSaved'))).toBeVisible()
  await expect(end).toHaveCount(0)
  await elsewhere.close()
  await market.close()
})

test('a pending change of the email address is shown and can be cancelled', async ({ page }) => {
  const t = translatorOf('uk')
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  const newEmail = `cancelled-${Date.now()}@example.com`
  await signIn({ page }, buyer!)
  await page.goto('/cabinet/info')
  await page.getByRole('button', { name: t('Profile.emailTitle') }).click()
  await page.getByLabel(t('Profile.newEmail')).fill(newEmail)
  await page.getByLabel(t('Profile.currentPassword'), { exact: true }).fill(buyer!.password)
  await page.getByRole('button', { name: t('Profile.save'), exact: true }).click()
  const waiting = page.getByRole('region', { name: t('Profile.emailPending', { email: newEmail }) })
  await waiting.getByRole('button', { name: t('Waiting.sendAgain') }).click()
  await expect(waiting.getByRole('button', { name: t('Waiting.sendAgain') })).toBeDisabled()
  await waiting.getByRole('button', { name: t('Profile.emailCancel') }).click()
  await expect(page.getByText(t('Profile.emailCancelled'))).toBeVisible()
  await expect(page.getByText(newEmail)).toHaveCount(0)
  await market.close()
})
