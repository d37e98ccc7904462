import type { Page } from '@playwright/test'
import { LOCALES } from '@/lib/config/constants'
import { openNewsroom } from '@/tests/e2e/support/newsroom'
import { expect, test } from '@/tests/e2e/support/test'

/** What a search engine reads is in the HTML. */
test.use({ javaScriptEnabled: false })

const addressesIn = (text: string) =>
  [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)

test('an address has one canonical spelling; others redirect permanently', async ({ page }) => {
  for (const [address, canonical] of [
    ['/News', '/news'],
    ['/news/', '/news'],
    ['/EN/News/?year=2026', '/en/news?year=2026'],
    ['/uk/shop', '/shop'],
    ['/ru/', '/ru'],
    ['/auctions/Gas/Results-Past-Auctions/', '/auctions/gas/results-past-auctions'],
    ['/auctions/gas/gassubpage', '/auctions/gas/gasSubPage'],
  ] as const) {
    const response = await page.request.get(address, { maxRedirects: 0 })
    expect(response.status(), address).toBe(301)
    expect(response.headers().location, address).toBe(canonical)
    expect((await page.request.get(canonical, { maxRedirects: 0 })).status(), canonical).toBe(200)
  }
})

test('the sitemap lists existing canonical addresses, each with its languages', async ({ page }) => {
  const response = await page.request.get('/sitemap.xml')
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toMatch(/^application\/xml/)
  const text = await response.text()
  expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset /)
  const addresses = addressesIn(text)
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const own of ['/', '/en', '/ru/shop', '/en/auctions/gas/results-past-auctions']) expect(addresses).toContain(own)
  const segments = addresses.flatMap((path) => path.split('/'))
  for (const hidden of ['cabinet', 'user-login', 'register', '404']) expect(segments).not.toContain(hidden)
  // One language of each page: the others come from the same sources.
  for (const address of addresses.filter((path) => path.startsWith('/en'))) {
    const html = await (await page.request.get(address)).text()
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? ''
    // editor.spec.ts may have renamed its page since the sitemap was read.
    if (
      !canonical.endsWith(address) &&
      !addressesIn(await (await page.request.get('/sitemap.xml')).text()).includes(address)
    )
      continue
    expect(canonical, address).toMatch(new RegExp(`${address}$`))
    expect(html, address).not.toMatch(/<meta name="robots" content="noindex/)
  }
  expect((await page.request.get('/sitemap.xml?part=2')).status()).toBe(404)
  expect((await page.request.get('/sitemap.xml?part=all')).status()).toBe(404)
  const robots = await (await page.request.get('/robots.txt')).text()
  expect(robots).toContain('/sitemap.xml')
})

test('personal pages and non-pages are not indexed', async ({ page }) => {
  for (const address of [
    '/user-login',
    '/en/register',
    '/ru/password-reset',
    '/en/nowhere',
    '/en/unsubscribe/a-token-of-nobody',
    '/news?year=2026',
    '/cabinet',
  ]) {
    await page.goto(address)
    await expect(page.locator('meta[name=robots]').first(), address).toHaveAttribute('content', /noindex/)
  }
})

test('an editor’s page for one product has its own metadata', async ({ page }) => {
  const newsroom = await openNewsroom()
  const address = '/auctions/condensate/gasSubPage'
  const meta = { title: 'Як купити конденсат', description: 'Що потрібно знати покупцеві конденсату' }
  const remove = await newsroom.writeAuctionPage({ kind: 'gas_sub_page', category: 1, title: 'Конденсат', meta })
  try {
    await expect(async () => {
      await page.goto(address)
      await expect(page).toHaveTitle(meta.title, { timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', meta.description)
  } finally {
    await remove()
    await newsroom.close()
  }
})

test('a list that is filtered in its address keeps the list’s own as the canonical one', async ({ page }) => {
  await page.goto('/en/auctions/condensate?state=completed')
  expect(new URL((await page.locator('link[rel=canonical]').getAttribute('href')) ?? '').pathname).toBe(
    '/en/auctions/condensate',
  )
})

test('feeds and calendars are read by programs, in three languages', async ({ page }) => {
  for (const locale of LOCALES) {
    for (const [file, type, start] of [
      ['news.rss', 'application/rss+xml', '<?xml'],
      ['news.atom', 'application/atom+xml', '<?xml'],
      ['auctions.rss', 'application/rss+xml', '<?xml'],
      ['auctions.ics', 'text/calendar', 'BEGIN:VCALENDAR'],
      ['gas.ics', 'text/calendar', 'BEGIN:VCALENDAR'],
    ] as const) {
      const response = await page.request.get(`/feeds/${locale}/${file}`)
      expect(response.status(), file).toBe(200)
      expect(response.headers()['content-type'], file).toContain(type)
      expect((await response.text()).startsWith(start), file).toBe(true)
    }
  }
  for (const unknown of [
    '/feeds/uk/news.ics',
    '/feeds/de/news.rss',
    '/feeds/uk/oil.ics',
    '/feeds/uk/auctions/nothing.ics',
  ]) {
    expect((await page.request.get(unknown)).status(), unknown).toBe(404)
  }
})

test('a planned auction can be added to a calendar from its page', async ({ page }) => {
  const listed = await page.request.post('/api/auctions/list', { data: { lang: 'en', states: ['planned'], limit: 1 } })
  const { data } = (await listed.json()) as {
    data: { list: { slug: string; id: number; category: { slug: string } }[] }
  }
  const [auction] = data.list
  if (!auction) throw new Error('the demo has no planned auction')
  await page.goto(`/en/auctions/${auction.category.slug}/${auction.slug}`)
  const link = page.getByRole('link', { name: 'Add to calendar' })
  await expect(link).toBeVisible()
  const text = await (await page.request.get((await link.getAttribute('href')) ?? '')).text()
  expect(text).toContain(`UID:auction-${auction.id}@`)
  expect(text).toMatch(/DTSTART:\d{8}T\d{6}Z/)
  const picture = new URL((await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '')
  const drawn = await page.request.get(picture.pathname + picture.search)
  expect(drawn.status()).toBe(200)
  expect(drawn.headers()['content-type']).toBe('image/png')
})

async function breadcrumbsOf(page: Page): Promise<{ visible: string[]; structured: string[] }> {
  const visible = await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').allInnerTexts()
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const list = blocks
    .map((text) => JSON.parse(text) as { '@type': string; itemListElement: { name: string }[] })
    .filter((block) => block['@type'] === 'BreadcrumbList')
  expect(list, 'one breadcrumbs').toHaveLength(1)
  return {
    visible: visible.map((text) => text.trim()),
    structured: list[0]?.itemListElement.map(({ name }) => name) ?? [],
  }
}

test('inner pages have breadcrumbs, for people and search engines', async ({ page }) => {
  for (const [address, breadcrumbs] of [
    ['/en/news', ['Home', 'News']],
    ['/en/shop', ['Home', /./]],
    ['/en/auctions/gas', ['Home', 'Natural gas']],
    ['/en/auctions/results-past-auctions', ['Home', 'Results']],
    ['/en/auctions/gas/results-past-auctions/2026', ['Home', 'Natural gas', 'Results', '2026']],
    ['/en/auctions/condensate/rules-auctions', ['Home', 'Gas condensate', 'Rules']],
    ['/en/auctions/how-does-work', ['Home', 'How it works']],
    ['/en/auctions/gas/certificates', ['Home', 'Natural gas', 'Certificates']],
  ] as const) {
    await page.goto(address)
    const { visible, structured } = await breadcrumbsOf(page)
    expect(visible, address).toEqual(structured)
    expect(visible.length, address).toBe(breadcrumbs.length)
    breadcrumbs.forEach((name, index) =>
      typeof name === 'string'
        ? expect(visible[index], address).toBe(name)
        : expect(visible[index], address).toMatch(name),
    )
  }
  await page.goto('/en')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0)
})
