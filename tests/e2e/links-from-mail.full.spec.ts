import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { openMarket } from './support/market'
import { typeStaffCredentials } from './support/office'
import { expect, test, watchConsole } from './support/test'
import { signIn } from './support/trader'
import { translatorOf } from './support/translator'

/** A mail program's page: another site, because its host is not the portal's 127.0.0.1. */
async function openMailbox(links: string[]) {
  const email = links.map((link) => `<a href="${process.env.E2E_BASE_URL}${link}">${link}</a>`).join('<br>')
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(email)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    async follow(page: Page, link: string): Promise<void> {
      await page.goto(`http://localhost:${port}`)
      await page.getByRole('link', { name: link, exact: true }).click()
    },
    close: () => server.close(),
  }
}

test('a link in an email opens its page or file, after signing in at most once', async ({ browser, page }) => {
  const companies = '/office/companies?status=active'
  const agreements = '/cabinet/agreements'
  const ownBids = '/storage/files/own-bids.csv?lang=uk'
  const mailbox = await openMailbox([companies, agreements, ownBids])

  const office = await (await browser.newContext({ baseURL: process.env.E2E_BASE_URL })).newPage()
  watchConsole(office.context())
  await mailbox.follow(office, companies)
  await typeStaffCredentials(office)
  for (const isAgain of [false, true]) {
    if (isAgain) await mailbox.follow(office, companies)
    await expect(office.getByRole('table')).toBeVisible()
    await expect(office).toHaveURL(/\/admin\/office\/accounts\?status=active$/)
  }

  const market = openMarket()
  const [buyer] = await market.buyers(1)
  await market.close()
  const t = translatorOf('uk')
  await signIn({ page }, buyer!)
  await mailbox.follow(page, agreements)
  await expect(page.getByRole('heading', { level: 1, name: t('Cabinet.agreements.title') })).toBeVisible()
  const download = page.waitForEvent('download')
  await mailbox.follow(page, ownBids)
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)

  mailbox.close()
  await office.context().close()
})
