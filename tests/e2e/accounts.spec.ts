import { emailTo, linkOf } from '@/tests/e2e/support/mailbox'
import { openMarket, type Buyer } from '@/tests/e2e/support/market'
import { fillRegistration, newCompany, press } from '@/tests/e2e/support/registration'
import { expect, test } from '@/tests/e2e/support/test'
import { signIn, typeCredentials } from '@/tests/e2e/support/trader'
import { translatorOf } from '@/tests/e2e/support/translator'

const NEW_PASSWORD = 'чотири сині валізи 2'
const COMPANY = newCompany()

test('registration reports each error at its field and keeps the input', async ({ page }) => {
  const t = translatorOf('uk')
  const market = openMarket()
  const [registered] = (await market.buyers(1)) as [Buyer]
  const wrong = { ...COMPANY, edrpou: '37027818', email: registered.email, password: NEW_PASSWORD }
  await page.goto('/register')
  await press(page, t('Register.continue'))
  await expect(page.getByText(t('Fields.required')).first()).toBeVisible()
  await expect(page.getByLabel(t('Register.company_name'))).toBeFocused()
  for (const name of ['company_name', 'company_short_name', 'edrpou'] as const)
    await page.getByLabel(t(`Register.${name}`)).fill(wrong[name])
  await press(page, t('Register.continue'))
  await expect(page.getByText(t('Fields.edrpouInvalid'))).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(t('Register.company_name'))).toHaveValue(COMPANY.company_name)

  await fillRegistration(page, t, { ...wrong, edrpou: COMPANY.edrpou })
  await press(page, t('Register.submit'))
  await expect(page.getByText(t('Fields.emailAlreadyUsed'))).toBeVisible()
  await expect(page.getByLabel(t('Register.email'), { exact: true })).toBeFocused()
  await page.reload()
  await expect(page.getByLabel(t('Register.email'), { exact: true })).toHaveValue(registered.email)
  await expect(page.getByLabel(t('Register.password'), { exact: true })).toHaveValue('')
  await market.close()
})

test('a forgotten password is reset by email, in Russian', async ({ page }) => {
  const t = translatorOf('ru')
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  await page.goto('/ru/user-login')
  await page.getByRole('link', { name: t('Login.forgot') }).click()
  await expect(page).toHaveURL(/\/ru\/password-reset$/)
  await page.getByLabel(t('PasswordReset.email')).fill('nobody-at-all@example.com')
  await press(page, t('PasswordReset.submit'))
  await expect(page.getByText(t('Errors.email_not_registered'))).toBeVisible()
  await expect(page.getByLabel(t('PasswordReset.email'))).toHaveValue('nobody-at-all@example.com')

  await page.getByLabel(t('PasswordReset.email')).fill(buyer!.email)
  await press(page, t('PasswordReset.submit'))
  await expect(page.getByText(t('PasswordReset.sent', { email: buyer!.email }))).toBeVisible()
  const email = await emailTo(buyer!.email, '/password-reset/token/')
  await page.goto(linkOf(email, '/password-reset/token/'))
  await page.getByLabel(translatorOf('uk')('PasswordReset.password'), { exact: true }).fill(NEW_PASSWORD)
  await press(page, translatorOf('uk')('PasswordReset.save'))
  await expect(page.getByRole('heading', { name: translatorOf('uk')('PasswordReset.savedTitle') })).toBeVisible()
  await page.goto(linkOf(email, '/password-reset/token/'))
  await expect(page.getByText(translatorOf('uk')('Errors.link_used'))).toBeVisible()
  await signIn({ page }, { email: buyer!.email, password: NEW_PASSWORD })
  await market.close()
})

test('an email address changes once the link sent to the new one is opened', async ({ page }) => {
  const t = translatorOf('uk')
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  const newEmail = `changed-${Date.now()}@example.com`
  await signIn({ page }, buyer!)
  await page.goto('/cabinet/info')
  await page.getByRole('button', { name: t('Profile.emailTitle') }).click()
  await page.getByLabel(t('Profile.newEmail')).fill(newEmail)
  await page.getByLabel(t('Profile.currentPassword'), { exact: true }).fill('не той пароль')
  await press(page, t('Profile.save'))
  await expect(page.getByText(t('Fields.passwordIncorrect'))).toBeVisible()
  await expect(page.getByLabel(t('Profile.newEmail'))).toHaveValue(newEmail)
  await page.getByLabel(t('Profile.currentPassword'), { exact: true }).fill(buyer!.password)
  await press(page, t('Profile.save'))
  await expect(page.getByText(t('Profile.emailPending', { email: newEmail }))).toBeVisible()
  const email = await emailTo(newEmail, '/profile/user-email-confirm/token/')
  await page.goto(linkOf(email, '/profile/user-email-confirm/token/'))
  await press(page, t('ConfirmEmail.confirm'))
  await expect(page.getByRole('heading', { name: t('ConfirmEmail.changedTitle') })).toBeVisible()
  await page.goto('/cabinet/info')
  await expect(page.getByRole('main').getByText(newEmail)).toBeVisible()
  await market.close()
})

test('a buyer deactivated while watching is signed out with a message', async ({ page, request }) => {
  const t = translatorOf('en')
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  const staff = await market.staffToken()
  const startsAt = Date.now() + 3_600_000
  const lot = await market.publishLot(staff, { startsAt, endsAt: startsAt + 3_600_000 })
  await signIn({ page }, buyer!)
  await page.goto(`/en/auctions/condensate/${lot.slug}`)
  await expect(page.getByRole('button', { name: t('Apply.submit') })).toBeVisible()

  const response = await request.post('/api/manager/accounts/deactivate', {
    data: { company_id: buyer!.id, reason: 'Перевірка правил' },
    headers: { authorization: `Bearer ${staff}` },
  })
  expect(response.status()).toBe(200)
  await expect(page).toHaveURL(/user-login/)
  await expect(page.getByText(t('Errors.account_deactivated_by_manager'))).toBeVisible()
  await emailTo(buyer!.email, 'Перевірка правил')
  await typeCredentials({ page, t }, buyer!)
  await expect(page.getByText(t('Errors.account_deactivated_by_manager')).first()).toBeVisible()
  await market.close()
})

test('the sign-in pages work without JavaScript', async ({ browser }) => {
  const t = translatorOf('uk')
  const context = await browser.newContext({ baseURL: process.env.E2E_BASE_URL, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/register')
  await page.getByLabel(t('Register.company_name')).fill(COMPANY.company_name)
  await page.getByLabel(t('Register.edrpou')).fill('123')
  await expect(page.getByLabel(t('Register.eic'))).toBeVisible()
  await press(page, t('Register.submit'))
  await expect(page.getByText(t('Fields.edrpouInvalid'))).toBeVisible()
  await expect(page.getByLabel(t('Register.company_name'))).toHaveValue(COMPANY.company_name)
  await page.goto('/password-reset')
  await page.getByLabel(t('PasswordReset.email')).fill('nobody-at-all@example.com')
  await press(page, t('PasswordReset.submit'))
  await expect(page.getByText(t('Errors.email_not_registered'))).toBeVisible()
  await context.close()
})
