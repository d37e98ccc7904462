import { type Buyer, openMarket } from '@/tests/e2e/support/market'
import { remoteSiteOfSuite } from '@/tests/e2e/support/remote-session'
import { expect, test } from '@/tests/e2e/support/test'
import { traderAt, typeCredentials } from '@/tests/e2e/support/trader'
import { translatorOf } from '@/tests/e2e/support/translator'

const PROFILE = '/api/auth/user-profile'
/** If one of these calls fails, the page is still shown. */
const SECTIONS = ['/api/auctions/results', '/api/auction-categories/list', '/api/menu/get-by-ids', '/api/settings/all']
const HOME_SECTIONS = ['/api/auctions/list', '/api/pages/auction-page']
const ACCOUNT_SECTIONS = [
  '/api/auth/sessions/list',
  '/api/profile/notifications',
  '/api/profile/two-factor/status',
  '/api/profile/deletion/status',
]
const t = translatorOf('en')
const remote = remoteSiteOfSuite([PROFILE, ...SECTIONS, ...HOME_SECTIONS, ...ACCOUNT_SECTIONS])

test('a section that fails is replaced by a note; the rest of the page stays', async ({ page }) => {
  for (const path of SECTIONS) remote.gateway.fail(path, 500)
  for (const path of ['/ru', '/ru/auctions/results-past-auctions', '/ru/auctions/gas']) {
    // On a busy machine one API call may time out, and the page answers 503.
    await expect(async () => {
      const answer = await page.goto(`${remote.site.origin}${path}`)
      expect([path, answer?.status()]).toEqual([path, 200])
    }).toPass()
    await expect(page.getByText(translatorOf('ru')('ErrorPage.sectionFailed')).first()).toBeVisible()
  }
  expect((await page.goto(`${remote.site.origin}/ru/user-login`))?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: translatorOf('ru')('Login.title') })).toBeVisible()
  await page.goto(`${remote.site.origin}/ru/auctions/gas`)
  for (const path of SECTIONS) remote.gateway.fail(path, null)
  await expect(page.getByText(translatorOf('ru')('ErrorPage.sectionFailed'))).toHaveCount(0, { timeout: 40_000 })
})

test('home without auctions, and personal data without sections, are shown and recover automatically', async ({
  page,
}) => {
  for (const path of HOME_SECTIONS) remote.gateway.fail(path, 500)
  expect((await page.goto(remote.site.origin))?.status()).toBe(200)
  await expect(page.getByText(translatorOf('uk')('ErrorPage.sectionFailed')).first()).toBeVisible()
  await expect(page.getByText(translatorOf('uk')('Home.empty'))).toHaveCount(0)

  await remote.signIn(page)
  for (const path of ACCOUNT_SECTIONS) remote.gateway.fail(path, 500)
  expect((await page.goto(`${remote.site.origin}/en/cabinet/info`))?.status()).toBe(200)
  await expect(page.getByText(remote.buyer.email).last()).toBeVisible()
  await expect(page.getByText(t('ErrorPage.sectionFailed'))).toHaveCount(ACCOUNT_SECTIONS.length)
  for (const path of ACCOUNT_SECTIONS) remote.gateway.fail(path, null)
  await expect(page.getByText(t('ErrorPage.sectionFailed'))).toHaveCount(0, { timeout: 40_000 })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the error page, the menu of narrow screens, the language links and signing out work', async ({
    page,
    context,
  }) => {
    await remote.signInOnPage(page)
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto(`${remote.site.origin}/en/news?year=2026`)
    await page.locator(`summary[aria-label="${t('Header.burger')}"]`).click()
    await expect(
      page
        .getByRole('navigation', { name: t('Header.mainMenu') })
        .getByRole('link')
        .first(),
    ).toBeVisible()
    for (const link of await page.locator('a[hreflang="ru"]').all())
      await expect(link).toHaveAttribute('href', '/ru/news?year=2026')

    remote.gateway.fail(PROFILE, 503)
    expect((await page.goto(`${remote.site.origin}/en/cabinet`))?.status()).toBe(503)
    await expect(page.getByRole('link', { name: t('ErrorPage.retry') })).toBeVisible()
    remote.gateway.fail(PROFILE, null)

    await page.goto(`${remote.site.origin}/en/cabinet`)
    await page.locator('header details').filter({ hasText: remote.buyer.email }).first().locator('summary').click()
    await page
      .locator('header details')
      .filter({ hasText: remote.buyer.email })
      .first()
      .getByRole('button', { name: t('Header.logout') })
      .click()
    await expect(page).toHaveURL(`${remote.site.origin}/en/user-login`)
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('accessToken')
  })
})

test('a sign-in page from before a deployment reloads itself, keeps the address, and then signs in', async ({
  page,
}) => {
  const market = openMarket()
  const [buyer] = (await market.buyers(1)) as [Buyer]
  const trader = traderAt(page, 'en')
  await page.goto('/en/user-login')
  // The action of another build, once.
  await page.route(
    '**/en/user-login*',
    (route) => {
      const headers = route.request().headers()
      const action = headers['next-action']
      return route.continue(action ? { headers: { ...headers, 'next-action': otherThan(action) } } : {})
    },
    { times: 1 },
  )
  await typeCredentials(trader, buyer)
  await expect(page.getByText(trader.t('Login.updated'))).toBeVisible()
  await expect(page.getByLabel(trader.t('Login.email'))).toHaveValue(buyer.email)
  await expect(page.getByLabel(trader.t('Login.password'), { exact: true })).toHaveValue('')
  await page.getByLabel(trader.t('Login.password'), { exact: true }).fill(buyer.password)
  await page.getByRole('button', { name: trader.t('Login.submit'), exact: true }).click()
  await expect(page).toHaveURL(/\/cabinet$/)
  await market.close()
})

function otherThan(action: string): string {
  return action.slice(0, -1) + (action.endsWith('0') ? '1' : '0')
}
