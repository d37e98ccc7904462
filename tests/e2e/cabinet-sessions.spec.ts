import type { Page } from '@playwright/test'
import type { Locale } from '@/lib/config/constants'
import { openMarket } from '@/tests/e2e/support/market'
import { expect, test } from '@/tests/e2e/support/test'
import { wordsOf } from '@/tests/e2e/support/words'
import { localizePath } from '@/lib/i18n/locales'

test('signing out in one tab ends the cabinet in the others', async ({ page, context }) => {
  const say = wordsOf('uk')
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  await signIn(page, 'uk', buyer!)
  const other = await context.newPage()
  await other.goto('/cabinet/documents')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  const menu = page.locator('header details').filter({ hasText: buyer!.email })
  await menu.locator('summary').click()
  await menu.getByRole('button', { name: say('Header.logout') }).click()
  await expect(page).toHaveURL(/\/user-login/)
  await expect(other).toHaveURL(/\/user-login\?.*return=%2Fcabinet%2Fdocuments/)
  await expect(other.getByText(say('Login.sessionOver'))).toBeVisible()
  await market.close()
})

for (const locale of ['uk', 'en'] as const) {
  test(`a deactivated buyer is signed out of an open cabinet page with a message, ${locale}`, async ({
    page,
    request,
  }) => {
    const say = wordsOf(locale)
    const market = openMarket()
    const [buyer] = await market.buyers(1)
    const staff = await market.staffToken()
    await signIn(page, locale, buyer!)
    await page.goto(localizePath('/cabinet/documents', locale))
    const out = await request.post('/api/manager/accounts/deactivate', {
      data: { user_id: buyer!.id, reason: 'Перевірка правил' },
      headers: { authorization: `Bearer ${staff}` },
    })
    expect(out.status()).toBe(200)
    // Focuses the window repeatedly: the first focus may precede the page's listener.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await page.waitForURL(/user-login/, { timeout: 2_000 })
    }).toPass()
    await expect(page.getByText(say('Errors.account_deactivated_by_manager'))).toBeVisible()
    await market.close()
  })
}

test('a new password ends the other sessions, and the open page no longer lists them', async ({ page, browser }) => {
  const say = wordsOf('uk')
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  const elsewhere = await browser.newContext({ baseURL: process.env.E2E_BASE_URL, locale: 'uk-UA' })
  await signIn(await elsewhere.newPage(), 'uk', buyer!)
  await signIn(page, 'uk', buyer!)
  await page.goto('/cabinet/info')
  const end = page.getByRole('button', {
    name: new RegExp(`^${say('Cabinet.sessions.revokeLabel', { device: '' }).trim()}`),
  })
  await expect(end).not.toHaveCount(0)
  await page.getByRole('button', { name: say('Profile.passwordTitle') }).click()
  await page.getByLabel(say('Profile.currentPassword'), { exact: true }).fill(buyer!.password)
  await page.getByLabel(say('Profile.newPassword'), { exact: true }).fill('Eight-Gas-Meters')
  await page.getByRole('button', { name: say('Profile.save'), exact: true }).click()
  await expect(page.getByText(say('Profile.passwordSaved'))).toBeVisible()
  await expect(end).toHaveCount(0)
  await elsewhere.close()
  await market.close()
})

test('a pending change of address is shown, and can be cancelled', async ({ page }) => {
  const say = wordsOf('uk')
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  const wanted = `taken-back-${Date.now()}@example.com`
  await signIn(page, 'uk', buyer!)
  await page.goto('/cabinet/info')
  await page.getByRole('button', { name: say('Profile.emailTitle') }).click()
  await page.getByLabel(say('Profile.newEmail')).fill(wanted)
  await page.getByLabel(say('Profile.currentPassword'), { exact: true }).fill(buyer!.password)
  await page.getByRole('button', { name: say('Profile.save'), exact: true }).click()
  const waiting = page.getByRole('region', { name: say('Profile.emailPending', { email: wanted }) })
  await waiting.getByRole('button', { name: say('Waiting.sendAgain') }).click()
  await expect(waiting.getByRole('button', { name: say('Waiting.sendAgain') })).toBeDisabled()
  await waiting.getByRole('button', { name: say('Profile.emailCancel') }).click()
  await expect(page.getByText(say('Profile.emailCancelled'))).toBeVisible()
  await expect(page.getByText(wanted)).toHaveCount(0)
  await market.close()
})

async function signIn(
  page: Page,
  locale: Locale,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const say = wordsOf(locale)
  await page.goto(localizePath('/user-login', locale))
  await page.getByLabel(say('Login.email')).fill(email)
  await page.getByLabel(say('Login.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: say('Login.submit'), exact: true }).click()
  await expect(page).toHaveURL(/\/cabinet/)
}
