import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { openMarket, type Buyer } from '@/tests/e2e/support/market'
import { openOffice } from '@/tests/e2e/support/office'
import { expect, test } from '@/tests/e2e/support/test'
import { SIGNATURE_TEXTS } from '@/lib/i18n/signature-texts'
import { createCentre } from '@/tests/support/signing'
import messages from '@/messages/uk.json' with { type: 'json' }

const SECOND = 1_000
/** Enough for two applications and their confirmation through the API. */
const BEFORE_START = 30 * SECOND
const RUNS = 15 * SECOND
const PDF = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'

test('a manager cancels an auction with a reason that the applicant reads', async ({ browser }) => {
  const market = openMarket()
  const staff = await market.staffToken()
  const [buyer] = (await market.buyers(1)) as [Buyer]
  const startsAt = Date.now() + 60 * 60 * SECOND
  const lot = await market.publishLot(staff, { startsAt, endsAt: startsAt + 60 * 60 * SECOND })
  await call(
    '/api/auctions/apply',
    { auction_id: lot.id, price: '15000.00', quantity: '100.000' },
    await tokenOf(buyer),
  )

  const office = await openConsole(browser, lot.id)
  await expect(office.getByText(buyer.company, { exact: true })).toBeVisible()
  const { violations } = await new AxeBuilder({ page: office }).include('[data-console]').analyze()
  expect(violations).toEqual([])

  await call('/api/chat/send', { auction_id: lot.id, text: 'Чи можливий самовивіз?' }, await tokenOf(buyer))
  await office.getByRole('button', { name: 'Чи можливий самовивіз?' }).click()
  await expect(office.getByRole('log')).toContainText('Чи можливий самовивіз?')
  await expectUsableChat(office)

  // With the keyboard only: the dialog gets and keeps the focus, and requires a reason.
  await office.getByRole('button', { name: 'Скасувати аукціон' }).press('Enter')
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Скасувати аукціон' }).press('Enter')
  await expect(dialog.getByLabel('Причина')).toBeFocused()
  await expect(dialog.getByText('Напишіть причину')).toBeVisible()
  await office.keyboard.type(buyer.company)
  await dialog.getByRole('button', { name: 'Скасувати аукціон' }).press('Enter')
  await expect(dialog.getByText(messages.Office.error_reason_names_bidder)).toBeVisible()
  await dialog.getByLabel('Причина').fill('')
  await office.keyboard.type('Аварійна зупинка установки')
  await dialog.getByRole('button', { name: 'Скасувати аукціон' }).press('Enter')
  await expect(dialog).toBeHidden()
  // One is the auction, the other its application.
  await expect(office.getByText('Скасовано', { exact: true })).toHaveCount(2)
  // The reason is shown with the state and in the timeline.
  await expect(office.getByText('Аварійна зупинка установки', { exact: true })).toBeVisible()
  await expect(office.getByText('Аварійна зупинка установки ·')).toBeVisible()
  await expect(office.getByRole('button', { name: 'Скасувати аукціон' })).toBeHidden()

  await office.goto(`/auctions/condensate/${lot.slug}`)
  await expect(office.getByText('Аварійна зупинка установки').first()).toBeVisible()
  await market.close()
})

test('a manager prepares a lot, disqualifies a winner with a document, and confirms the next one', async ({
  browser,
}) => {
  test.setTimeout(330 * SECOND)
  const market = openMarket()
  const staff = await market.staffToken()
  const [first, second] = (await market.buyers(2)) as [Buyer, Buyer]
  const prepared = await openOffice(browser)
  const lot = await prepareLot(prepared)
  for (const [buyer, price] of [
    [first, '15100.00'],
    [second, '15000.00'],
  ] as const) {
    await call('/api/auctions/apply', { auction_id: lot.id, price, quantity: '500.000' }, await tokenOf(buyer))
  }
  const { list } = await call<{ list: { id: number }[] }>(
    '/api/manager/applications/list',
    { auction_id: lot.id },
    staff,
  )
  for (const { id } of list)
    await call('/api/manager/applications/confirm', { application_id: id, insistence: 'Відомі документи' }, staff)

  const office = await openConsole(browser, lot.id)
  const winners = office.getByRole('listitem').filter({ has: office.getByRole('button', { name: 'Дискваліфікувати' }) })
  await expect(winners).toHaveCount(1, { timeout: BEFORE_START + RUNS + 150 * SECOND })
  await expect(winners).toContainText(/15\s100,00/)
  await call('/api/chat/send', { auction_id: lot.id, text: 'Коли відвантаження?' }, await tokenOf(first))
  await office.getByRole('button', { name: 'Коли відвантаження?' }).click()
  await expectUsableChat(office)
  await winners.getByRole('button', { name: 'Дискваліфікувати' }).click()

  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('Причина').fill('Подано недостовірні документи')
  await dialog.getByRole('button', { name: 'Дискваліфікувати' }).click()
  await expect(dialog.getByText('Додайте файл')).toBeVisible()
  const centre = createCentre()
  await dialog.getByLabel('Файл-підстава').setInputFiles({
    name: 'рішення.pdf.p7s',
    mimeType: 'application/pkcs7-signature',
    buffer: centre.issue().sign(Buffer.from(PDF), { attached: true }),
  })
  centre.close()
  await dialog.getByRole('button', { name: 'Дискваліфікувати' }).click()
  await expect(dialog).toBeHidden()
  const disqualified = office
    .getByRole('listitem')
    .filter({ hasText: /15\s100,00/ })
    .filter({ hasText: 'Подано недостовірні документи' })
  await expect(disqualified.getByRole('link', { name: 'рішення.pdf.p7s' })).toBeVisible()
  await expect(disqualified).toContainText(SIGNATURE_TEXTS.uk.verdict.signer_unchecked)
  await expect(winners).toContainText(/15\s000,00/)

  for (const verb of ['Підтвердити переможців', 'Завершити аукціон']) {
    await office.getByRole('button', { name: verb }).click()
    await office.getByRole('dialog').getByRole('button', { name: verb }).click()
    await expect(office.getByRole('dialog')).toBeHidden()
  }
  await expect(office.getByText('Завершено', { exact: true })).toBeVisible()

  await office.goto('/office/audit?action=winner_disqualified')
  await expect(office.getByText('Подано недостовірні документи').first()).toBeVisible()
  await market.close()
})

/** Publishes a lot with the wizard; it starts at a full minute and runs for another one. */
async function prepareLot(office: Page): Promise<{ id: number }> {
  const title = `GC-${String(Date.now()).slice(-6)}`
  const field = (name: string) => office.getByLabel(name, { exact: true })
  await office.goto('/office/auctions/new')
  await office.getByRole('button', { name: 'Газовий конденсат' }).click()
  const numbers = {
    'Обсяг лота': '500',
    'Стартова ціна': '15000',
    'Крок аукціону': '50',
    'Максимальний крок': '1500',
    'Мінімальний обсяг': '10',
    'Крок обсягу': '10',
    'Вікно подовження': '1',
    'Мінімум учасників': '1',
    Розмір: '0',
  }
  for (const [name, value] of Object.entries(numbers)) await field(name).fill(value)
  await office.getByRole('button', { name: 'Далі' }).click()
  await expect(field('Початок торгів')).not.toHaveValue('')

  const start = Math.ceil((Date.now() + BEFORE_START) / 60_000) * 60_000
  const kyiv = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Kyiv', dateStyle: 'short', timeStyle: 'short' })
  const at = (minutes: number) => {
    const [day = '', time = ''] = kyiv.format(start + minutes * 60_000).split(' ')
    return `${day.split('-').reverse().join('.')} ${time}`
  }
  for (const [name, time] of [
    ['Запитання приймають до', at(0)],
    ['Заявки приймають до', at(0)],
    ['Початок торгів', at(0)],
    ['Завершення торгів', at(1)],
    ['Граничний час', at(2)],
  ] as const) {
    await field(name).fill(time)
    // Closes the calendar, which would cover the next button. After Escape the calendar would take the focus later.
    await field(name).press('Tab')
  }
  await office.getByLabel('Торги навмисно поза робочим часом').check()
  await office.getByRole('button', { name: 'Далі' }).click()
  const names = office.getByRole('group', { name: 'Назва', exact: true })
  await names.getByLabel('Українська').fill(title)
  await names.getByLabel('English').fill('')
  await expect(names.getByText('порожньо')).toHaveCount(1)

  // Documents are optional. The preview shows the page as buyers will see it.
  await office.getByRole('button', { name: 'Далі' }).click()
  await expect(office.getByRole('listitem').filter({ hasText: 'Документи' }).getByRole('button')).toHaveAttribute(
    'aria-current',
    'step',
  )
  await office.getByRole('button', { name: 'Далі' }).click()
  const page = office.frameLocator('iframe')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await office.getByRole('button', { name: 'Опублікувати' }).click()
  const dialog = office.getByRole('dialog')
  await expect(dialog.getByText('Не всі тексти перекладено (en)')).toBeVisible()
  await dialog.getByRole('button', { name: 'Опублікувати' }).click()
  await expect(office).toHaveURL(/\/office\/auctions\/\d+\/console$/)
  return { id: Number(/auctions\/(\d+)/.exec(office.url())?.[1]) }
}

/** On screens of common sizes the conversation has room for several lines, and its form lies within its card, uncovered. */
async function expectUsableChat(office: Page): Promise<void> {
  const log = office.getByRole('log')
  const card = office.locator('[data-surface]').filter({ has: log }).last()
  const send = card.getByRole('button', { name: 'Надіслати' })
  const size = office.viewportSize()
  await card.getByRole('textbox', { name: 'Відповідь' }).fill('Так')
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1800, 1000],
  ] as const) {
    await office.setViewportSize({ width, height })
    const [outer, room, form] = await Promise.all([card, log, card.locator('form')].map((part) => part.boundingBox()))
    if (!outer || !room || !form) throw new Error('the chat is not shown')
    expect(room.height, `${width} px`).toBeGreaterThan(90)
    expect(form.y, `${width} px`).toBeGreaterThanOrEqual(room.y + room.height)
    expect(form.y + form.height, `${width} px`).toBeLessThan(outer.y + outer.height)
    expect(form.x + form.width, `${width} px`).toBeLessThan(outer.x + outer.width)
    // Fails if something lies over the button.
    await send.click({ trial: true })
  }
  if (size) await office.setViewportSize(size)
  await card.getByRole('textbox', { name: 'Відповідь' }).fill('')
}

async function call<Data = unknown>(path: string, body: object, token?: string): Promise<Data> {
  const response = await fetch(`${process.env.E2E_BASE_URL}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { data: Data }
  expect(response.ok, `${path}: ${JSON.stringify(answer)}`).toBe(true)
  return answer.data
}

async function tokenOf({ email, password }: Buyer): Promise<string> {
  return (await call<{ access_token: string }>('/api/auth/login', { email, password })).access_token
}

async function openConsole(browser: Browser, auctionId: number): Promise<Page> {
  const page = await openOffice(browser)
  await page.goto(`/office/auctions/${auctionId}/console`)
  await expect(page.getByRole('heading', { name: 'Заявки' })).toBeVisible()
  return page
}
