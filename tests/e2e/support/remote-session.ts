import type { Page } from '@playwright/test'
import { type Gateway, openGateway } from '@/tests/e2e/support/gateway'
import { type Buyer, openMarket } from '@/tests/e2e/support/market'
import { type RemoteSite, startRemoteSite } from '@/tests/e2e/support/remote-site'
import { expect, test } from '@/tests/e2e/support/test'
import { translatorOf } from '@/tests/e2e/support/translator'

const t = translatorOf('en')

/**
 * A site without a database, whose API is the portal of the other tests, and a buyer.
 *
 * @param calls that the gateway may be told to fail; each test begins with all of them working
 */
export function remoteSiteOfSuite(calls: readonly string[]) {
  const remote = { signIn, signInOnPage } as {
    gateway: Gateway
    site: RemoteSite
    buyer: Buyer
    signIn: typeof signIn
    signInOnPage: typeof signInOnPage
  }

  test.beforeAll(async () => {
    remote.gateway = await openGateway(process.env.E2E_BASE_URL as string)
    remote.site = await startRemoteSite(remote.gateway.url)
    const market = openMarket()
    ;[remote.buyer] = (await market.buyers(1)) as [Buyer]
    await market.close()
  })
  test.afterAll(async () => {
    await remote.site.stop()
    await remote.gateway.close()
  })
  test.afterEach(() => {
    for (const path of calls) remote.gateway.fail(path, null)
  })

  async function signIn({ request }: Page): Promise<void> {
    const { email, password } = remote.buyer
    const answer = await request.post(`${remote.site.origin}/api/auth/login`, { data: { email, password } })
    expect(answer.status()).toBe(200)
  }

  async function signInOnPage(page: Page): Promise<void> {
    const { site, buyer } = remote
    await page.goto(`${site.origin}/en/user-login`)
    await page.getByLabel(t('Login.email')).fill(buyer.email)
    await page.getByLabel(t('Login.password'), { exact: true }).fill(buyer.password)
    await page.getByRole('button', { name: t('Login.submit'), exact: true }).click()
    await expect(page).toHaveURL(`${site.origin}/en/cabinet`)
    // The address changes before the page is loaded and knows its user.
    await expect(page.getByRole('heading', { level: 1, name: t('Cabinet.auctions.title') })).toBeVisible()
    await expect(page.locator('header details').filter({ hasText: buyer.email }).first()).toBeVisible()
    await page.waitForLoadState('load')
  }

  return remote
}
