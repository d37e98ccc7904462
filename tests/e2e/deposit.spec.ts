import { letterTo } from '@/tests/e2e/support/mailbox'
import { openMarket, type Buyer } from '@/tests/e2e/support/market'
import { completeAuction, confirmApplicationOf, goToConsole, openOffice } from '@/tests/e2e/support/office'
import { expect, test } from '@/tests/e2e/support/test'
import { applyFor, bid, openTrader, signIn } from '@/tests/e2e/support/trader'

const SECOND = 1_000
const BEFORE_START = 150 * SECOND
const RUNS = 90 * SECOND

const DEPOSIT = {
  deposit_rate: '3.00',
  deposit_recipient: 'ТОВ «Газ і Конденсат»',
  deposit_iban: 'UA903052992990004149123456789',
  deposit_edrpou: '37027819',
  deposit_bank: 'АТ КБ «ПриватБанк»',
}

test('a deposit, from the card with its code to the loser’s letter (R11)', async ({ browser }) => {
  test.setTimeout(20 * 60 * SECOND)
  const began = Date.now()
  const market = openMarket()
  const [winner, loser] = (await market.buyers(2)) as [Buyer, Buyer]
  const uk = await openTrader(browser, 'uk')
  await signIn(uk, winner)
  const en = await openTrader(browser, 'en')
  await signIn(en, loser)
  const office = await openOffice(browser)
  const startsAt = Date.now() + Math.max(BEFORE_START, 6 * (Date.now() - began))
  const lot = await market.publishLot(await market.staffToken(), { startsAt, endsAt: startsAt + RUNS }, DEPOSIT)
  const path = `/auctions/condensate/${lot.slug}`
  const rows: string[] = []

  await test.step('each applies, and reads the sum, the account, the reference and the code', async () => {
    for (const [trader, address, quantity, sum] of [
      [uk, path, '500', '225 000,00'],
      [en, `/en${path}`, '300', '135 000.00'],
    ] as const) {
      await trader.page.goto(address)
      await applyFor(trader, '15000', quantity)
      const card = trader.page.getByRole('region', { name: /^(Гарантійний внесок|Deposit) 3/ })
      await expect(card.getByRole('heading').first()).toContainText(sum)
      await expect(card.getByRole('img', { name: trader.say('Deposit.code') })).toBeVisible()
      const purpose = card.getByText(/RF\d\d \d{4} \d{4}/)
      await expect(purpose).toBeVisible()
      const reference = /RF\d\d \d{4} \d{4}/.exec((await purpose.textContent()) ?? '')?.[0] ?? ''
      const amount = sum.replaceAll(/\s/g, '').replace(',', '.')
      rows.push(
        `1;1;${DEPOSIT.deposit_iban};UAH;${lot.id}${rows.length};24.11.2026;1;Банк;UA1;00000000;Платник;${amount};Депозит ${reference};`,
      )
    }
  })

  await test.step('the manager imports the statement, and counts each line once', async () => {
    await office.goto('/admin/office/deposits')
    const head =
      'ЄДРПОУ;МФО;Рахунок;Валюта;Номер документу;Дата операції;МФО банку;Назва банку;Рахунок кореспондента;ЄДРПОУ кореспондента;Кореспондент;Сума;Призначення платежу;'
    const file = { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...rows].join('\n')) }
    await office.locator('input[type=file]').setInputFiles(file)
    await expect(office.getByText(/Нові: 2/)).toBeVisible()
    for (const reference of rows.map((row) => /RF\d\d \d{4} \d{4}/.exec(row)?.[0] ?? '')) {
      const line = office.getByRole('listitem').filter({ hasText: `Депозит ${reference}` })
      await expect(line.getByText('Платить інша компанія')).toBeVisible()
      await line.getByRole('button', { name: 'Зарахувати', exact: true }).click()
      await expect(line).toHaveCount(0)
    }
    await office.locator('input[type=file]').setInputFiles(file)
    await expect(office.getByText('Уже відомі: 2', { exact: true })).toBeVisible()
  })

  await test.step('the manager confirms both', async () => {
    await goToConsole(office, lot.id)
    for (const { company } of [winner, loser]) await confirmApplicationOf(office, company)
    await letterTo(loser.email, 'гарантійний внесок зараховано')
  })

  await test.step('a bid for more than the deposit covers is refused in words', async () => {
    const quantity = en.page.locator('input[name=quantity]')
    await expect(quantity).toBeVisible({ timeout: startsAt - Date.now() + 60 * SECOND })
    await expect(en.page.getByText('Your deposit covers up to 300')).toBeVisible()
    await quantity.fill('350')
    await en.page.getByRole('button', { name: en.say('BidPanel.submit') }).click()
    await expect(en.page.getByText(/Your deposit covers at most 300/)).toBeVisible()
    await quantity.fill('300')
    await bid(uk, '15100')
  })

  await test.step('the board has what is to be returned, and the loser’s letter says until when', async () => {
    await office.goto(`/admin/collections/auctions/${lot.id}/console`)
    await expect(office.getByRole('button', { name: 'Підтвердити переможців', exact: true })).toBeVisible({
      timeout: 240 * SECOND,
    })
    await completeAuction(office)
    const letter = await letterTo(loser.email, 'завершено: результат')
    expect(letter.text.replaceAll('\u00A0', ' ')).toMatch(/Гарантійний внесок, який вам повернуть\D*135 000,00/)
    await office.goto('/admin/office/deposits?state=to_return')
    await expect(office.getByRole('listitem').filter({ hasText: loser.company })).toContainText('Повернути до')
  })
})
