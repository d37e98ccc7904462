import { type Email, emailTo, linkOf } from '@/tests/e2e/support/mailbox'
import type { EngineLocator, EnginePage } from '@/tests/e2e/support/engines/page'
import { type Buyer, openMarket } from '@/tests/e2e/support/market'
import {
  completeAuction,
  confirmApplicationOf,
  confirmCompany,
  goToConsole,
  signInToOffice,
} from '@/tests/e2e/support/office'
import { fillRegistration, newCompany, pdf, press } from '@/tests/e2e/support/registration'
import { expect, test } from '@/tests/e2e/support/test'
import { applyFor, bid, figure, signInOnPage, traderAt, type Trader } from '@/tests/e2e/support/trader'
import type { OwnPosition } from '@/lib/contract/stream'
import { localizePath } from '@/lib/i18n/locales'

const SECOND = 1_000
/** Two companies must be able to apply and be confirmed within it. */
const BEFORE_START = 90 * SECOND
/** Enough for two bids and what each page says of them. `hardEndAt` prevents extensions. */
const RUNS = 30 * SECOND
const REASON = 'Немає витягу з державного реєстру'

/** A company that registers during the test. */
interface Newcomer extends Trader<EnginePage> {
  company: ReturnType<typeof newCompany>
  email: string
  password: string
  /** The word with which subjects of emails about an auction begin. */
  auction: string
  lastPrice: string
}

/**
 * Takes two companies from registration to the result, one in Ukrainian and one in English, in a browser of any engine. Both want all
 * 500 t: Kyiv outbids London and wins. Each call of `openPage` must open the page of a separate person.
 */
export async function playJourney(openPage: () => Promise<EnginePage>): Promise<void> {
  const registrationStarted = Date.now()
  const market = openMarket()
  const kyiv = newcomer(await openPage(), {
    locale: 'uk',
    name: 'ТОВ «Перевірка»',
    auction: 'Аукціон',
    lastPrice: '15100.00',
  })
  const london = newcomer(await openPage(), {
    locale: 'en',
    name: 'Verification LLC',
    auction: 'Auction',
    lastPrice: '15050.00',
  })
  const both = [kyiv, london]

  await test.step('each company registers and confirms its address with the link in the email', async () => {
    for (const { page, locale, t, company, email, password } of both) {
      await page.goto(localizePath('/register', locale))
      await fillRegistration(page, t, { ...company, email, password })
      await press(page, t('Register.submit'))
      await page.getByRole('heading', { name: t('ConfirmEmail.sentTitle') }).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName, null)).toMatch(/^H\d$/)
    }
    await signInOnPage(kyiv, kyiv)
    await stepHeading(kyiv, 'Cabinet.way.email').waitFor()
    for (const { page, locale, t, email } of both) {
      await page.goto(linkOf(await emailTo(email, '/user-email-confirm/token/'), '/user-email-confirm/token/'))
      expect(await page.evaluate(() => document.documentElement.lang, null)).toBe(locale)
      await press(page, t('ConfirmEmail.confirm'))
      await page.getByRole('heading', { name: t('ConfirmEmail.confirmedTitle') }).waitFor()
    }
  })

  await test.step('the cabinet shows that the confirmation is pending', async () => {
    await signInOnPage(london, london)
    await kyiv.page.goto('/cabinet')
    for (const newcomer of both) {
      await newcomer.page.getByRole('heading', { name: newcomer.t('Cabinet.notices.awaiting.title') }).waitFor()
      await stepHeading(newcomer, 'Cabinet.way.emailDone').waitFor()
    }
  })

  await test.step('meanwhile they upload documents', async () => {
    for (const { page, locale, t } of both) {
      await page.goto(localizePath('/cabinet/documents', locale))
      await page
        .getByLabel(t('Cabinet.documents.file'), { exact: true })
        .setInputFiles([pdf('extract.pdf'), pdf('charter.pdf')])
      await press(page, t('Cabinet.documents.upload', { count: 2 }))
      for (const name of ['extract.pdf', 'charter.pdf']) await page.getByRole('link', { name, exact: true }).waitFor()
    }
  })

  const office = await openPage()
  await office.goto('/')
  await office.evaluate(() => (document.cookie = 'payload-lng=uk; path=/'), null)
  await signInToOffice(office)
  await test.step('a manager confirms the companies in the back office, and each is notified by email', async () => {
    for (const { email } of both) await confirmCompany(office, email)
    await emailTo(kyiv.email, 'Обліковий запис підтверджено')
    await emailTo(london.email, 'Your account is confirmed')
    for (const { page, locale, t } of both) {
      await page.goto(localizePath('/cabinet', locale))
      await page.getByRole('heading', { name: t('Cabinet.auctions.title'), exact: true }).waitFor()
      expect(await page.getByText(t('Cabinet.notices.awaiting.title')).count()).toBe(0)
    }
  })

  // If registering was slow, applying will be slow too.
  const registrationTime = Date.now() - registrationStarted
  const beforeStart = Math.max(BEFORE_START, 1.5 * registrationTime)
  const runs = Math.max(RUNS, 0.5 * registrationTime)
  const startsAt = Date.now() + beforeStart
  const endsAt = startsAt + runs
  const lot = await market.publishLot(await market.staffToken(), { startsAt, endsAt, hardEndAt: endsAt })

  const [rejected] = (await market.buyers(1)) as [Buyer]
  const rejectedToken = await market.tokenOf(rejected)

  await test.step('each company applies', async () => {
    for (const newcomer of both) {
      await newcomer.page.goto(localizePath(`/auctions/condensate/${lot.slug}`, newcomer.locale))
      await applyFor(newcomer, '15000', '500')
    }
    await market.call('auctions/apply', { auction_id: lot.id, price: '15000.00', quantity: '500.000' }, rejectedToken)
  })

  await test.step('a manager confirms two applications, each of which gets its number by email, and rejects one', async () => {
    await goToConsole(office, lot.id)
    for (const { company } of both) {
      await office
        .getByRole('listitem')
        .filter({ hasText: company.company_short_name })
        .getByRole('link', { name: 'Статут' })
        .waitFor()
      await confirmApplicationOf(office, company.company_short_name)
    }
    await office.getByRole('button', { name: 'Відхилити', exact: true }).click()
    await office.getByRole('dialog').getByLabel('Причина').fill(REASON)
    await office.getByRole('dialog').getByRole('button', { name: 'Відхилити', exact: true }).click()
    await expect
      .poll(() => market.call<OwnPosition>('auctions/own', { auction_id: lot.id }, rejectedToken))
      .toMatchObject({ application: { status: 'rejected', reason: REASON } })
    await auctionEmail(kyiv, /заявку підтверджено, ваш номер — 1/)
    await auctionEmail(london, /application confirmed, you are participant No\.\s2/)
  })

  await test.step('the cabinet lists the application as confirmed', async () => {
    await london.page.goto('/en/cabinet')
    await london.page.getByRole('main').getByText(london.t('Cabinet.own.application.confirmed')).first().waitFor()
    await london.page.goto(`/en/auctions/condensate/${lot.slug}`)
  })

  await test.step('the auction starts automatically; each page shows whether its company is outbid or leads', async () => {
    for (const { page, t } of both)
      await page
        .getByRole('button', { name: t('BidPanel.submit') })
        .first()
        .waitFor({ timeout: beforeStart + 30 * SECOND })
    await bid(london, london.lastPrice.slice(0, -3))
    await expectVerdict(london, 'go')
    await expectVerdict(kyiv, 'lose')
    await bid(kyiv, kyiv.lastPrice.slice(0, -3))
    await expectVerdict(kyiv, 'go')
    await expectVerdict(london, 'lose')
  })

  await test.step('it closes automatically, and the manager completes it', async () => {
    for (const { page, t } of both)
      await page
        .getByText(t('Outcome.deciding'))
        .first()
        .waitFor({ timeout: runs + 120 * SECOND })
    await completeAuction(office)
    for (const { page, t } of both) await page.getByRole('heading', { name: t('Auction.result.title') }).waitFor()
    await london.page.getByText(london.t('Outcome.lost')).first().waitFor()
  })

  const { page, locale, t, lastPrice } = kyiv
  let agreement: string | null = null
  await test.step('an email reports the win, and the agreement is in the cabinet, also as a PDF', async () => {
    await auctionEmail(kyiv, /ви серед переможців, 500/)
    const card = page.getByRole('row').filter({ hasText: figure(lastPrice, locale) })
    // The agreement is created shortly after the manager's call has returned.
    await expect(async () => {
      await page.goto(localizePath('/cabinet/agreements', locale))
      await card.waitFor({ timeout: SECOND })
    }).toPass({ timeout: 120 * SECOND })
    agreement = await card
      .getByRole('link', { name: t('Cabinet.agreements.pdfLabel', { name: '' }) })
      .first()
      .getAttribute('href')
    expect(await page.evaluate(fetchFile, agreement)).toMatchObject({
      type: 'application/pdf',
      text: expect.stringMatching(/^%PDF-/),
    })
  })

  await test.step('the other company cannot read it, and downloads its own auctions and bids', async () => {
    expect(await london.page.evaluate(fetchFile, agreement)).toMatchObject({ status: 404 })
    await london.page.goto('/en/cabinet?view=history')
    for (const table of ['auctions', 'bids']) {
      const link = london.page.getByRole('link', { name: `${london.t(`Cabinet.files.${table}`)}, CSV` })
      const { text } = await london.page.evaluate(fetchFile, await link.getAttribute('href'))
      expect(text).toContain(lot.titles.en)
      expect(text).toContain(london.lastPrice)
    }
  })
  await market.close()
}

interface Plan extends Pick<Newcomer, 'auction' | 'lastPrice'> {
  locale: 'uk' | 'en'
  name: string
}

function newcomer(page: EnginePage, { locale, name, ...plan }: Plan): Newcomer {
  const stamp = Date.now()
  const company = { ...newCompany(), company_short_name: `${name} ${stamp % 100_000}` }
  return {
    ...traderAt(page, locale),
    ...plan,
    company,
    email: `new-${locale}-${stamp}@example.com`,
    password: 'три сині валізи 1',
  }
}

function stepHeading({ page, t }: Newcomer, title: string): EngineLocator {
  return page.getByRole('heading', { name: t(title) })
}

async function expectVerdict({ page, t }: Newcomer, verdict: 'go' | 'lose'): Promise<void> {
  const region = page.getByRole('region', { name: t('Verdict.label') })
  await expect.poll(() => region.getAttribute('data-verdict')).toBe(verdict)
}

/** Runs in the page, so the request carries the page's cookies. */
async function fetchFile(path: string | null) {
  const response = await fetch(path ?? '')
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

/** An email whose subject begins with the auction's number, in the account's language. */
function auctionEmail({ email, auction }: Newcomer, rest: RegExp): Promise<Email> {
  return emailTo(email, new RegExp(`^${auction} .*${rest.source}`))
}
