import type { AuctionSummary } from '@/lib/contract/auctions'
import { openMarket } from '@/tests/e2e/support/market'
import { type RemoteSite, startRemoteSite } from '@/tests/e2e/support/remote-site'
import { expect, test } from '@/tests/e2e/support/test'
import { translatorOf } from '@/tests/e2e/support/translator'

/** A site without a database, whose API is the portal of the other tests. */
let site: RemoteSite
let origin: string

test.beforeAll(async () => {
  site = await startRemoteSite(process.env.E2E_BASE_URL as string)
  origin = site.origin
})

test.afterAll(() => site.stop())

test('pages come from the API of another host; the site has neither a database nor a back office', async ({
  page,
  request,
}) => {
  const listed = await request.post(`${origin}/api/auctions/list`, { data: { states: ['running'] } })
  const { data } = (await listed.json()) as { data: { list: AuctionSummary[] } }
  const running = data.list[0] as AuctionSummary
  await page.goto(`${origin}/auctions/${running.category.slug}/${running.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(running.title)
  await expect(page.getByText(translatorOf('uk')('Auction.ladder.title'))).toBeVisible()
  expect((await request.get(`${origin}/admin`)).status()).toBe(404)
  expect((await request.get(`${origin}/cms-api/staff/me`)).status()).toBe(404)
})

test('a buyer signs in and gets a cookie for this site; requests from foreign pages are refused', async ({
  page,
  request,
}) => {
  const market = openMarket()
  const [buyer] = await market.buyers(1)
  await market.close()
  const t = translatorOf('en')
  await page.goto(`${origin}/en/user-login`)
  await page.getByLabel(t('Login.email')).fill(buyer!.email)
  await page.getByLabel(t('Login.password'), { exact: true }).fill(buyer!.password)
  await page.getByRole('button', { name: t('Login.submit') }).click()
  await expect(page).toHaveURL(`${origin}/en/cabinet`)
  const token = (await page.context().cookies()).find(({ name }) => name === 'accessToken')
  expect(token).toMatchObject({ httpOnly: true, sameSite: 'Lax', domain: '127.0.0.1' })
  const own = { cookie: `accessToken=${token!.value}`, origin, 'content-type': 'application/json' }
  expect((await request.post(`${origin}/api/auth/user-profile`, { data: {}, headers: own })).status()).toBe(200)
  const foreign = await request.post(`${origin}/api/auth/user-profile`, {
    data: {},
    headers: { ...own, origin: 'http://elsewhere.example' },
  })
  expect(await foreign.json()).toMatchObject({ status: 403, code: 'foreign_origin' })
})

test('the live stream arrives unbuffered', async ({ request }) => {
  const listed = await request.post(`${origin}/api/auctions/list`, { data: { states: ['running'] } })
  const { data } = (await listed.json()) as { data: { list: AuctionSummary[] } }
  const stop = new AbortController()
  const response = await fetch(`${origin}/api/auctions/${data.list[0]!.id}/events?after=0`, { signal: stop.signal })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('cache-control')).toContain('no-transform')
  const reader = response.body!.getReader()
  // The stream never ends, so its first events arrive only if nothing on the way buffers it.
  const { value } = await reader.read()
  expect(Buffer.from(value!).toString('utf8')).toMatch(/event: (tick|state|bid)/)
  stop.abort()
})
