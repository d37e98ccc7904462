import { randomInt } from 'node:crypto'
import { isEdrpou } from '@/lib/domain/identifiers'
import type { EnginePage } from './engines/page'
import type { Trader } from './trader'

/** A company with valid check digits. Its code is unique, because a code identifies a bidder (R2.1). */
export function newCompany() {
  return {
    company_name: 'Товариство з обмеженою відповідальністю «Перевірка»',
    company_short_name: 'ТОВ «Перевірка»',
    edrpou: newEdrpou(),
    eic: '56X000000000001W',
    iban: 'UA883006140000026006500211904',
    surname: 'Коваленко',
    name: 'Олена',
    phone: '+380441234567',
  }
}

function newEdrpou(): string {
  for (;;) {
    const code = String(40_000_000 + randomInt(4_000_000))
    if (isEdrpou(code)) return code
  }
}

const STEPS = [
  ['company_name', 'company_short_name', 'edrpou'],
  ['surname', 'name', 'phone', 'email', 'password'],
  ['eic', 'iban'],
] as const

/** Fills the steps one after the other and accepts the rules; "Register company" remains to be pressed. */
export async function fillRegistration<Page extends EnginePage>(
  page: Page,
  t: Trader['t'],
  values: Record<(typeof STEPS)[number][number], string>,
  fill: (field: ReturnType<Page['getByLabel']>, value: string) => Promise<void> = (field, value) => field.fill(value),
): Promise<void> {
  for (const [index, names] of STEPS.entries()) {
    if (index > 0) await press(page, t('Register.continue'))
    for (const name of names) {
      const field = page.getByLabel(t(`Register.${name}`), { exact: true }) as ReturnType<Page['getByLabel']>
      await field.waitFor()
      await fill(field, values[name])
    }
  }
  await page.getByRole('radio', { name: t('Register.kinds.all') }).check()
  await acceptRules(page)
}

export async function acceptRules(page: EnginePage): Promise<void> {
  await page.getByRole('checkbox').check()
}

export async function press(page: EnginePage, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

/** The smallest file that is a PDF by its content. */
const PDF = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'

export function pdf(name: string) {
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(PDF) }
}
