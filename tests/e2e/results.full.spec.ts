import { expect, test } from '@/tests/e2e/support/test'

const AUCTION = /\/en\/auctions\/gas\/(?!results)[\w-]+$/

test('each point of the chart links to its auction, by keyboard and by pointer', async ({ page }) => {
  await page.goto('/en/auctions/gas/results-past-auctions')
  const chart = page.getByRole('group', { name: /^Natural gas: auctions/ })
  const points = chart.getByRole('link')
  const count = await points.count()
  expect(count).toBeGreaterThan(2)
  await expect(points.last()).not.toHaveAttribute('tabindex', '-1')
  await expect(points.first()).toHaveAttribute('tabindex', '-1')
  await points.last().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(points.nth(count - 2)).toBeFocused()
  const name = (await points.nth(count - 2).getAttribute('aria-label')) ?? ''
  expect(name).toMatch(/^Auction No\.\s\d+, average price [\d\s,.]+ UAH/)
  const number = /\d+/.exec(name)?.[0]
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(AUCTION)
  await expect(page.getByText(`Auction No. ${number}`, { exact: true }).first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/results-past-auctions$/)
  await points.first().locator('path').click()
  await expect(page).toHaveURL(AUCTION)
})

test('without JavaScript, filters, charts, table and downloads work and show the same figures', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/en/auctions/results-past-auctions')
  await page.getByRole('navigation', { name: 'Product' }).getByRole('link', { name: 'Natural gas' }).click()
  await page.getByRole('navigation', { name: 'Year' }).getByRole('link', { name: '2026' }).click()
  await expect(page).toHaveURL(/\/en\/auctions\/gas\/results-past-auctions\/2026$/)
  const rows = await page.getByRole('table', { name: 'Completed auctions' }).locator('tbody tr').count()
  await expect(page.getByRole('group', { name: /^Natural gas: auctions/ }).getByRole('link')).toHaveCount(rows)
  const csv = await page.request.get(
    (await page.getByRole('link', { name: 'Download table as CSV' }).getAttribute('href')) ?? '',
  )
  expect(csv.status()).toBe(200)
  const lines = (await csv.text()).trim().split('\r\n')
  expect(lines[0]).toMatch(/^Auction No\.,Lot,/)
  expect(lines).toHaveLength(rows + 1)
  // The file and the table show the same figures of the newest auction.
  const shown = await page.getByRole('table', { name: 'Completed auctions' }).locator('tbody tr').first().innerText()
  const figures = (lines[1] ?? '').split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).slice(7, 13)
  expect(figures.filter((figure) => /^\d/.test(figure)).length).toBeGreaterThan(3)
  for (const figure of figures.filter((one) => /^\d+\.\d\d$/.test(one)))
    expect(shown.replace(/\s/g, '')).toContain(figure)
  const xlsx = await page.request.get(
    (await page.getByRole('link', { name: 'Download table as XLSX' }).getAttribute('href')) ?? '',
  )
  expect(decodeURIComponent(xlsx.headers()['content-disposition'] ?? '')).toContain(
    'Auction results, natural gas, 2026.xlsx',
  )
  await context.close()
})

test('winning prices for a volume update while typing; rows are cards on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/en/auctions/gas/results-past-auctions')
  const card = page.getByRole('region', { name: 'Natural gas: what would have won', exact: true })
  const volume = card.getByLabel(/^Volume, /)
  const prices = card.getByRole('table').locator('tbody tr')
  await expect(prices.first()).toContainText(/\d\.\d\d/)
  await volume.fill('0.5x')
  await expect(card.getByRole('alert')).toContainText('greater than zero')
  await volume.fill('999 999 999')
  await expect(card.getByRole('status')).toContainText(/none of the last \d+ auctions/)
  await expect(prices.first()).toContainText('in the lot')
  // Rows show the same data as on a wide screen, and nothing is cut off.
  const row = page.getByRole('table', { name: 'Completed auctions' }).getByRole('row').filter({ hasText: 'completed' })
  for (const name of ['Lowest price', 'Highest price', 'Premium']) await expect(row.first()).toContainText(name)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})

test('the totals and the first chart fit on the first printed page', async ({ page }) => {
  // A4 without the browser’s margins of 1 cm.
  await page.setViewportSize({ width: 718, height: 1047 })
  await page.emulateMedia({ media: 'print' })
  await page.goto('/en/auctions/gas/results-past-auctions')
  const chart = await page.getByRole('region', { name: 'Natural gas: prices, premiums and volumes' }).boundingBox()
  expect((chart?.y ?? 0) + (chart?.height ?? 0)).toBeLessThan(1047)
})

test('a print names the seller, in dark letters in the dark theme too', async ({ page }) => {
  await page.goto('/en/auctions/gas/results-past-auctions')
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  await page.emulateMedia({ media: 'print' })
  const header = page.locator('header[data-header]')
  await expect(header.getByRole('link', { name: /home/i })).toBeVisible()
  await expect(header).toContainText('@')
  for (const part of [header, page.locator('h1')]) await expect(part).toHaveCSS('color', 'rgb(11, 28, 44)')
})
