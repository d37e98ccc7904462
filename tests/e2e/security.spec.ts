import type { Browser } from '@playwright/test'
import { generateSync } from 'otplib'
import { openMarket, type Buyer } from '@/tests/e2e/support/market'
import { emailTo } from '@/tests/e2e/support/mailbox'
import { openOffice } from '@/tests/e2e/support/office'
import { press } from '@/tests/e2e/support/registration'
import { expect, test } from '@/tests/e2e/support/test'
import { openTrader, signIn, signInOnPage, type Trader, typeCredentials } from '@/tests/e2e/support/trader'

const STEP = 30
let market: ReturnType<typeof openMarket>
let buyer: Buyer

test.beforeAll(() => {
  market = openMarket()
})
test.beforeEach(async () => {
  ;[buyer] = (await market.buyers(1)) as [Buyer]
})
test.afterAll(() => market.close())

test('an authenticator app protects the cabinet; a recovery code works once', async ({ browser }) => {
  const trader = await openSignedIn(browser, 'uk')
  const { page, t } = trader
  let secret = ''
  let recoveryCodes: string[] = []
  let used = 0

  await test.step('the password and a first code turn the second factor on', async () => {
    await page.goto('/cabinet/info')
    await page
      .locator('[aria-labelledby="two-factor"]')
      .getByRole('button', { name: t('TwoFactor.turnOn') })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('Common.ownPassword'), { exact: true }).fill('не той пароль')
    await dialog.getByRole('button', { name: t('TwoFactor.next') }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByLabel(t('Common.ownPassword'), { exact: true }).fill(buyer.password)
    await dialog.getByRole('button', { name: t('TwoFactor.next') }).click()
    await expect(dialog.getByRole('img', { name: t('TwoFactor.picture') })).toBeVisible()
    secret = (await dialog.locator('code').innerText()).replace(/\s/g, '')
    used = stepNow()
    await dialog.getByLabel(t('TwoFactor.code'), { exact: true }).fill(codeOf(secret, used))
    await dialog.getByRole('button', { name: t('TwoFactor.turnOn') }).click()
    const codes = page.getByRole('dialog', { name: t('TwoFactor.codesTitle') }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    recoveryCodes = await codes.allInnerTexts()
    await press(page, t('TwoFactor.done'))
    await expect(page.getByText(t('TwoFactor.turnedOn'))).toBeVisible()
  })

  await test.step('neither the password alone nor a used code signs in; the next code does', async () => {
    const other = await openTrader(browser, 'en')
    await passFirstStep(other)
    await enterCode(other, codeOf(secret, used))
    await expect(other.page.getByText(other.t('Errors.second_factor_code_invalid'))).toBeVisible()
    // The portal accepts a code of the next step, because clocks differ.
    used = Math.max(used + 1, stepNow())
    await enterCode(other, codeOf(secret, used))
    await expect(other.page).toHaveURL(/\/en\/cabinet$/)
    await other.page.context().close()
  })

  await test.step('a recovery code works once', async () => {
    const other = await openTrader(browser, 'en')
    await passFirstStep(other)
    await enterCode(other, recoveryCodes[0] ?? '')
    await expect(other.page).toHaveURL(/\/en\/cabinet$/)
    await other.page.context().close()
    const again = await openTrader(browser, 'en')
    await passFirstStep(again)
    await enterCode(again, recoveryCodes[0] ?? '')
    await expect(again.page.getByText(again.t('Errors.second_factor_code_invalid'))).toBeVisible()
    await again.page.context().close()
  })

  await test.step('the password and a recovery code turn it off; then the password is enough', async () => {
    await page.reload()
    await expect(page.getByText(t('TwoFactor.left', { count: 9 }))).toBeVisible()
    await press(page, t('TwoFactor.turnOff'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('Common.ownPassword'), { exact: true }).fill(buyer.password)
    await dialog.getByLabel(t('TwoFactor.codeOrRecovery')).fill(recoveryCodes[1] ?? '')
    await dialog.getByRole('button', { name: t('TwoFactor.turnOff') }).click()
    await expect(page.getByText(t('TwoFactor.turnedOff'))).toBeVisible()
    const other = await openTrader(browser, 'ru')
    await signInOnPage(other, buyer)
    await other.page.context().close()
  })
  await page.context().close()
})

test('ending the session of another device signs that device out', async ({ browser }) => {
  const here = await openSignedIn(browser, 'uk')
  const there = await openSignedIn(browser, 'en')
  const { page, t } = here
  await page.goto('/cabinet/info')
  await there.page.goto('/en/cabinet/info')
  const ends = page.getByRole('button', {
    name: new RegExp(`^${t('Cabinet.sessions.revokeLabel', { device: '' }).trim()}`),
  })
  await expect(ends).toHaveCount(1)
  await expect(page.getByText(t('Cabinet.sessions.current'))).toHaveCount(1)
  await ends.click()
  await expect(page.getByText(t('Cabinet.sessions.revoked'))).toBeVisible()
  await expect(ends).toHaveCount(0)
  // A browser fires this event when the window is looked at again.
  await there.page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(there.page).toHaveURL(/\/en\/user-login/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: t('Cabinet.info.title') })).toBeVisible()
  for (const trader of [here, there]) await trader.page.context().close()
})

test('a company downloads its data and requests its deletion, which a manager carries out', async ({ browser }) => {
  const { page, t } = await openSignedIn(browser, 'en')
  const dialog = page.getByRole('dialog')

  await test.step('the password gives access to a ZIP of the data', async () => {
    await page.goto('/en/cabinet/info')
    await press(page, t('PersonalData.export'))
    await dialog.getByLabel(t('Common.ownPassword'), { exact: true }).fill(buyer.password)
    await dialog.getByRole('button', { name: t('PersonalData.export') }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: t('PersonalData.download') }).click()
    expect((await download).suggestedFilename()).toMatch(/\.zip$/)
  })

  await test.step('a request can be withdrawn and repeated', async () => {
    await requestDeletion()
    await press(page, t('PersonalData.withdraw'))
    await expect(page.getByText(t('PersonalData.withdrawn'))).toBeVisible()
    await requestDeletion()
  })

  await test.step('a manager carries out the request from the queue', async () => {
    const office = await openOffice(browser)
    await office.goto('/office/deletion?status=waiting')
    const request = office.getByRole('row').filter({ hasText: buyer.company })
    await expect(request).toContainText('We leave the market')
    await request.getByRole('button', { name: 'Видалити дані', exact: true }).click()
    await office.getByRole('dialog').getByRole('button', { name: 'Видалити дані', exact: true }).click()
    await expect(request).toHaveCount(0)
    await emailTo(buyer.email, /./)
    await office.context().close()
  })

  await test.step('the company is signed out, and can no longer sign in', async () => {
    await page.goto('/en/cabinet')
    await expect(page).toHaveURL(/\/en\/user-login/)
    await typeCredentials({ page, t }, buyer)
    await expect(page.getByText(t('Errors.invalid_credentials'))).toBeVisible()
  })
  await page.context().close()

  async function requestDeletion(): Promise<void> {
    await press(page, t('PersonalData.ask'))
    await dialog.getByLabel(t('Common.ownPassword'), { exact: true }).fill(buyer.password)
    await dialog.getByLabel(t('PersonalData.comment')).fill('We leave the market')
    await dialog.getByRole('button', { name: t('PersonalData.send') }).click()
    await expect(page.getByRole('button', { name: t('PersonalData.withdraw') })).toBeVisible()
  }
})

async function openSignedIn(browser: Browser, locale: Trader['locale']): Promise<Trader> {
  const trader = await openTrader(browser, locale)
  await signIn(trader, buyer)
  return trader
}

async function passFirstStep(trader: Trader): Promise<void> {
  await trader.page.goto(trader.locale === 'uk' ? '/user-login' : `/${trader.locale}/user-login`)
  await typeCredentials(trader, buyer)
  await expect(trader.page.getByRole('heading', { name: trader.t('Login.second.title') })).toBeVisible()
}

async function enterCode({ page, t }: Trader, code: string): Promise<void> {
  await page.getByLabel(t('Login.second.code'), { exact: true }).fill(code)
  await press(page, t('Login.submit'))
}

function stepNow(): number {
  return Math.floor(Date.now() / 1000 / STEP)
}

function codeOf(secret: string, step: number): string {
  return generateSync({ secret, epoch: step * STEP, period: STEP })
}
