import type { Browser, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { paymentReference } from '@/lib/domain/deposit'
import { emailTo, linkOf } from '@/tests/e2e/support/mailbox'
import { type Buyer, openMarket } from '@/tests/e2e/support/market'
import { completeAuction, confirmApplicationOf, goToConsole, openOffice } from '@/tests/e2e/support/office'
import { acceptRules, press } from '@/tests/e2e/support/registration'
import { expect, test, watchConsole } from '@/tests/e2e/support/test'
import { applyFor, bid, openTrader, pressBid, signIn, traderAt, type Trader } from '@/tests/e2e/support/trader'
import { formatDateNumeric } from '@/lib/i18n/formats'
import { SIGNATURE_TEXTS } from '@/lib/i18n/signature-texts'
import { createCentre } from '@/tests/support/signing'
import messages from '@/messages/uk.json' with { type: 'json' }

const SECOND = 1_000
const DAY = 86_400 * SECOND
const PASSWORD = 'чотири сині валізи 2'
const PHONE = { width: 375, height: 812 }
/** Enough for inviting people and for two confirmed applications with deposits. */
const BEFORE_START = 60 * SECOND
const RUNS = 25 * SECOND

const DEPOSIT = {
  deposit_rate: '3.00',
  deposit_recipient: 'ТОВ «Газ і Конденсат»',
  deposit_iban: 'UA903052992990004149123456789',
  deposit_edrpou: '37027819',
  deposit_bank: 'АТ КБ «ПриватБанк»',
}
const STATEMENT_HEAD =
  'ЄДРПОУ;МФО;Рахунок;Валюта;Номер документу;Дата операції;МФО банку;Назва банку;Рахунок кореспондента;ЄДРПОУ кореспондента;Кореспондент;Сума;Призначення платежу;'

interface Colleague extends Trader {
  email: string
}

test('a company of three people goes from invitations through a deposit to a signed agreement (R11, R14, R15)', async ({
  browser,
}, info) => {
  test.setTimeout(10 * 60 * SECOND)
  const began = Date.now()
  const market = openMarket()
  const [buyer, rival] = (await market.buyers(2)) as [Buyer, Buyer]
  const staff = await market.staffToken()
  const office = await openOffice(browser)
  const owner = await openTrader(browser, 'uk')
  const { page, t } = owner
  const { rows: codes } = await market.pool.query<{ edrpou: string }>(
    'select edrpou from cms.companies where id = $1',
    [buyer.id],
  )
  const edrpou = codes[0]!.edrpou

  await signIn(owner, buyer)
  expect((await page.goto('/cabinet/no-such-page'))?.status()).toBe(404)

  // A machine that has been slow so far will also be slow with the applications.
  const startsAt = Date.now() + Math.max(BEFORE_START, 10 * (Date.now() - began))
  const endsAt = startsAt + RUNS
  const lot = await market.publishLot(staff, { startsAt, endsAt, hardEndAt: endsAt }, DEPOSIT)
  const path = `/auctions/condensate/${lot.slug}`

  const [trader, viewer] =
    await test.step('the owner invites a trader and a viewer, who accept on a phone', async () => {
      await page.goto('/cabinet/people')
      const emails = { trader: `trader-${began}@company.test`, viewer: `viewer-${began}@company.test` }
      for (const [role, address] of Object.entries(emails)) {
        await press(page, t('People.invite'))
        await page.getByLabel(t('People.documentsEmail')).fill(address)
        await page.locator(`input[name=role][value=${role}]`).check()
        await press(page, t('People.send'))
        await expect(page.getByText(t('People.invited', { email: address }))).toBeVisible()
      }
      return Promise.all([
        accept(browser, emails.trader, { surname: 'Ткаченко', name: 'Максим' }),
        accept(browser, emails.viewer, { surname: 'Бойко', name: 'Марія' }),
      ])
    })

  await test.step('the trader applies and sees the details of the deposit, and the viewer only watches', async () => {
    await viewer.page.goto(path)
    await expect(viewer.page.getByText(t('BidPanel.viewerRole.title'))).toBeVisible()
    await trader.page.goto(path)
    await applyFor(trader, '15000', '300')
    const card = trader.page.getByRole('region', { name: /^Гарантійний внесок 3/ })
    await expect(card.getByRole('heading').first()).toContainText('135 000,00')
    await expect(card.getByRole('img', { name: t('Deposit.code') })).toBeVisible()
    await expect(card.getByText(/RF\d\d\s\d{4}\s\d{4}/)).toBeVisible()
    await expect(card.getByText('UA90 3052 9929 9000 4149 1234 5678 9')).toBeVisible()
    expect(await overflowOf(trader.page)).toBe(0)
    await trader.page.screenshot({ path: info.outputPath('deposit-375.png'), fullPage: true })
    await market.call(
      'auctions/apply',
      { auction_id: lot.id, price: '15000.00', quantity: '500.000', minimum_quantity: '500.000' },
      await market.tokenOf(rival),
    )
  })

  await test.step('the manager counts each line of the bank statement once, and confirms both applications', async () => {
    const references = await market.pool.query<{ id: number }>(
      'select id from portal.applications where auction_id = $1 order by number',
      [lot.id],
    )
    const rows = references.rows.map(({ id }, index) => {
      const sum = ['135000.00', '225000.00'][index]
      return `1;1;${DEPOSIT.deposit_iban};UAH;${lot.id}${index};24.11.2026;1;Банк;UA1;00000000;Платник;${sum};Депозит ${paymentReference(id)};`
    })
    await office.goto('/office/deposits')
    const file = {
      name: 'statement.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([STATEMENT_HEAD, ...rows].join('\n')),
    }
    await office.locator('input[type=file]').setInputFiles(file)
    await expect(office.getByText(/Нові: 2/)).toBeVisible()
    for (const { id } of references.rows) {
      const line = office.getByRole('row').filter({ hasText: `Депозит ${paymentReference(id)}` })
      await expect(line.getByText('Платить інша компанія')).toBeVisible()
      await line.getByRole('button', { name: 'Зарахувати', exact: true }).click()
      await expect(line).toHaveCount(0)
    }
    await office.locator('input[type=file]').setInputFiles(file)
    await expect(office.getByText('Повторення: 2', { exact: true })).toBeVisible()
    await goToConsole(office, lot.id)
    for (const name of [buyer.company, rival.company]) await confirmApplicationOf(office, name)
    await emailTo(trader.email, 'гарантійний внесок зараховано')
  })

  await test.step('a bid above the covered volume is refused with the reason, and one within it is accepted', async () => {
    const quantity = trader.page.locator('input[name=quantity]')
    await expect(quantity).toBeVisible({ timeout: startsAt - Date.now() + 60 * SECOND })
    await expect(trader.page.getByText(/внесок покриває до 300/)).toBeVisible()
    await quantity.fill('350')
    await pressBid(trader)
    await expect(trader.page.getByText(/внесок покриває щонайбільше 300/)).toBeVisible()
    await quantity.fill('300')
    await bid(trader, '15100')
  })

  await test.step('the board lists the deposit to return, and the loser’s email states the deadline', async () => {
    await expect(office.getByRole('button', { name: 'Підтвердити переможців', exact: true })).toBeVisible({
      timeout: RUNS + 120 * SECOND,
    })
    await completeAuction(office)
    const email = await emailTo(rival.email, 'завершено: результат')
    expect(email.text.replaceAll('\u00A0', ' ')).toMatch(/Гарантійний внесок, який вам повернуть\D*225 000,00/)
    await office.goto('/office/deposits?state=to_return')
    await expect(office.getByRole('row').filter({ hasText: rival.company })).toContainText('Повернути до')
  })

  const texts = SIGNATURE_TEXTS.uk
  await test.step('the owner signs the PDF of the agreement, the manager countersigns, and it is in force', async () => {
    const panel = page.getByRole('group', { name: texts.signing })
    // A job creates the agreement after the auction is completed.
    await expect(async () => {
      await page.goto('/cabinet/agreements')
      await panel.waitFor({ timeout: SECOND })
    }).toPass({ timeout: 120 * SECOND })
    const pdfLink = { name: t('Cabinet.agreements.pdfLabel', { name: '' }) }
    await viewer.page.goto('/cabinet/agreements')
    await expect(viewer.page.getByRole('link', pdfLink)).toBeVisible()
    await expect(viewer.page.getByRole('button', { name: texts.upload })).toHaveCount(0)

    const agreement = /agreement-(\d+)\.pdf/.exec(
      String(await page.getByRole('link', pdfLink).getAttribute('href')),
    )?.[1]
    await expect(panel.getByText(texts.incomplete)).toBeVisible()
    await page.getByRole('link', { name: texts.fillOwn }).click()
    const form = page.getByRole('dialog')
    // A press before hydration opens nothing.
    await expect(async () => {
      await page
        .locator('#agreement-details')
        .getByRole('button', { name: t('Profile.agreementDetails') })
        .click()
      await expect(form).toBeVisible({ timeout: 2 * SECOND })
    }).toPass()
    for (const [field, value] of [
      ['signatory', 'директора Коваленко Олени Вікторівни'],
      ['authority', 'Статуту'],
      ['address', 'Полтава, вул. Прикладна, 1'],
      ['bank', 'АТ «Банк»'],
      ['tax_number', '370278126503'],
    ] as const)
      await form.getByLabel(t(`Profile.${field}`), { exact: true }).fill(value)
    await form.getByRole('button', { name: t('Profile.save') }).click()
    await expect(form).toBeHidden()
    await page.goto('/cabinet/agreements')
    await expect(panel.getByText(texts.incomplete)).toBeVisible()
    await office.goto(`/office/agreements/${agreement}`)
    await expect(
      office.getByText(`${texts.fillBelow}: ${texts.terms.starts_on}, ${texts.terms.ends_on}.`),
    ).toBeVisible()
    for (const [field, days] of [
      [messages.Office.inForceFrom, 0],
      [messages.Office.inForceUntil, 60],
    ] as const) {
      await office.getByLabel(field, { exact: true }).fill(formatDateNumeric(Date.now() + days * DAY, 'uk'))
      await office.getByLabel(field, { exact: true }).press('Tab')
    }
    await office.getByRole('button', { name: messages.Office.save, exact: true }).click()
    await expect(office.getByText(messages.Office.saved, { exact: true })).toBeVisible()
    await expect(async () => {
      await page.reload()
      await expect(panel.locator('input[type=file]')).toBeAttached({ timeout: SECOND })
    }).toPass()
    const address = await page.getByRole('link', pdfLink).getAttribute('href')
    const pdf = await download(page, String(address))
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    const centre = createCentre()
    const signatureOf = (organisation: string, edrpou: string) => ({
      name: 'підпис.p7s',
      mimeType: 'application/pkcs7-signature',
      buffer: centre
        .issue({ subject: `/C=UA/O=${organisation}/CN=Коваленко Олена/organizationIdentifier=NTRUA-${edrpou}` })
        .sign(pdf),
    })
    const altered = { ...signatureOf('ТОВ «Троє»', edrpou), buffer: centre.issue().sign(Buffer.from('%PDF-')) }
    await panel.locator('input[type=file]').setInputFiles(altered)
    await expect(panel.getByText(t('Errors.signature_of_another_file'))).toBeVisible()
    await panel.locator('input[type=file]').setInputFiles(signatureOf('ТОВ «Троє»', edrpou))
    await expect(panel.getByText(texts.done, { exact: true })).toBeVisible()
    await expect(panel.getByText(texts.verdict.signer_unchecked).first()).toBeVisible()
    await viewer.page.reload()
    await expect(viewer.page.getByText(texts.verdict.signer_unchecked).first()).toBeVisible()
    expect(await overflowOf(viewer.page), 'the long verdict of a signature on a phone').toBe(0)
    await page.screenshot({ path: info.outputPath('signed.png'), fullPage: true })

    await office.goto(`/office/agreements/${agreement}`)
    // No certificates are trusted here, so the manager states how the signatures were checked.
    await office.getByLabel(texts.checkHow).fill('czo.gov.ua/verify')
    await office.locator('input[type=file][accept^=".p7s"]').setInputFiles(signatureOf('ТОВ «Продавець»', '37027819'))
    centre.close()
    await expect(office.getByText(texts.done, { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText(t('Cabinet.agreements.statuses.current_checked'), { exact: true })).toBeVisible()
    const link = await page.getByRole('link', { name: texts.containerLink }).getAttribute('href')
    const inside = Object.keys(unzipSync(new Uint8Array(await download(page, String(link)))))
    expect(inside.filter((name) => !name.endsWith('.pdf'))).toEqual([
      'buyer.p7s',
      'organiser.p7s',
      'signature-check.txt',
    ])
    expect(inside.filter((name) => name.endsWith('.pdf'))).toHaveLength(1)
    await page.screenshot({ path: info.outputPath('in-force.png'), fullPage: true })
  })

  await test.step('a removed person is signed out', async () => {
    await page.goto('/cabinet/people')
    await press(page, t('People.removeLabel', { name: 'Бойко Марія' }))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('People.remove') })
      .click()
    await expect(page.getByText(t('People.removed', { name: 'Бойко Марія' }))).toBeFocused()
    await viewer.page.goto('/cabinet')
    await expect(viewer.page).toHaveURL(/\/user-login/)
  })
  await market.close()
})

/** Accepts an invitation on a phone, and signs in. */
async function accept(
  browser: Browser,
  email: string,
  { surname, name }: { surname: string; name: string },
): Promise<Colleague> {
  const context = await browser.newContext({ baseURL: process.env.E2E_BASE_URL, viewport: PHONE })
  watchConsole(context)
  const trader = traderAt(await context.newPage(), 'uk')
  const { page, t } = trader
  await page.goto(linkOf(await emailTo(email, '/invitation/'), '/invitation/'))
  await page.getByLabel(t('Register.surname')).fill(surname)
  await page.getByLabel(t('Register.name'), { exact: true }).fill(name)
  await page.getByLabel(t('Register.phone')).fill('+380501112233')
  await page.getByLabel(t('Register.password'), { exact: true }).fill(PASSWORD)
  await acceptRules(page)
  await press(page, t('People.accept'))
  await expect(page.getByRole('heading', { name: t('People.acceptedTitle') })).toBeVisible()
  await signIn(trader, { email, password: PASSWORD })
  await page.goto('/cabinet/people')
  await expect(page.getByText(t('People.you'), { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: t('People.invite') })).toHaveCount(0)
  expect(await overflowOf(page)).toBe(0)
  return { ...trader, email }
}

function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Downloads a file with the page's cookies. */
async function download(page: Page, address: string): Promise<Buffer> {
  const bytes = await page.evaluate(
    async (path) => [...new Uint8Array(await (await fetch(path)).arrayBuffer())],
    address,
  )
  return Buffer.from(bytes)
}
