import { readFile } from 'node:fs/promises'
import type { Browser, Locator } from '@playwright/test'
import { type Letter, letterTo, linkOf } from '@/tests/e2e/support/mailbox'
import { openMarket } from '@/tests/e2e/support/market'
import {
  completeAuction,
  confirmApplicationOf,
  confirmCompany,
  goToConsole,
  openOffice,
} from '@/tests/e2e/support/office'
import { acceptRules, fillRegistration, newCompany, pdf, press } from '@/tests/e2e/support/registration'
import { expect, test } from '@/tests/e2e/support/test'
import { applyFor, bid, figure, openTrader, signIn, type Trader } from '@/tests/e2e/support/trader'
import { localizePath } from '@/lib/i18n/locales'

const SECOND = 1_000
/** Long enough for two companies to apply and be confirmed. */
const BEFORE_START = 90 * SECOND
/** Bids that leave the allocation as it was extend nothing (R5.1), so this is all. */
const RUNS = 60 * SECOND

/** A company on its way from the registration form to an agreement. */
interface Newcomer extends Trader {
  company: ReturnType<typeof newCompany>
  email: string
  password: string
  /** What begins the letters about an auction. */
  auction: string
  /** Buyers take 300 and 200 of 500 t: all is sold, each gets what it asked for. */
  quantity: string
  lastPrice: string
}

test('two companies come from registration to agreement, one in Ukrainian and one in English', async ({ browser }) => {
  test.setTimeout(20 * 60 * SECOND)
  const began = Date.now()
  const market = openMarket()
  const kyiv = await newcomer(browser, {
    locale: 'uk',
    name: 'ТОВ «Перевірка»',
    auction: 'Аукціон',
    quantity: '300',
    lastPrice: '15100.00',
  })
  const london = await newcomer(browser, {
    locale: 'en',
    name: 'Verification LLC',
    auction: 'Auction',
    quantity: '200',
    lastPrice: '15050.00',
  })
  const both = [kyiv, london]

  await test.step('each registers, and its letter’s link confirms the address', async () => {
    for (const { page, locale, say, company, email, password } of both) {
      await page.goto(localizePath('/register', locale))
      await fillRegistration(page, say, { ...company, email })
      await page.getByLabel(say('Register.password'), { exact: true }).fill(password)
      await acceptRules(page)
      await press(page, say('Register.submit'))
      await expect(page.getByRole('heading', { name: say('ConfirmEmail.sentTitle') })).toBeFocused()
    }
    await signIn(kyiv, kyiv)
    await expect(stepOf(kyiv, 'Cabinet.way.email')).toBeVisible()
    for (const { page, locale, say, email } of both) {
      await page.goto(linkOf(await letterTo(email, '/user-email-confirm/token/'), '/user-email-confirm/token/'))
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await press(page, say('ConfirmEmail.confirm'))
      await expect(page.getByRole('heading', { name: say('ConfirmEmail.confirmedTitle') })).toBeVisible()
    }
  })

  await test.step('its cabinet says what is waited for', async () => {
    await signIn(london, london)
    await kyiv.page.goto('/cabinet')
    for (const newcomer of both) {
      await expect(
        newcomer.page.getByRole('heading', { name: newcomer.say('Cabinet.notices.awaiting.title') }),
      ).toBeVisible()
      await expect(stepOf(newcomer, 'Cabinet.way.emailDone')).toBeVisible()
    }
  })

  await test.step('while it waits, its documents go in', async () => {
    for (const { page, locale, say } of both) {
      await page.goto(localizePath('/cabinet/documents', locale))
      await page
        .getByLabel(say('Cabinet.documents.file'), { exact: true })
        .setInputFiles([pdf('extract.pdf'), pdf('charter.pdf')])
      await press(page, say('Cabinet.documents.upload', { count: 2 }))
      for (const name of ['extract.pdf', 'charter.pdf'])
        await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    }
  })

  const office = await openOffice(browser)
  await test.step('a manager confirms the companies in the back office, and a letter tells each', async () => {
    for (const { email } of both) await confirmCompany(office, email)
    await letterTo(kyiv.email, 'Обліковий запис підтверджено')
    await letterTo(london.email, 'Your account is confirmed')
    for (const { page, locale, say } of both) {
      await page.goto(localizePath('/cabinet', locale))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(say('Cabinet.notices.awaiting.title'))).toHaveCount(0)
    }
  })

  // A machine that took long so far takes long for the applications as well.
  const beforeStart = Math.max(BEFORE_START, 1.5 * (Date.now() - began))
  const startsAt = Date.now() + beforeStart
  const lot = await market.publishLot(await market.staffToken(), { startsAt, endsAt: startsAt + RUNS })

  await test.step('each applies', async () => {
    for (const newcomer of both) {
      await newcomer.page.goto(localizePath(`/auctions/condensate/${lot.slug}`, newcomer.locale))
      await applyFor(newcomer, '15000', newcomer.quantity)
    }
  })

  await test.step('a manager confirms the applications, and a letter tells each its number', async () => {
    await goToConsole(office, lot.id)
    for (const { company } of both) {
      await expect(
        office
          .getByRole('listitem')
          .filter({ hasText: company.company_short_name })
          .getByRole('link', { name: 'Статут' }),
      ).toBeVisible()
      await confirmApplicationOf(office, company.company_short_name)
    }
    await auctionLetter(kyiv, /заявку підтверджено, ваш номер — 1/)
    await auctionLetter(london, /application confirmed, you are participant No\.\s2/)
  })

  await test.step('the cabinet lists the application as confirmed', async () => {
    const other = await london.page.context().newPage()
    await other.goto('/en/cabinet?view=mine')
    await expect(
      other.getByRole('main').getByText(london.say('Cabinet.own.application.confirmed')).first(),
    ).toBeVisible()
    await other.close()
  })

  await test.step('the auction starts by itself, and each bids', async () => {
    for (const { page, say } of both)
      await expect(page.getByRole('button', { name: say('BidPanel.submit') }).first()).toBeVisible({
        timeout: beforeStart + 30 * SECOND,
      })
    for (const newcomer of both) await bid(newcomer, newcomer.lastPrice.slice(0, -3))
  })

  await test.step('it closes by itself, and the manager completes it', async () => {
    for (const { page, say } of both)
      await expect(page.getByText(say('Outcome.deciding')).first()).toBeVisible({
        timeout: RUNS + 90 * SECOND,
      })
    await completeAuction(office)
    for (const { page, say } of both)
      await expect(page.getByRole('heading', { name: say('Auction.result.title') })).toBeVisible()
  })

  const agreements: string[] = []
  await test.step('a letter tells of winning, and the agreement is in the cabinet, as a PDF too', async () => {
    await auctionLetter(kyiv, /ви серед переможців, 300/)
    await auctionLetter(london, /you won 200/)
    for (const { page, locale, say, lastPrice } of both) {
      const card = page.getByRole('article').filter({ hasText: figure(lastPrice, locale) })
      // It is written right after the auction is completed, beside the answer to the manager.
      await expect(async () => {
        await page.goto(localizePath('/cabinet/agreements', locale))
        await expect(card).toHaveCount(1, { timeout: SECOND })
      }).toPass({ timeout: 120 * SECOND })
      const file = await card
        .getByRole('link', { name: say('Cabinet.agreements.pdf') })
        .first()
        .getAttribute('href')
      const answer = await page.request.get(file ?? '')
      expect(answer.headers()['content-type']).toBe('application/pdf')
      expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
      agreements.push(file ?? '')
    }
  })

  await test.step('its auctions and bids can be taken along', async () => {
    const { page, say } = london
    await page.goto('/en/cabinet?view=history')
    for (const what of ['auctions', 'bids']) {
      const coming = page.waitForEvent('download')
      await page.getByRole('link', { name: `${say(`Cabinet.files.${what}`)}, CSV` }).click()
      const text = await readFile(await (await coming).path(), 'utf8')
      expect(text).toContain(lot.titles.en)
      expect(text).toContain(london.lastPrice)
      expect(text).not.toContain(kyiv.lastPrice)
    }
  })

  await test.step('nobody reads another company’s agreement', async () => {
    expect((await kyiv.page.request.get(agreements[1] ?? '')).status()).toBe(404)
    expect((await london.page.request.get(agreements[0] ?? '')).status()).toBe(404)
  })

  for (const { page } of [...both, { page: office }]) await page.context().close()
  await market.close()
})

interface Plan extends Pick<Newcomer, 'auction' | 'quantity' | 'lastPrice'> {
  locale: 'uk' | 'en'
  name: string
}

async function newcomer(browser: Browser, { locale, name, ...plan }: Plan): Promise<Newcomer> {
  const stamp = Date.now()
  const company = { ...newCompany(), company_short_name: `${name} ${stamp % 100_000}` }
  return {
    ...(await openTrader(browser, locale)),
    ...plan,
    company,
    email: `new-${locale}-${stamp}@example.com`,
    password: 'три сині валізи 1',
  }
}

/** A step of the way to being confirmed, by its heading. */
function stepOf({ page, say }: Newcomer, title: string): Locator {
  return page.getByRole('heading', { level: 3 }).filter({ hasText: say(title) })
}

/** A letter whose subject begins with the auction's number, in the account's language. */
function auctionLetter({ email, auction }: Newcomer, rest: RegExp): Promise<Letter> {
  return letterTo(email, new RegExp(`^${auction} .*${rest.source}`))
}
