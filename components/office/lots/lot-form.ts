import {
  COPIED_LOT_FIELDS,
  eachField,
  isRequired,
  LOT_COUNTS,
  LOT_DAYS,
  type LotDayName,
  LOT_DECIMALS,
  LOT_FIELDS,
  LOT_LINES,
  LOT_TEXTS,
  LOT_TIMES,
  type LotCountName,
  type LotDecimalName,
  lotFaults,
  type LotFieldName,
  type LotLineName,
  type LotTerms,
  type LotTextName,
  type LotTimeName,
  placesOf,
  readTerms,
} from '@/lib/contract/lot-fields'
import { type PlanForm, readPlan, typedPlan } from './plan-form'
import { lotDocument, type LotDocument } from '@/lib/contract/auctions'
import type { LotProposal } from '@/lib/contract/manager-auctions'
import type { CategoryKey, Language } from '@/lib/contract/primitives'
import type { PaymentPlan } from '@/lib/domain/payment-plan'
import { instantOfKyivTime } from '@/lib/domain/working-hours'
import { isUnclearDecimal, readTypedDecimal, writeDecimal } from '@/lib/i18n/formats'

export const DOCUMENT_KINDS = lotDocument.shape.kind.options

/** A lot as typed: numbers in the format of the manager's language, times in Kyiv and as a browser's field has them: "2026-11-27T10:00". */
export interface LotForm
  extends
    Record<LotDecimalName | LotTimeName | LotCountName | LotLineName | LotDayName, string>,
    Record<LotTextName, Record<Language, string>> {
  /** The language in which the numbers are typed. */
  locale: Language
  /** Null in a draft of the back office's own form that has none yet. */
  category: CategoryKey | null
  category_id: number | null
  unit: string
  visibility: LotTerms['visibility']
  automatic_bids: boolean
  payment_plan: PlanForm
  outside_hours_confirmed: boolean
  /** The last part of the page's address; the server makes one where it is empty. */
  slug: string
  documents: readonly FormDocument[]
}

/** A document that buyers read before they apply; named once its file is known. */
export interface FormDocument extends Pick<LotDocument, 'kind' | 'language'> {
  file_id: number
  name: string
  url: string
}

/** A lot as it is stored or proposed: decimals and instants of the API, text in some or all languages. */
export type LotValues = { readonly [Name in LotFieldName]?: unknown }
const COUNT_DEFAULTS: Record<LotCountName, number> = { extension_minutes: 3, minimum_participants: 1 }

/** The fields of the form, from a stored draft or the last lot. */
export function typedFields(values: LotValues, locale: Language) {
  const plain = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    ...eachField(LOT_DECIMALS, (name) => writeDecimal(plain(values[name]), locale)),
    ...eachField(LOT_TEXTS, (name) => {
      const texts = (values[name] ?? {}) as Partial<Record<Language, string | null>>
      return { uk: texts.uk ?? '', en: texts.en ?? '', ru: texts.ru ?? '' }
    }),
    ...eachField([...LOT_LINES, ...LOT_DAYS], (name) => plain(values[name])),
    ...eachField(LOT_COUNTS, (name) => String(Number(values[name]) || COUNT_DEFAULTS[name])),
    ...timesOf(eachField(LOT_TIMES, (name) => plain(values[name]))),
    visibility: values.visibility === 'closed' ? ('closed' as const) : ('open' as const),
    automatic_bids: values.automatic_bids === true,
    payment_plan: typedPlan(values.payment_plan, locale),
    locale,
  }
}

export function formOf(
  category: CategoryKey,
  { template, dates, ...proposal }: LotProposal,
  documents: readonly FormDocument[],
  locale: Language,
): LotForm {
  const copied: LotValues = eachField(COPIED_LOT_FIELDS, (name) => template[name])
  return {
    ...typedFields({ ...copied, ...dates[0] }, locale),
    category,
    category_id: proposal.category_id,
    unit: proposal.unit,
    outside_hours_confirmed: false,
    slug: '',
    documents,
  }
}

export function timesOf(instants: Readonly<Record<LotTimeName, string>>): Record<LotTimeName, string> {
  return eachField(LOT_TIMES, (name) => (instants[name] === '' ? '' : toKyivLocal(instants[name])))
}

const kyivClock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Kyiv', dateStyle: 'short', timeStyle: 'short' })

function toKyivLocal(instant: string | number): string {
  return kyivClock.format(new Date(instant)).replace(' ', 'T')
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** The clock's time as if it were in UTC. Date.parse accepts almost anything, ":00Z" too. */
function readClock(local: string): number {
  return LOCAL_TIME.test(local) ? Date.parse(`${local}:00Z`) : NaN
}

/** Null if no time is chosen. */
export function fromKyivLocal(local: string): string | null {
  const asUtc = readClock(local)
  return Number.isNaN(asUtc) ? null : new Date(instantOfKyivTime(asUtc)).toISOString()
}

/** The API's decimal; null where the field is empty or cannot be read. */
export function readDecimal(form: LotForm, name: LotDecimalName): string | null {
  return readTypedDecimal(form[name].trim(), placesOf(name), form.locale)
}

export function planOf({ payment_plan: typed, locale }: LotForm): PaymentPlan {
  return readPlan(typed, locale)
}

/** The number of texts missing in the language. */
export function gapsOf(form: LotForm, language: Language): number {
  return LOT_TEXTS.filter((name) => form[name][language].trim() === '').length
}

export function hasSameInput(left: LotForm, right: LotForm): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** The times that follow a moved start: bidding stays as long as it was. */
export function moveStart(form: LotForm, starts_at: string): Pick<LotForm, 'starts_at' | 'ends_at' | 'hard_end_at'> {
  const moved = readClock(starts_at) - readClock(form.starts_at)
  const follow = (local: string) => {
    const at = readClock(local) + moved
    return Number.isNaN(at) ? local : new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
  }
  return { starts_at, ends_at: follow(form.ends_at), hard_end_at: follow(form.hard_end_at) }
}

/** The kinds of documents of which the lot has none. */
export function missingDocuments(documents: readonly Pick<LotDocument, 'kind'>[]): LotDocument['kind'][] {
  return DOCUMENT_KINDS.filter((kind) => !documents.some((document) => document.kind === kind))
}

type FormFault = 'requiredValue' | 'chooseDate' | 'priceShape' | 'quantityShape' | 'numberUnclear'

/**
 * The faults that prevent publication, by field, as keys of the back office's texts; times that have passed in the
 * meantime are not included.
 */
export function faultsOf(form: LotForm) {
  const faults: Partial<Record<LotFieldName | 'category', FormFault>> = {}
  if (form.category_id === null) faults.category = 'requiredValue'
  for (const name of LOT_DECIMALS) {
    if (form[name].trim() === '') {
      if (isRequired(name)) faults[name] = 'requiredValue'
    } else if (readDecimal(form, name) === null) faults[name] = placesOf(name) === 3 ? 'quantityShape' : 'priceShape'
  }
  for (const name of unclearNumbers(form)) faults[name] = 'numberUnclear'
  for (const name of LOT_TIMES) if (isRequired(name) && fromKyivLocal(form[name]) === null) faults[name] = 'chooseDate'
  for (const name of LOT_TEXTS) if (isRequired(name) && form[name].uk.trim() === '') faults[name] = 'requiredValue'
  const terms = readTerms({
    ...eachField(LOT_DECIMALS, (name) => readDecimal(form, name)),
    ...eachField(LOT_TIMES, (name) => fromKyivLocal(form[name])),
    ...eachField([...LOT_LINES, ...LOT_DAYS], (name) => form[name]),
    ...eachField(LOT_COUNTS, (name) => Number(form[name])),
    visibility: form.visibility,
    automatic_bids: form.automatic_bids,
    payment_plan: planOf(form),
  })
  return { ...lotFaults(terms, form.outside_hours_confirmed), ...faults }
}

/** Ambiguous numbers, which not even a draft may have: the server would pick one of the two readings. */
export function unclearNumbers(form: LotForm): LotDecimalName[] {
  return LOT_DECIMALS.filter((name) => isUnclearDecimal(form[name], form.locale))
}

export const STEPS = ['kind', 'terms', 'dates', 'texts', 'documents', 'preview'] as const
export type Step = (typeof STEPS)[number]

function ownStepOf(field: string): Step {
  if (field === 'category') return 'kind'
  if (field === 'outside_hours_confirmed') return 'dates'
  if (field === 'slug') return 'texts'
  if (field.startsWith('documents')) return 'documents'
  const kind = field in LOT_FIELDS ? LOT_FIELDS[field as LotFieldName].kind : null
  return kind === 'text' ? 'texts' : kind === 'time' || kind === 'day' ? 'dates' : 'terms'
}

/** Whether nothing on a step prevents publication. */
export function isStepDone(step: Step, form: LotForm): boolean {
  if (step === 'documents') return missingDocuments(form.documents).length === 0
  return step !== 'preview' && !Object.keys(faultsOf(form)).some((field) => ownStepOf(field) === step)
}

/** The first step that has one of these fields. */
export function stepOf(fields: readonly string[]): Step {
  const steps = new Set(fields.map(ownStepOf))
  return STEPS.find((step) => steps.has(step)) ?? 'terms'
}

/** The faults on the steps before another one, by field, as keys of the back office's texts. */
export function faultsBefore(next: Step, form: LotForm) {
  return Object.entries(faultsOf(form)).filter(([field]) => STEPS.indexOf(ownStepOf(field)) < STEPS.indexOf(next))
}
