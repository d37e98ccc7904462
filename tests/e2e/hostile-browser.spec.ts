import { randomUUID } from 'node:crypto'
import { blockStorage, delayScripts, holdStreams, translatePage } from './support/hostile'
import { type Buyer, openMarket } from './support/market'
import { openOffice } from './support/office'
import { expect, expectOnConsole, test } from './support/test'
import { bid, figure, openTrader, signIn, typeCredentials } from './support/trader'
import { wordsOf } from './support/words'

/** The portal in browsers and networks that interfere: page translators, blocked site data, buffering proxies, late scripts. */
const SECOND = 1_000
/** At the least: two companies apply and are confirmed through the API. */
const BEFORE_START = 9 * SECOND
const say = wordsOf('en')
const UNKNOWN = { email: 'nobody@example.com', password: 'Wrong-Password-1' }
const PAGES = [
  '/en',
  '/en/user-login',
  '/en/register',
  '/en/auctions/condensate',
  '/en/shop',
  '/en/feedback',
  '/en/news',
]

test('translated pages and pages behind buffering proxies show each bid', async ({ browser }) => {
  test.setTimeout(300 * SECOND)
  // A text translated before hydration differs from the server's: React renders it again and reports an error.
  expectOnConsole(/React error #418/)
  const market = openMarket()
  const [own, other] = (await market.buyers(2)) as [Buyer, Buyer]
  const staff = await market.staffToken()
  const trader = await openTrader(browser, 'en')
  const { page } = trader
  const verdict = page.getByRole('region', { name: say('Verdict.label') })
  await translatePage(page)

  await test.step('sign-in', async () => {
    await page.goto('/en/user-login')
    await typeCredentials(trader, UNKNOWN)
    await expect(page.getByText(say('Errors.invalid_credentials')).first()).toBeVisible()
    await signIn(trader, own)
  })

  const tokens = await Promise.all([own, other].map((buyer) => market.tokenOf(buyer)))
  const startsAt = Date.now() + BEFORE_START
  const endsAt = startsAt + 600 * SECOND
  const lot = await market.publishLot(staff, { startsAt, endsAt, hardEndAt: endsAt })
  const offer = (price: string, quantity: string) => ({ auction_id: lot.id, price, quantity })
  await market.call('auctions/apply', offer('15100.00', '100.000'), tokens[0]!)
  await market.call('auctions/apply', offer('15050.00', '500.000'), tokens[1]!)
  const { list } = await market.call<{ list: { id: number }[] }>(
    'manager/applications/list',
    { auction_id: lot.id },
    `Bearer ${staff}`,
  )
  for (const { id } of list)
    await market.call(
      'manager/applications/confirm',
      { application_id: id, insistence: 'Перевірено в офісі' },
      `Bearer ${staff}`,
    )

  const office = await openOffice(browser)
  await translatePage(office)
  const buffered = await Promise.all(
    (['body', 'everything'] as const).map(async (held) => {
      const opened = await page.context().newPage()
      await holdStreams(opened, held)
      return opened
    }),
  )
  await test.step('the verdict and the ranking follow a bid', async () => {
    await page.goto(`/en/auctions/condensate/${lot.slug}`)
    await office.goto(`/admin/collections/auctions/${lot.id}/console`)
    await expect(verdict).toHaveAttribute('data-verdict', 'go', {
      timeout: 60 * SECOND,
    })
    for (const each of buffered) {
      await each.goto(`/en/auctions/condensate/${lot.slug}`)
      await expect(each.getByText(say('Auction.connection.polling'))).toBeVisible()
    }
    await market.call('bids/place', { ...offer('15500.00', '500.000'), final: false }, tokens[1]!, randomUUID())
    await expect(verdict).toHaveAttribute('data-verdict', 'lose')
    await expect(verdict).toContainText(figure('15550.00', 'en'))
    for (const each of buffered)
      await expect(each.getByRole('region', { name: say('Verdict.label') })).toHaveAttribute('data-verdict', 'lose')
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

test('with site data blocked every page opens, and signing in names the reason', async ({ page }) => {
  await blockStorage(page)
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: say('ErrorPage.heading'), exact: true })).toHaveCount(0)
  }
  await page.goto('/en/user-login')
  await expect(page.getByText(say('Login.cookiesBlocked')).first()).toBeVisible()
})

test('what is typed before the scripts run is kept', async ({ page }) => {
  for (const [path, fields] of [
    ['/en/user-login', { 'Login.email': UNKNOWN.email, 'Login.password': UNKNOWN.password }],
    ['/en/register', { 'Register.company_name': 'Early Gas LLC', 'Register.edrpou': '37027819' }],
    ['/en/password-reset', { 'PasswordReset.email': UNKNOWN.email }],
  ] as const) {
    const release = await delayScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(say(label), { exact: true }).pressSequentially(value)
    release()
    await page.waitForLoadState('networkidle')
    for (const [label, value] of Object.entries(fields))
      await expect(page.getByLabel(say(label), { exact: true })).toHaveValue(value)
    await page.unroute(/\/_next\/static\/.*\.js/)
  }
})
