import type { LineFault } from '@/lib/contract/deposits'
import { compactLatin } from '@/lib/contract/company'
import { bookingDay } from '@/lib/contract/primitives'
import type { Kopecks } from '@/lib/domain/money'
import { kyivDayOf } from '@/lib/domain/working-hours'

/** A line of a bank statement, of any format. */
export interface BankLine {
  /** Its number in the file, from 1; in XML that of the payment. */
  readonly line: number
  readonly direction: 'credit' | 'debit'
  /** The bank takes back an earlier credit. */
  readonly isReversal: boolean
  readonly isBooked: boolean
  /** "2026-11-24"; null if it is unreadable. */
  readonly bookedOn: string | null
  /** Null if it is unreadable. */
  readonly amount: Kopecks | null
  readonly currency: string
  /** The account that was paid to; empty if the file does not name it. */
  readonly accountIban: string
  readonly documentNumber: string
  /** What the banks of both sides call the transaction. */
  readonly transactionId: string
  readonly payerName: string
  readonly payerEdrpou: string
  readonly payerIban: string
  readonly purpose: string
  /** Why the line cannot be a payment, whatever its fields are. */
  readonly fault: LineFault | null
  /** It had more cells than there are headings. */
  readonly isJoined: boolean
}

const MAX_TEXT = 500

export function clean(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .toWellFormed()
}

export const accountOf = (text: string) => compactLatin(clean(text)).replace(/^IBAN[:№]?/, '')

/** A spreadsheet drops the zeros at the beginning of a code. */
export const codeOf = (text: string) => (/^\d{5,7}$/.test(text) ? text.padStart(8, '0') : text)

export type Reading<T> = { ok: true; value: T } | { ok: false; code: LineFault['code'] }
const read = <T>(value: T): Reading<T> => ({ ok: true, value })
const fault = (code: LineFault['code']) => ({ ok: false, code }) as const

/** Both separators, or one that occurs several times: it is clear which one is that of thousands. */
const GROUPED = /^\d{1,3}(?:(?:,\d{3})+\.|(?:\.\d{3})+,)\d{2}$/
const GROUPS_ONLY = /^[1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/
/** Thousands, or three decimals. */
const UNCLEAR = /^[1-9]\d{0,2}[.,]\d{3}$/
const SHORTENED = /^\d+(?:[.,]\d+)?E[+-]?\d+$/i

/** A sum as people and spreadsheets write it: "70 000.00", "70,000.00", "70000,5". */
export function readAmount(text: string): Reading<Kopecks> {
  const compact = text.replaceAll(/[\s'’]|^(?:UAH|₴)|(?:UAH|₴|грн\.?)$/giu, '')
  if (compact === '') return fault('missing')
  if (SHORTENED.test(compact)) return fault('shortened')
  if (UNCLEAR.test(compact)) return fault('ambiguous')
  if (GROUPS_ONLY.test(compact)) return readDecimal(compact.replaceAll(/[.,]/g, ''))
  return readDecimal(
    GROUPED.test(compact) ? `${compact.slice(0, -3).replaceAll(/[.,]/g, '')}.${compact.slice(-2)}` : compact,
  )
}

/** A sum without groups, as formats for programs have it: "217500.00000", "1500,". */
export function readDecimal(text: string): Reading<Kopecks> {
  const match = /^\+?0*(\d{1,12})(?:[.,](\d{0,2})0*)?$/.exec(text)
  if (match === null) return fault(text === '' ? 'missing' : 'unreadable')
  const amount = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return amount === 0 ? fault('zero') : read(amount)
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/
/** The days that spreadsheets count from the end of 1899: of 2000 to 2099. */
const SERIAL = /^(3[67]\d{3}|[4-6]\d{4}|7[0-2]\d{3})(?:[.,]\d+)?$/
const DAY_MS = 24 * 60 * 60 * 1000
const SERIAL_EPOCH = Date.UTC(1899, 11, 30)

/** A day as banks, people and spreadsheets write it. An instant with a zone is put into Kyiv's day. */
export function readDay(text: string): Reading<string> {
  const typed = text.trim()
  if (typed === '') return fault('missing')
  if (INSTANT.test(typed)) {
    const at = Date.parse(typed.replace(' ', 'T').replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
    return Number.isNaN(at) ? fault('unreadable') : existing(kyivDayOf(at))
  }
  const serial = SERIAL.exec(typed)
  if (serial !== null) return existing(new Date(SERIAL_EPOCH + Number(serial[1]) * DAY_MS).toISOString().slice(0, 10))
  const compact = /^(20\d{2})(\d{2})(\d{2})$/.exec(typed)
  if (compact !== null) return existing(`${compact[1]}-${compact[2]}-${compact[3]}`)
  const international = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})(?!\d)/.exec(typed)
  if (international !== null) return existing(dayFrom(international[1], international[3], international[4]))
  const local = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/.exec(typed)
  if (local === null) return fault('unreadable')
  const [, first = '', sign, second = '', year = ''] = local
  const fullYear = year.padStart(4, '20')
  if (sign === '.' || Number(first) > 12 || first === second) return existing(dayFrom(fullYear, second, first))
  return Number(second) > 12 ? existing(dayFrom(fullYear, first, second)) : fault('ambiguous')
}

const dayFrom = (year = '', month = '', day = '') => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

function existing(day: string): Reading<string> {
  return bookingDay.safeParse(day).success ? read(day) : fault('unreadable')
}

/** The first field that cannot be read, with its text. */
export function faultOf(
  fields: readonly (readonly [LineFault['field'], Reading<unknown>, string])[],
): LineFault | null {
  for (const [field, reading, text] of fields)
    if (!reading.ok) return { field, code: reading.code, text: clean(text).slice(0, 100) }
  return null
}

export const valueOf = <T>(reading: Reading<T>): T | null => (reading.ok ? reading.value : null)
