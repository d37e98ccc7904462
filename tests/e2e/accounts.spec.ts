import type { Page } from '@playwright/test'
import type { Locale } from '@/lib/config/constants'
import { localizePath } from '@/lib/i18n/locale'
import { letterTo, linkOf } from '@/tests/e2e/support/mailbox'
import { openMarket } from '@/tests/e2e/support/market'
import { expect, test, watchConsole } from '@/tests/e2e/support/test'
import { wordsOf } from '@/tests/e2e/support/words'

const PASSWORD = 'три сині валізи 1'
const NEW_PASSWORD = 'чотири сині валізи 2'

/** A company that is right in all its check digits. */
const COMPANY = {
  company_name: 'Товариство з обмеженою відповідальністю «Перевірка»',
  company_short_name: 'ТОВ «Перевірка»',
  edrpou: '37027819',
  eic: '56X000000000001W',
  iban: 'UA883006140000026006500211904',
  surname: 'Коваленко',
  name: 'Олена',
  phone: '+380441234567',
}

for (const locale of ['uk', 'en'] as const) {
  test(`a company registers, is confirmed, uploads and applies, ${locale}`, async ({ page, request, browser }) => {
    test.setTimeout(180_000)
    const say = wordsOf(locale)
    const email = `new-${locale}-${Date.now()}@example.com`
    const market = openMarket()

    await test.step('every fault is said at its field, and nothing typed is lost by a reload', async () => {
      await page.goto(localizePath('/register', locale))
      await submit(page, say('Register.submit'))
      await expect(page.getByText(say('Fields.emailRequired'))).toBeVisible()
      await expect(page.getByLabel(say('Register.company_name'))).toBeFocused()
      await fill(page, say, { ...COMPANY, edrpou: '37027818', email })
      await submit(page, say('Register.submit'))
      await expect(page.getByText(say('Fields.edrpouInvalid'))).toBeVisible()
      await page.reload()
      await expect(page.getByLabel(say('Register.company_name'))).toHaveValue(COMPANY.company_name)
      await expect(page.getByLabel(say('Register.password'), { exact: true })).toHaveValue('')
    })

    await test.step('the letter confirms the address, by a click', async () => {
      await fill(page, say, { ...COMPANY, email })
      await page.getByLabel(say('Register.password'), { exact: true }).fill(PASSWORD)
      await page.getByRole('checkbox').check()
      await submit(page, say('Register.submit'))
      await expect(page.getByRole('heading', { name: say('ConfirmEmail.sentTitle') })).toBeFocused()
      const letter = await letterTo(email, '/user-email-confirm/token/')
      await page.goto(linkOf(letter, '/user-email-confirm/token/'))
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await submit(page, say('ConfirmEmail.confirm'))
      await expect(page.getByRole('heading', { name: say('ConfirmEmail.confirmedTitle') })).toBeVisible()
    })

    await test.step('the same address registers once', async () => {
      const other = await (await browser.newContext({ baseURL: process.env.E2E_BASE_URL })).newPage()
      watchConsole(other.context())
      await other.goto(localizePath('/register', locale))
      await fill(other, say, { ...COMPANY, email })
      await other.getByLabel(say('Register.password'), { exact: true }).fill(PASSWORD)
      await other.getByRole('checkbox').check()
      await submit(other, say('Register.submit'))
      await expect(other.getByText(say('Fields.emailAlreadyUsed'))).toBeVisible()
      await other.context().close()
    })

    await test.step('the cabinet says what is waited for', async () => {
      await signIn(page, locale, email, PASSWORD)
      await expect(page.getByText(say('Cabinet.notices.awaiting.title'))).toBeVisible()
    })

    const accountId = await market.accountOf(email)
    await test.step('a manager confirms, and a letter tells', async () => {
      const staff = await market.staffToken()
      const confirmed = await request.post('/api/manager/accounts/confirm', { data: { user_id: accountId }, headers: { authorization: `Bearer ${staff}` } })
      expect(confirmed.status()).toBe(200)
      await letterTo(email, locale === 'uk' ? 'Обліковий запис підтверджено' : 'Your account is confirmed')
      await page.reload()
      await expect(page.getByText(say('Cabinet.notices.awaiting.title'))).toHaveCount(0)
    })

    await test.step('documents go in, and the application too', async () => {
      const staff = await market.staffToken()
      const startsAt = Date.now() + 3_600_000
      const lot = await market.publishLot(staff, { startsAt, endsAt: startsAt + 3_600_000 })
      await page.goto(localizePath('/cabinet/documents', locale))
      await page.locator('input[type=file]').first().setInputFiles({ name: 'charter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
      await expect(page.getByText('charter.pdf').first()).toBeVisible()
      await page.goto(localizePath(`/auctions/condensate/${lot.slug}`, locale))
      const panel = page.locator('form').filter({ has: page.getByRole('button', { name: say('Apply.submit') }) })
      await expect(panel).toBeVisible()
    })
    await market.close()
  })
}

test('a forgotten password is set anew by letter, in Russian', async ({ page }) => {
  const say = wordsOf('ru')
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  await page.goto('/ru/user-login')
  await page.getByRole('link', { name: say('Login.forgot') }).click()
  await expect(page).toHaveURL(/\/ru\/password-reset$/)
  await page.getByLabel(say('PasswordReset.email')).fill('nobody-at-all@example.com')
  await submit(page, say('PasswordReset.submit'))
  await expect(page.getByText(say('Errors.emailNotRegistered'))).toBeVisible()
  await expect(page.getByLabel(say('PasswordReset.email'))).toHaveValue('nobody-at-all@example.com')

  await page.getByLabel(say('PasswordReset.email')).fill(buyer!.email)
  await submit(page, say('PasswordReset.submit'))
  await expect(page.getByText(say('PasswordReset.sent', { email: buyer!.email }))).toBeVisible()
  const letter = await letterTo(buyer!.email, '/password-reset/token/')
  await page.goto(linkOf(letter, '/password-reset/token/'))
  await page.getByLabel(wordsOf('uk')('PasswordReset.password'), { exact: true }).fill(NEW_PASSWORD)
  await submit(page, wordsOf('uk')('PasswordReset.save'))
  await expect(page.getByRole('heading', { name: wordsOf('uk')('PasswordReset.savedTitle') })).toBeVisible()
  await page.goto(linkOf(letter, '/password-reset/token/'))
  await page.getByLabel(wordsOf('uk')('PasswordReset.password'), { exact: true }).fill(NEW_PASSWORD)
  await submit(page, wordsOf('uk')('PasswordReset.save'))
  await expect(page.getByText(wordsOf('uk')('Errors.linkUsed'))).toBeVisible()
  await signIn(page, 'uk', buyer!.email, NEW_PASSWORD)
  await market.close()
})

test('an address changes once the link to the new one is opened', async ({ page }) => {
  const say = wordsOf('uk')
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  const wanted = `changed-${Date.now()}@example.com`
  await signIn(page, 'uk', buyer!.email, buyer!.password)
  await page.goto('/cabinet/info')
  await page.getByRole('button', { name: say('Profile.emailTitle') }).click()
  await page.getByLabel(say('Profile.newEmail')).fill(wanted)
  await page.getByLabel(say('Profile.currentPassword'), { exact: true }).fill('не той пароль')
  await submit(page, say('Profile.save'))
  await expect(page.getByText(say('Fields.passwordIncorrect'))).toBeVisible()
  await expect(page.getByLabel(say('Profile.newEmail'))).toHaveValue(wanted)
  await page.getByLabel(say('Profile.currentPassword'), { exact: true }).fill(buyer!.password)
  await submit(page, say('Profile.save'))
  await expect(page.getByText(say('Profile.emailPending', { email: wanted }))).toBeVisible()
  const letter = await letterTo(wanted, '/profile/user-email-confirm/token/')
  await page.goto(linkOf(letter, '/profile/user-email-confirm/token/'))
  await submit(page, say('ConfirmEmail.confirm'))
  await expect(page.getByRole('heading', { name: say('ConfirmEmail.changedTitle') })).toBeVisible()
  await page.goto('/cabinet/info')
  await expect(page.getByRole('main').getByText(wanted)).toBeVisible()
  await market.close()
})

for (const locale of ['uk', 'en'] as const) {
  test(`a buyer who is deactivated while watching is out at once, and told, ${locale}`, async ({ page, request }) => {
    const say = wordsOf(locale)
    const market = openMarket()
    const [buyer] = await market.buyers(1)
    const staff = await market.staffToken()
    const startsAt = Date.now() + 3_600_000
    const lot = await market.publishLot(staff, { startsAt, endsAt: startsAt + 3_600_000 })
    await signIn(page, locale, buyer!.email, buyer!.password)
    await page.goto(localizePath(`/auctions/condensate/${lot.slug}`, locale))
    await expect(page.getByRole('button', { name: say('Apply.submit') })).toBeVisible()

    const out = await request.post('/api/manager/accounts/deactivate', {
      data: { user_id: buyer!.id, reason: 'Перевірка правил' },
      headers: { authorization: `Bearer ${staff}` },
    })
    expect(out.status()).toBe(200)
    await expect(page).toHaveURL(/user-login/)
    await expect(page.getByText(say('Login.ended.deactivatedByManager'))).toBeVisible()
    await letterTo(buyer!.email, 'Перевірка правил')
    await page.getByLabel(say('Login.email')).fill(buyer!.email)
    await page.getByLabel(say('Login.password'), { exact: true }).fill(buyer!.password)
    await submit(page, say('Login.submit'))
    await expect(page.getByText(say('Login.errors.deactivatedByManager')).first()).toBeVisible()
    await market.close()
  })
}

test('the sign-in pages work without JavaScript', async ({ browser }) => {
  const say = wordsOf('uk')
  const context = await browser.newContext({ baseURL: process.env.E2E_BASE_URL, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/register')
  await page.getByLabel(say('Register.company_name')).fill(COMPANY.company_name)
  await page.getByLabel(say('Register.edrpou')).fill('123')
  await submit(page, say('Register.submit'))
  await expect(page.getByText(say('Fields.edrpouInvalid'))).toBeVisible()
  await expect(page.getByLabel(say('Register.company_name'))).toHaveValue(COMPANY.company_name)
  await page.goto('/password-reset')
  await page.getByLabel(say('PasswordReset.email')).fill('nobody-at-all@example.com')
  await submit(page, say('PasswordReset.submit'))
  await expect(page.getByText(say('Errors.emailNotRegistered'))).toBeVisible()
  await context.close()
})

type Say = ReturnType<typeof wordsOf>

async function fill(page: Page, say: Say, values: Partial<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.getByLabel(say(`Register.${name}`), { exact: true }).fill(value ?? '')
  await page.getByRole('radio', { name: say('Register.kinds.all') }).check()
}

async function submit(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

async function signIn(page: Page, locale: Locale, email: string, password: string): Promise<void> {
  const say = wordsOf(locale)
  await page.goto(localizePath('/user-login', locale))
  await page.getByLabel(say('Login.email')).fill(email)
  await page.getByLabel(say('Login.password'), { exact: true }).fill(password)
  await submit(page, say('Login.submit'))
  await expect(page).toHaveURL(/\/cabinet/)
}
