import type { Page } from '@playwright/test'
import { kyivDate } from '@/lib/i18n/formats'
import { SIGNATURE_TEXTS } from '@/lib/i18n/signature-texts'
import messages from '@/messages/uk.json' with { type: 'json' }
import { type Buyer, openMarket } from '@/tests/e2e/support/market'
import { openOffice } from '@/tests/e2e/support/office'
import { pdf } from '@/tests/e2e/support/registration'
import { expect, test } from '@/tests/e2e/support/test'
import { openTrader, signIn } from '@/tests/e2e/support/trader'
import { makeAgreement } from '@/tests/support/agreements'

const { Office: office, Fulfilment: shared } = messages

/** The figures of an agreement's page, as both sides read them. */
const figuresOf = (page: Page) =>
  page
    .locator('dl')
    .filter({ hasText: shared.figures.sum })
    .evaluate((list) => (list as HTMLElement).innerText.replaceAll('\u00A0', ' '))

const named = (text: string, values: Record<string, string>) =>
  Object.entries(values).reduce((written, [name, value]) => written.replace(`{${name}}`, value), text)

test('an agreement goes from the invoice to closed, and another ends early, with the same figures on both sides (R16)', async ({
  browser,
}) => {
  test.setTimeout(4 * 60_000)
  const market = openMarket()
  const [buyer] = (await market.buyers(1)) as [Buyer]
  const [whole, ended] = await Promise.all(
    [1, 2].map(() => makeAgreement(market.pool, { companyId: buyer.id, isInForce: true })),
  )
  const trader = await openTrader(browser, 'uk')
  await signIn(trader, buyer)
  const own = trader.page
  const desk = await openOffice(browser)
  // Toasts are dialogs too.
  const dialog = desk.locator('[role=dialog]:not([data-type])')
  const press = (name: string) => desk.getByRole('button', { name, exact: true }).click()
  const answer = async (verb: string) => {
    await dialog.getByRole('button', { name: verb, exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  const openBoth = async (id: number) => {
    await own.goto(`/cabinet/agreements/${id}`)
    await desk.goto(`/office/fulfilment/${id}`)
  }
  const expectSameFigures = async () => {
    await own.reload()
    await expect.poll(() => figuresOf(desk)).toBe(await figuresOf(own))
  }
  const pay = async (sum: string) => {
    await press(office.countPayment)
    await dialog.getByLabel(office.depositSum).fill(sum)
    await dialog.getByLabel(office.paymentNote).fill('Виписка банку')
    await answer(office.countPayment)
  }

  await test.step('the organiser issues the invoice, and the buyer sees how to pay it', async () => {
    await openBoth(whole!.id)
    await press(office.step_issue_invoices)
    await expect(desk.getByText(office.invoicesIssued)).toBeVisible()
    await expectSameFigures()
    await own.getByRole('button', { name: shared.invoices.howToPay }).click()
    await expect(own.getByRole('img', { name: shared.invoices.scan })).toBeVisible()
  })

  await test.step('the payment is counted, and the buyer requests a loading', async () => {
    await pay('4560000')
    await expectSameFigures()
    await own.getByRole('button', { name: shared.loadings.request, exact: true }).click()
    const form = own.getByRole('dialog')
    await form.getByLabel(shared.loadings.day, { exact: true }).fill(kyivDate(new Date()))
    await form.getByLabel(named(shared.loadings.volume, { unit: '' }).trim().replace(/,$/, '')).fill('300')
    await form.getByLabel(shared.loadings.vehicle).fill('АА 4821 ВК')
    await form.getByRole('button', { name: shared.loadings.send }).click()
    await expect(own.getByText(shared.loadings.state.requested)).toBeVisible()
  })

  await test.step('the dispatcher’s list confirms it and records what was loaded', async () => {
    await desk.goto('/office/loadings')
    const row = desk.getByRole('listitem').filter({ hasText: whole!.number })
    await row.getByRole('button', { name: office.confirm, exact: true }).click()
    await expect(row.getByText(office.loading_confirmed, { exact: true })).toBeVisible()
    await row.getByRole('button', { name: office.recordWaybill, exact: true }).click()
    await dialog.getByLabel(office.waybillNumber).fill(`ТТН ${whole!.number}`)
    await answer(office.recordWaybill)
    await expect(row.getByText(office.loading_loaded, { exact: true })).toBeVisible()
  })

  await test.step('the last act is signed on paper, and the agreement is closed for both', async () => {
    await desk.goto(`/office/fulfilment/${whole!.id}`)
    await press(office.makeAct)
    await answer(office.makeAct)
    const act = desk.getByRole('listitem').filter({ hasText: shared.acts.awaitsBuyer })
    const [choosing] = await Promise.all([
      desk.waitForEvent('filechooser'),
      act.getByText(SIGNATURE_TEXTS.uk.markPaper).click(),
    ])
    await choosing.setFiles(pdf('act.pdf'))
    await expect(desk.getByText(shared.next.none)).toBeVisible()
    await expectSameFigures()
    await expect(own.getByText(shared.next.none)).toBeVisible()
  })

  await test.step('another agreement ends early, and what was not shipped goes back', async () => {
    await openBoth(ended!.id)
    await press(office.step_issue_invoices)
    await expect(desk.getByText(office.invoicesIssued)).toBeVisible()
    await pay('4560000')
    await desk
      .getByRole('banner')
      .or(desk.getByRole('main'))
      .getByRole('button', { name: office.moreActions })
      .first()
      .click()
    await desk.getByRole('menuitem', { name: office.endAgreement }).click()
    await dialog.getByLabel(office.reason).fill('Аварія на родовищі')
    await answer(office.endAgreement)
    await expectSameFigures()
    await expect(own.getByText('Аварія на родовищі')).toBeVisible()
    await desk.getByRole('button', { name: /^Повернути/ }).click()
    await dialog.getByLabel(office.paymentNote).fill('Платіжне доручення')
    await answer(office.recordReturn)
    await expect(desk.getByText(shared.next.none)).toBeVisible()
    await expectSameFigures()
  })
})
