import { remoteSiteOfSuite } from '@/tests/e2e/support/remote-session'
import type { AuctionSummary } from '@/lib/contract/auctions'
import { expect, expectOnConsole, test } from '@/tests/e2e/support/test'
import { translatorOf } from '@/tests/e2e/support/translator'

const PROFILE = '/api/auth/user-profile'
const t = translatorOf('en')
const remote = remoteSiteOfSuite([PROFILE])

test('the profile is fetched once per visit, on whatever page the visit starts', async ({ page }) => {
  await remote.signIn(page)
  remote.gateway.calls(PROFILE)
  await page.goto(`${remote.site.origin}/en/cabinet`)
  await expect(page.locator('header details').filter({ hasText: remote.buyer.email })).toBeVisible()
  for (const [link, heading] of [
    ['Header.cabinetAgreements', 'Cabinet.agreements.title'],
    ['Header.cabinetInfo', 'Cabinet.info.title'],
  ] as const) {
    await page
      .getByRole('link', { name: t(link), exact: true })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: t(heading) })).toBeVisible()
  }
  await expect(page.getByText(remote.buyer.email).last()).toBeVisible()
  expect(remote.gateway.calls(PROFILE)).toBe(1)

  const profileAnswered = page.waitForResponse((response) => response.url().endsWith(PROFILE))
  await page.goto(`${remote.site.origin}/en/news`)
  await profileAnswered
  await page
    .getByRole('link', { name: t('Header.cabinet'), exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: t('Cabinet.auctions.title') })).toBeVisible()
  await expect(page.locator('header details').filter({ hasText: remote.buyer.email })).toBeVisible()
  expect(remote.gateway.calls(PROFILE)).toBe(1)
})

test('a refused session is cleared on a public page, and the icon links to the sign-in page', async ({
  page,
  context,
}) => {
  await remote.signIn(page)
  remote.gateway.fail(PROFILE, 500)
  expectOnConsole(/status of 500/)
  const cleared = page.waitForResponse((response) => response.url().endsWith('/internal/session/forget'))
  await page.goto(`${remote.site.origin}/en/news`)
  await cleared
  await expect(page.getByRole('link', { name: t('Header.login'), exact: true }).first()).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('accessToken')
})

test('a silent API signs no one out: pages report the outage and recover automatically', async ({ page, context }) => {
  await remote.signIn(page)
  // On a slow machine the page may be rendered again just before the API answers.
  expectOnConsole(/React error #441/)
  remote.gateway.fail(PROFILE, 503)
  await page.goto(`${remote.site.origin}/en/news`)
  await expect(page.getByText(t('ErrorPage.outage'))).toBeVisible()
  await expect(page.getByRole('link', { name: t('Header.cabinet'), exact: true }).first()).toBeVisible()

  const answer = await page.goto(`${remote.site.origin}/en/cabinet`)
  expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, '5'])
  await expect(page.getByText('503', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: t('ErrorPage.notFoundHeading') })).toBeVisible()
  await expect(page.getByText(t('ErrorPage.notFoundText'))).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-route', 'error___en')
  expect((await context.cookies()).map(({ name }) => name)).toContain('accessToken')
  remote.gateway.fail(PROFILE, null)
  await expect(page.getByRole('heading', { level: 1, name: t('Cabinet.auctions.title') })).toBeVisible({
    timeout: 40_000,
  })
})

test('pages come from the API of another host; the site has neither a database nor a back office', async ({
  page,
  request,
}) => {
  const listed = await request.post(`${remote.site.origin}/api/auctions/list`, { data: { states: ['running'] } })
  const { data } = (await listed.json()) as { data: { list: AuctionSummary[] } }
  const running = data.list[0] as AuctionSummary
  await page.goto(`${remote.site.origin}/auctions/${running.category.slug}/${running.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(running.title)
  await expect(page.getByText(translatorOf('uk')('Auction.ladder.title'))).toBeVisible()
  expect((await request.get(`${remote.site.origin}/admin`)).status()).toBe(404)
  expect((await request.get(`${remote.site.origin}/cms-api/staff/me`)).status()).toBe(404)
})

test('a buyer signs in and gets a cookie for this site; requests from foreign pages are refused', async ({
  page,
  request,
}) => {
  await page.goto(`${remote.site.origin}/en/user-login`)
  await page.getByLabel(t('Login.email')).fill(remote.buyer.email)
  await page.getByLabel(t('Login.password'), { exact: true }).fill(remote.buyer.password)
  await page.getByRole('button', { name: t('Login.submit') }).click()
  await expect(page).toHaveURL(`${remote.site.origin}/en/cabinet`)
  await expect(page.getByRole('heading', { level: 1, name: t('Cabinet.auctions.title') })).toBeVisible()
  const token = (await page.context().cookies()).find(({ name }) => name === 'accessToken')
  expect(token).toMatchObject({ httpOnly: true, sameSite: 'Lax', domain: '127.0.0.1' })
  const own = { cookie: `accessToken=${token!.value}`, origin: remote.site.origin, 'content-type': 'application/json' }
  expect((await request.post(`${remote.site.origin}/api/auth/user-profile`, { data: {}, headers: own })).status()).toBe(
    200,
  )
  const foreign = await request.post(`${remote.site.origin}/api/auth/user-profile`, {
    data: {},
    headers: { ...own, origin: 'http://elsewhere.example' },
  })
  expect(await foreign.json()).toMatchObject({ status: 403, code: 'foreign_origin' })
})

test('the live stream arrives unbuffered', async ({ request }) => {
  const listed = await request.post(`${remote.site.origin}/api/auctions/list`, { data: { states: ['running'] } })
  const { data } = (await listed.json()) as { data: { list: AuctionSummary[] } }
  const stop = new AbortController()
  const response = await fetch(`${remote.site.origin}/api/auctions/${data.list[0]!.id}/events?after=0`, {
    signal: stop.signal,
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('cache-control')).toContain('no-transform')
  const reader = response.body!.getReader()
  // The stream never ends, so its first events arrive only if nothing on the way buffers it.
  const { value } = await reader.read()
  expect(Buffer.from(value!).toString('utf8')).toMatch(/event: (tick|state|bid)/)
  stop.abort()
})
