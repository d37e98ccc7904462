import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import {
  autofill,
  blockStorage,
  delayScripts,
  bufferStreams,
  openBufferingProxy,
  sleep,
  translatePage,
} from './support/hostile'
import { type Buyer, openMarket } from './support/market'
import { openOffice } from './support/office'
import { fillRegistration, newCompany, press } from './support/registration'
import { expect, expectOnConsole, test } from './support/test'
import { applyFor, bid, figure, openTrader, signIn, signInOnPage, traderAt, typeCredentials } from './support/trader'
import { translatorOf } from './support/translator'

// The portal with page translators, blocked storage, buffering proxies and late scripts.
const SECOND = 1_000
/** Enough for two applications and their confirmation through the API. */
const BEFORE_START = 9 * SECOND
const t = translatorOf('en')
const UNKNOWN = { email: 'nobody@example.com', password: 'Wrong-Password-1' }
const PAGES = ['/en', '/en/auctions/condensate', '/en/news']

test('the site works when translated or behind buffering proxies', async ({ browser }) => {
  test.setTimeout(300 * SECOND)
  // React reports an error for text that was translated before hydration, and renders it again.
  expectOnConsole(/React error #418/)
  const market = openMarket()
  const [own, other] = (await market.buyers(2)) as [Buyer, Buyer]
  const trader = await openTrader(browser, 'en')
  const { page } = trader
  const verdict = page.getByRole('region', { name: t('Verdict.label') })
  await translatePage(page)

  await test.step('sign-in', async () => {
    await page.goto('/en/user-login')
    await typeCredentials(trader, UNKNOWN)
    await expect(page.getByText(t('Errors.invalid_credentials')).first()).toBeVisible()
    await signInOnPage(trader, own)
  })

  await test.step('feedback and the profile', async () => {
    await page.goto('/en/cabinet/feedbackform')
    await writeFeedback(page)
    await page.goto('/en/cabinet/info')
    await page.getByRole('button', { name: t('Profile.editPerson') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('Register.surname'), { exact: true }).fill('Мельник')
    await dialog.getByRole('button', { name: t('Profile.save') }).click()
    await expect(page.getByText(t('Profile.saved'))).toBeVisible()
    await expect(page.getByText(/Мельник/).first()).toBeVisible()
  })

  await test.step('an application', async () => {
    const startsAt = Date.now() + 3_600 * SECOND
    const planned = await market.publishLot(await market.staffToken(), { startsAt, endsAt: startsAt + 600 * SECOND })
    await page.goto(`/en/auctions/condensate/${planned.slug}`)
    await applyFor(trader, '15000', '100')
  })

  const { lot, offer, tokens } = await openLot(market, [own, other])
  const office = await openOffice(browser)
  await translatePage(office)
  const buffered = await Promise.all(
    (['body', 'everything'] as const).map(async (part) => {
      const opened = await page.context().newPage()
      await bufferStreams(opened, part)
      return opened
    }),
  )
  await test.step('the verdict and the ranking follow a bid', async () => {
    await page.goto(`/en/auctions/condensate/${lot.slug}`)
    await office.goto(`/office/auctions/${lot.id}/console`)
    await expect(verdict).toHaveAttribute('data-verdict', 'go', {
      timeout: 60 * SECOND,
    })
    for (const each of buffered) {
      await each.goto(`/en/auctions/condensate/${lot.slug}`)
      await expect(each.getByText(t('Auction.connection.polling'))).toBeVisible()
    }
    await market.call('bids/place', { ...offer('15500.00', '500.000'), final: false }, tokens[1]!, randomUUID())
    await expect(verdict).toHaveAttribute('data-verdict', 'lose')
    await expect(verdict).toContainText(figure('15550.00', 'en'))
    for (const each of buffered)
      await expect(each.getByRole('region', { name: t('Verdict.label') })).toHaveAttribute('data-verdict', 'lose')
    await expect(office.getByText(figure('15500.00', 'uk')).first()).toBeVisible()
  })

  await test.step('a bid is placed and confirmed', async () => {
    await bid(trader, '15550')
    await expect(verdict).toHaveAttribute('data-verdict', 'go')
  })
  await office.context().close()
  await page.context().close()
  await market.close()
})

test('with blocked storage pages open, forms work, and the sign-in page explains the problem', async ({ page }) => {
  await blockStorage(page)
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: t('ErrorPage.heading'), exact: true })).toHaveCount(0)
  }
  await page.goto('/en/user-login')
  await expect(page.getByText(t('Login.cookiesBlocked')).first()).toBeVisible()
  await register(page)
  await page.goto('/en/shop#order')
  await placeOrder(page)
})

test('input typed before the scripts run is kept', async ({ page }) => {
  const market = openMarket()
  const [buyer] = (await market.buyers(1)) as [Buyer]
  for (const [path, fields] of [
    ['/en/user-login', { 'Login.email': UNKNOWN.email, 'Login.password': UNKNOWN.password }],
    ['/en/register', { 'Register.company_name': 'Early Gas LLC', 'Register.edrpou': '37027819' }],
    ['/en/password-reset', { 'PasswordReset.email': UNKNOWN.email }],
    ['/en/shop#order', { 'Shop.form.companyName': 'Early Gas LLC', 'Shop.form.comment': 'Early' }],
    ['/en/cabinet/feedbackform', { 'Cabinet.feedback.subject': 'Early', 'Cabinet.feedback.message': 'Early words' }],
  ] as const) {
    if (path.includes('cabinet')) await signIn({ page }, buyer)
    const release = await delayScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(t(label), { exact: true }).pressSequentially(value)
    release()
    await page.waitForLoadState('networkidle')
    for (const [label, value] of Object.entries(fields))
      await expect(page.getByLabel(t(label), { exact: true })).toHaveValue(value)
    await page.unroute(/\/_next\/static\/.*\.js/)
  }
  await market.close()
})

test('values that the browser fills in without events are sent', async ({ page }) => {
  const market = openMarket()
  const [buyer] = (await market.buyers(1)) as [Buyer]
  await register(page, autofill)
  await page.goto('/en/shop#order')
  await placeOrder(page, autofill)
  await page.goto('/en/user-login')
  await autofill(page.getByLabel(t('Login.email')), buyer.email)
  await autofill(page.getByLabel(t('Login.password'), { exact: true }), buyer.password)
  await page.getByRole('button', { name: t('Login.submit'), exact: true }).click()
  await expect(page).toHaveURL(/\/cabinet$/)
  await market.close()
})

test('a lot is up to date in two tabs, after sleep and behind a buffering proxy', async ({ browser }) => {
  test.setTimeout(300 * SECOND)
  const market = openMarket()
  const [own, other] = (await market.buyers(2)) as [Buyer, Buyer]
  const trader = await openTrader(browser, 'en')
  await signIn(trader, own)
  const { lot, offer, tokens } = await openLot(market, [own, other])
  const path = `/en/auctions/condensate/${lot.slug}`
  const tabs = [trader, traderAt(await trader.page.context().newPage(), 'en')] as const
  for (const { page } of tabs) {
    await page.goto(path)
    await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'go', { timeout: 60 * SECOND })
  }

  await test.step('bids and messages from one tab appear in the other', async () => {
    await market.call('bids/place', { ...offer('15500.00', '500.000'), final: false }, tokens[1]!, randomUUID())
    for (const { page } of tabs) await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'lose')
    await bid(tabs[0], '15550')
    for (const { page } of tabs) await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'go')
    await bid(tabs[1], '15600')
    for (const [index, { page }] of tabs.entries()) {
      await page.getByLabel(t('Chat.label')).fill(`Message of tab ${index}`)
      await page.getByRole('button', { name: t('Chat.send') }).click()
    }
    for (const { page } of tabs)
      for (const index of tabs.keys()) await expect(page.getByText(`Message of tab ${index}`)).toHaveCount(1)
  })

  await test.step('after sleep the clock is correct and the stream reconnects', async () => {
    const { page } = tabs[0]
    const wake = await sleep(page, 40 * SECOND)
    await market.call('bids/place', { ...offer('15700.00', '500.000'), final: false }, tokens[1]!, randomUUID())
    await wake()
    await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'lose')
    const read = async () => {
      const [minutes, seconds] = (await page.getByRole('timer').first().innerText()).split(':').slice(-2).map(Number)
      return Math.abs((minutes! * 60 + seconds!) * SECOND - ((lot.endsAt - Date.now()) % (3_600 * SECOND)))
    }
    await expect.poll(read).toBeLessThan(5 * SECOND)
  })

  await test.step('behind a buffering proxy the page polls', async () => {
    const proxy = await openBufferingProxy(process.env.E2E_BASE_URL as string)
    const onlooker = await (await browser.newContext({ baseURL: proxy.origin })).newPage()
    await onlooker.goto(path)
    await expect(onlooker.getByText(t('Auction.connection.polling'))).toBeVisible()
    await bid(tabs[1], '15750')
    await expect(onlooker.getByText(figure('15750.00', 'en')).first()).toBeVisible()
    await onlooker.context().close()
    proxy.close()
  })

  await test.step('signing out in one tab is shown in the other', async () => {
    await tabs[1].page.goto('/en/cabinet')
    await tabs[1].page.locator('header details').filter({ hasText: own.email }).first().locator('summary').click()
    await tabs[1].page
      .locator('header details')
      .filter({ hasText: own.email })
      .first()
      .getByRole('button', { name: t('Header.logout') })
      .click()
    await expect(tabs[1].page).toHaveURL(/user-login/)
    await expect(tabs[0].page.getByRole('alert').filter({ hasText: t('BidPanel.signIn.title') })).toBeVisible()
  })
  await trader.page.context().close()
  await market.close()
})

/** Opens a lot in which the first buyer leads with 100 t and the second bids for 500 t. */
async function openLot(market: ReturnType<typeof openMarket>, buyers: readonly [Buyer, Buyer]) {
  const staff = await market.staffToken()
  const tokens = await Promise.all(buyers.map((buyer) => market.tokenOf(buyer)))
  const startsAt = Date.now() + BEFORE_START
  const endsAt = startsAt + 600 * SECOND
  const lot = await market.publishLot(staff, { startsAt, endsAt, hardEndAt: endsAt })
  const offer = (price: string, quantity: string) => ({ auction_id: lot.id, price, quantity })
  await market.call('auctions/apply', offer('15100.00', '100.000'), tokens[0]!)
  await market.call('auctions/apply', offer('15050.00', '500.000'), tokens[1]!)
  const manager = `Bearer ${staff}`
  const { list } = await market.call<{ list: { id: number }[] }>(
    'manager/applications/list',
    { auction_id: lot.id },
    manager,
  )
  for (const { id } of list)
    await market.call('manager/applications/confirm', { application_id: id, insistence: 'Перевірено в офісі' }, manager)
  return { lot: { ...lot, endsAt }, offer, tokens }
}

type Fill = (field: Locator, value: string) => Promise<void>
const typed: Fill = (field, value) => field.fill(value)

async function register(page: Page, fill = typed): Promise<void> {
  await page.goto('/en/register')
  await page.waitForLoadState('networkidle')
  const email = `hostile-${randomUUID()}@example.com`
  await fillRegistration(page, t, { ...newCompany(), email, password: 'три сині валізи 1' }, fill)
  await press(page, t('Register.submit'))
  await expect(page.getByRole('heading', { name: t('ConfirmEmail.sentTitle') })).toBeVisible()
}

async function placeOrder(page: Page, fill = typed): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.getByRole('combobox', { name: t('Shop.form.product'), exact: true }).click()
  await page.getByRole('option').first().click()
  await fill(page.getByLabel(new RegExp(`^${t('Shop.form.volume')}`)), '500')
  const values = { companyName: 'Buyer LLC', edrpou: '37027819', name: 'Olena Koval', position: 'Trader' }
  for (const [name, value] of Object.entries(values))
    await fill(page.getByLabel(t(`Shop.form.${name}`), { exact: true }), value)
  await fill(page.getByLabel(t('Shop.form.phone'), { exact: true }), '067 123 45 67')
  await fill(page.getByRole('textbox', { name: t('Shop.form.email'), exact: true }), 'olena@buyer.example')
  await press(page, t('Shop.form.send'))
  await expect(page.getByRole('heading', { name: /^Order No\.\s\d+ has been received$/ })).toBeVisible()
}

async function writeFeedback(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: t('Cabinet.feedback.topic'), exact: true }).click()
  await page.getByRole('option', { name: t('Cabinet.feedback.topics.question') }).click()
  await page.getByLabel(t('Cabinet.feedback.subject'), { exact: true }).fill('A subject')
  await page.getByLabel(t('Cabinet.feedback.message'), { exact: true }).fill('Some words')
  await press(page, t('Cabinet.feedback.send'))
  await expect(page.getByRole('heading', { name: 'A subject' })).toBeVisible()
}

function verdictOf(page: Page): Locator {
  return page.getByRole('region', { name: t('Verdict.label') })
}
