import type { Browser, Page } from '@playwright/test'
import type { Locale } from '@/lib/config/constants'
import type { EngineLocator, EnginePage } from './engines/page'
import { expect, watchConsole } from './test'
import { translatorOf } from './translator'
import { localizePath } from '@/lib/i18n/locales'

/** A buyer at a page in one language. */
export interface Trader<AnyPage extends EnginePage = Page> {
  page: AnyPage
  locale: Locale
  t: ReturnType<typeof translatorOf>
  field(key: 'price' | 'quantity'): ReturnType<AnyPage['getByLabel']>
}

export async function openTrader(
  browser: Browser,
  locale: Locale,
  baseURL = process.env.E2E_BASE_URL,
): Promise<Trader> {
  const context = await browser.newContext({ baseURL })
  watchConsole(context)
  return traderAt(await context.newPage(), locale)
}

export function traderAt<AnyPage extends EnginePage>(page: AnyPage, locale: Locale): Trader<AnyPage> {
  const t = translatorOf(locale)
  const field = (key: 'price' | 'quantity') => page.getByLabel(labelOf(t, key), { exact: true }).first()
  return { page, locale, t, field: field as Trader<AnyPage>['field'] }
}

/** Signs in with a call. Unlike `signInOnPage` it leaves the page where it is. */
export async function signIn(
  { page }: Pick<Trader, 'page'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } })
  expect(answer.status()).toBe(200)
}

export async function signInOnPage(
  { page, locale, t }: Pick<Trader<EnginePage>, 'page' | 'locale' | 't'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto(localizePath('/user-login', locale))
  await typeCredentials({ page, t }, { email, password })
  await expect.poll(() => page.url()).toMatch(/\/cabinet$/)
}

/** Fills in and submits the form of the sign-in page. */
export async function typeCredentials(
  { page, t }: Pick<Trader<EnginePage>, 'page' | 't'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel(t('Login.email')).fill(email)
  await page.getByLabel(t('Login.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('Login.submit'), exact: true }).click()
}

function labelOf(t: Trader['t'], key: 'price' | 'quantity'): RegExp {
  const [start] = t(`BidPanel.${key}`, { unit: '\u0000' }).split('\u0000')
  return new RegExp(`^${(start as string).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
}

export async function applyFor(trader: Trader<EnginePage>, price: string, quantity: string): Promise<void> {
  const { page, t } = trader
  await trader.field('price').fill(price)
  await trader.field('quantity').fill(quantity)
  await page.getByRole('button', { name: t('Apply.submit') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('Apply.secondConfirm') })
    .click()
  await page
    .getByText(new RegExp(`${t('Apply.status.submitted')}|${t('Apply.status.awaiting_confirmation')}`))
    .first()
    .waitFor()
}

export async function pressBid({ page, t }: Trader<EnginePage>): Promise<void> {
  await page
    .getByRole('button', { name: t('BidPanel.submit') })
    .first()
    .click()
}

/** Places a bid, and confirms it in the dialog that appears for a large step. */
export async function bid(trader: Trader<EnginePage>, price: string): Promise<void> {
  const { page, t } = trader
  await trader.field('price').fill(price)
  const confirm = page.getByRole('dialog').getByRole('button', { name: t('BidPanel.second.confirm') })
  const accepted = acceptedBid(trader, price)
  await pressUntil(trader, confirm.or(accepted))
  if (await confirm.isVisible()) await confirm.click()
  await accepted.first().waitFor()
}

function acceptedBid({ page, t, locale }: Trader<EnginePage>, price: string): EngineLocator {
  return page
    .getByRole('status')
    .filter({ hasText: t('BidPanel.accepted.title', { time: '' }).trim() })
    .filter({ hasText: figure(`${price}.00`, locale) })
}

/** Presses again if nothing happens, because a press within 600 ms of an accepted bid counts as a double click. */
async function pressUntil(trader: Trader<EnginePage>, reaction: EngineLocator): Promise<void> {
  const { page, t } = trader
  const sending = page.getByRole('button', { name: t('BidPanel.sending') })
  await expect(async () => {
    if (!(await sending.first().isVisible())) await pressBid(trader)
    await sending.or(reaction).first().waitFor({ timeout: 1_000 })
  }).toPass()
}

/** Matches a price as pages in this language show it, with any kind of space between the groups of digits. */
export function figure(price: string, locale: Locale): RegExp {
  const [whole, fraction] = price.split('.') as [string, string]
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\\s')
  return new RegExp(`${grouped}${locale === 'en' ? '\\.' : ','}${fraction}`)
}
