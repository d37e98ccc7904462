import type { Page } from '@playwright/test'
import { kyivDate } from '@/lib/i18n/formats'
import { SIGNATURE_TEXTS } from '@/lib/i18n/signature-texts'
import messages from '@/messages/uk.json' with { type: 'json' }
import { openMarket } from '@/tests/e2e/support/market'
import { completeAuction, openOffice } from '@/tests/e2e/support/office'
import { pdf } from '@/tests/e2e/support/registration'
import { expect, test } from '@/tests/e2e/support/test'
import { openTrader, signIn } from '@/tests/e2e/support/trader'
import { passDays, signOnPaper } from '@/tests/support/agreements'
import { PRIVAT_HEAD, privatRow } from '@/tests/support/bank-statements'
import { createCentre } from '@/tests/support/signing'

const { Office: office, Fulfilment: shared } = messages
const texts = SIGNATURE_TEXTS.uk
const SECOND = 1_000
/** Enough for three applications and their confirmation through the API. */
const BEFORE_START = 6 * SECOND
const RUNS = 3 * SECOND
/** Everything in advance, and a tenth of a per cent of what is missing for each late day. */
const PLAN = {
  parts: [{ share: 10_000, from: 'in_force', days: 5, month: null }],
  tolerance: 0,
  penalty: { kind: 'daily', rate: 10 },
  shipment: null,
}
const PURCHASES = [
  { price: '15100.00', quantity: '200.000', sum: '3020000.00' },
  { price: '15050.00', quantity: '200.000', sum: '3010000.00' },
  { price: '15000.00', quantity: '100.000', sum: '1500000.00' },
] as const
const CLAIMED = '1000.00'

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ')
const named = (text: string, values: Record<string, string>) =>
  Object.entries(values).reduce((written, [name, value]) => written.replace(`{${name}}`, value), text)

/** The figures of an agreement's page by their labels, and what is done and next, as each side reads them. */
async function figuresOf(page: Page): Promise<Record<string, string>> {
  const figures = await page
    .locator('dl')
    .filter({ hasText: shared.figures.sum })
    .locator('> div')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)))
  const steps = await page.getByRole('list', { name: shared.progress }).innerText()
  const next = await page.getByRole('main').locator('b.text-h3').innerText()
  return Object.fromEntries(
    [...figures, ['steps', steps], ['next', next]].map(([label = '', text = '']) => [label, plain(text)]),
  )
}

interface Winner {
  own: Page
  companyId: number
  id: number
  number: string
}

/** Companies of other tests must not be proposed for their payments. */
const codeOf = (companyId: number) => String(50_000_000 + companyId)

test('three winners are carried from the confirmed result to closed by one statement and four acts: one pays late, one ends early (R16)', async ({
  browser,
}) => {
  test.setTimeout(4 * 60_000)
  const began = Date.now()
  const market = openMarket()
  const staff = await market.staffToken()
  const buyers = await market.buyers(PURCHASES.length)
  for (const { id } of buyers)
    await market.pool.query('update cms.companies set edrpou = $2 where id = $1', [id, codeOf(id)])
  const tokens = await Promise.all(buyers.map((buyer) => market.tokenOf(buyer)))
  // If signing in was slow, the rest will be slow too.
  const startsAt = Date.now() + Math.max(BEFORE_START, 3 * (Date.now() - began))
  const endsAt = startsAt + RUNS
  const lot = await market.publishLot(staff, { startsAt, endsAt, hardEndAt: endsAt }, { payment_plan: PLAN })
  for (const [index, { price, quantity }] of PURCHASES.entries())
    await market.call('auctions/apply', { auction_id: lot.id, price, quantity }, tokens[index]!)
  await market.confirmAll(lot.id, staff)

  const desk = await openOffice(browser)
  // Toasts are dialogs too.
  const dialog = desk.locator('[role=dialog]:not([data-type])')
  const press = (name: string | RegExp) => desk.getByRole('button', { name, exact: true }).click()
  const answer = async (verb: string) => {
    await dialog.getByRole('button', { name: verb, exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  const rowOf = ({ number }: Winner) => desk.getByRole('row').filter({ hasText: number })
  const openBoard = () => desk.goto(`/office/fulfilment?search=${encodeURIComponent('Trading House')}`)
  const open = ({ id }: Winner) => desk.goto(`/office/fulfilment/${id}`)
  /** The organiser's page is open: the buyer's page and the board say the same. */
  async function expectSameFigures(winner: Winner, expected: Record<string, string>): Promise<void> {
    await winner.own.reload()
    const figures = await figuresOf(winner.own)
    expect(figures).toMatchObject(expected)
    await expect.poll(() => figuresOf(desk)).toEqual(figures)
  }
  async function expectOnBoard(winner: Winner, column: string): Promise<void> {
    const figures = await figuresOf(winner.own)
    const row = rowOf(winner)
    await expect(row).toContainText(column)
    const [loaded = ''] = (figures[shared.figures.loaded] ?? '').split(' ')
    const missing = (figures[shared.figures.missing] ?? '').replace(' грн', '')
    const cells = plain(await row.innerText())
    expect(cells).toContain(`${loaded} / ${figures[shared.figures.agreed]}`)
    if (missing !== '0,00') expect(cells).toContain(missing)
  }
  const recordWaybill = async ({ id, number }: Winner, volume: string) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({
      agreement_id: String(id),
      number: `ТТН ${number} ${volume}`,
      on: kyivDate(new Date()),
      volume,
    }))
      form.set(name, value)
    const response = await fetch(`${process.env.E2E_BASE_URL}/api/manager/fulfilment/waybills/record`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff}` },
      body: form,
    })
    expect(response.status).toBe(200)
  }
  const makeAct = async () => {
    await press(office.makeAct)
    await answer(office.makeAct)
  }
  const signActOnPaper = async () => {
    const act = desk.getByRole('listitem').filter({ hasText: shared.acts.awaitsBuyer })
    const [choosing] = await Promise.all([desk.waitForEvent('filechooser'), act.getByText(texts.markPaper).click()])
    await choosing.setFiles(pdf('act.pdf'))
    await expect(act).toHaveCount(0)
  }

  const winners = await test.step('the result is confirmed, and its agreements are in force', async () => {
    await desk.goto(`/office/auctions/${lot.id}/console`)
    await desk
      .getByRole('button', { name: 'Підтвердити переможців', exact: true })
      .waitFor({ timeout: endsAt - Date.now() + 60 * SECOND })
    await completeAuction(desk)
    const agreements = async () =>
      (
        await market.pool.query<{ id: number; number: string; company_id: number }>(
          'select id, number, company_id from cms.agreements where auction_id = $1 order by company_id',
          [lot.id],
        )
      ).rows
    // A job creates the agreements after the auction is completed.
    await expect.poll(async () => (await agreements()).length).toBe(PURCHASES.length)
    return Promise.all(
      (await agreements()).map(async ({ id, number, company_id: companyId }, index): Promise<Winner> => {
        await signOnPaper(market.pool, { id, companyId })
        const trader = await openTrader(browser, 'uk')
        await signIn(trader, buyers[index]!)
        await trader.page.goto(`/cabinet/agreements/${id}`)
        return { own: trader.page, companyId, id, number }
      }),
    )
  })
  const [punctual, late, ended] = winners as [Winner, Winner, Winner]

  await test.step('the organiser issues each invoice from the board', async () => {
    await openBoard()
    for (const winner of winners) {
      await rowOf(winner).getByRole('button', { name: office.step_issue_invoices, exact: true }).click()
      await expect(rowOf(winner)).toContainText(office.step_pay)
    }
    for (const winner of winners) {
      await winner.own.reload()
      await expectOnBoard(winner, office.board_to_pay)
    }
  })

  await test.step('one is late: its penalty is claimed, and lowered with a reason', async () => {
    await passDays(market.pool, late.id, 14)
    await openBoard()
    await late.own.reload()
    await expectOnBoard(late, office.board_overdue)
    await open(late)
    await desk.getByRole('listitem').getByRole('button', { name: office.moreActions }).click()
    await desk.getByRole('menuitem', { name: office.claimPenalty }).click()
    await dialog.getByLabel(office.penaltySum).fill(CLAIMED)
    await dialog.getByLabel(office.penaltyReason).fill('Збій у банку покупця')
    await answer(office.claimPenalty)
    await expectSameFigures(late, { [shared.figures.missing]: '3 011 000,00 грн' })
    await expect(late.own.getByText(/причина зменшення: Збій у банку покупця/)).toBeVisible()
  })

  await test.step('one statement pays all invoices: the late buyer pays its claim with the same transfer', async () => {
    const lines: string[] = []
    for (const [index, { own, companyId: id }] of winners.entries()) {
      await own.getByRole('button', { name: shared.invoices.howToPay }).click()
      const details = own.getByRole('listitem').filter({ has: own.getByRole('img', { name: shared.invoices.scan }) })
      const detail = (label: string) =>
        details.locator('dl > div').filter({ hasText: label }).locator('dd > span').innerText()
      const account = (await detail('IBAN')).replaceAll(/\s/g, '')
      const purpose = plain(await detail(shared.invoices.purpose))
      const sum = index === 1 ? '3011000.00' : PURCHASES[index]!.sum
      const paid = { account, payerCode: codeOf(id), purpose }
      const day = kyivDate(new Date()).split('-').toReversed().join('.')
      lines.push(privatRow(paid, { number: `${lot.id}${index}`, day, sum }))
    }
    await desk.goto('/office/deposits')
    await desk.locator('input[type=file]').setInputFiles({
      name: 'statement.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([PRIVAT_HEAD, ...lines].join('\n')),
    })
    await expect(desk.getByText(/Нові: 3/)).toBeVisible()
    for (const winner of winners) {
      const line = desk.getByRole('row').filter({ hasText: winner.number })
      await line.getByRole('button', { name: office.countLine, exact: true }).click()
      if (winner === late) await desk.getByRole('menuitem', { name: /^Рахунок/ }).click()
      await expect(line).toHaveCount(0)
    }
    for (const winner of winners) {
      await open(winner)
      await expectSameFigures(winner, { [shared.figures.missing]: '0,00 грн' })
    }
  })

  await test.step('the buyer requests a loading; the dispatcher’s list confirms it and records what was loaded', async () => {
    const { own, number } = punctual
    await own.getByRole('button', { name: shared.loadings.request, exact: true }).click()
    const form = own.getByRole('dialog')
    await form.getByLabel(shared.loadings.day, { exact: true }).fill(kyivDate(new Date()))
    await form.getByLabel(named(shared.loadings.volume, { unit: '' }).trim().replace(/,$/, '')).fill('120')
    await form.getByLabel(shared.loadings.vehicle).fill('АА 4821 ВК')
    await form.getByRole('button', { name: shared.loadings.send }).click()
    await expect(own.getByText(shared.loadings.state.requested)).toBeVisible()
    await desk.goto('/office/loadings')
    const row = desk.getByRole('listitem').filter({ hasText: number })
    await row.getByRole('button', { name: office.confirm, exact: true }).click()
    await expect(row.getByText(office.loading_confirmed, { exact: true })).toBeVisible()
    await row.getByRole('button', { name: office.recordWaybill, exact: true }).click()
    await dialog.getByLabel(office.waybillNumber).fill(`ТТН ${number}`)
    await answer(office.recordWaybill)
    await expect(row.getByText(office.loading_loaded, { exact: true })).toBeVisible()
  })

  await test.step('both sides sign the act of the first part, and the last act is signed on paper', async () => {
    const { own } = punctual
    await open(punctual)
    await makeAct()
    await own.reload()
    const panel = own.getByRole('group', { name: texts.signing })
    const act = await own.request.get(String(await own.getByRole('link', { name: /^Акт.*PDF$/ }).getAttribute('href')))
    const centre = createCentre()
    const signature = {
      name: 'підпис.p7s',
      mimeType: 'application/pkcs7-signature',
      buffer: centre.issue().sign(await act.body()),
    }
    centre.close()
    await panel.locator('input[type=file]').setInputFiles(signature)
    await expect(panel.getByText(texts.done, { exact: true })).toBeVisible()
    await desk.reload()
    await desk.getByLabel(texts.checkHow).fill('czo.gov.ua/verify')
    await desk.locator('input[type=file][accept^=".p7s"]').setInputFiles(signature)
    await expect(desk.getByText(texts.done, { exact: true })).toBeVisible()
    await expectSameFigures(punctual, { [shared.figures.accepted]: '120 т' })
    await recordWaybill(punctual, '80.000')
    await desk.reload()
    await makeAct()
    await signActOnPaper()
    await expectSameFigures(punctual, { [shared.figures.accepted]: '200 т', next: plain(shared.next.none) })
  })

  await test.step('the late one is shipped, accepted and closed', async () => {
    await recordWaybill(late, '200.000')
    await open(late)
    await makeAct()
    await signActOnPaper()
    await expectSameFigures(late, { [shared.figures.received]: '3 011 000,00 грн', next: plain(shared.next.none) })
  })

  await test.step('one ends early, and what was not shipped goes back', async () => {
    await recordWaybill(ended, '40.000')
    await open(ended)
    await desk.getByRole('main').getByRole('button', { name: office.moreActions }).first().click()
    await desk.getByRole('menuitem', { name: office.endAgreement }).click()
    await dialog.getByLabel(office.reason).fill('Аварія на родовищі')
    await answer(office.endAgreement)
    await makeAct()
    await signActOnPaper()
    await expectSameFigures(ended, { [shared.figures.unallocated]: '900 000,00 грн' })
    await expect(ended.own.getByText('Аварія на родовищі')).toBeVisible()
    await press(/^Повернути 900/)
    await dialog.getByLabel(office.paymentNote).fill('Платіжне доручення 17')
    await answer(office.recordReturn)
    await expectSameFigures(ended, { [shared.figures.returned]: '900 000,00 грн', next: plain(shared.next.none) })
  })

  await test.step('the board has all three closed', async () => {
    await openBoard()
    for (const winner of winners) await expectOnBoard(winner, office.board_closed)
  })
  await market.close()
})
