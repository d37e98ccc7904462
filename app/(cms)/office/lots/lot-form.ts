import type { LotDocument } from '@/lib/contract/auctions'
import type { LotProposal, LotTemplate } from '@/lib/contract/manager-auctions'
import { type LotField, lotFaults } from '@/lib/contract/lot-faults'
import type { CategoryKey, Language } from '@/lib/contract/primitives'
import type { LotValues } from '@/lib/domain/lot'
import { parsePrice, parseQuantity } from '@/lib/domain/money'
import { isUnclearDecimal, readTypedDecimal, writeDecimal } from '@/lib/i18n/formats'

export const LANGUAGES = ['uk', 'en', 'ru'] as const satisfies readonly Language[]

/** Each language in its own words. */
export const LANGUAGE_NAMES = { uk: 'Українська', en: 'English', ru: 'Русский' } as const
export const TEXTS = [
  'title',
  'payment_terms',
  'payment_period',
  'shipment_period',
  'resource',
  'transfer_point',
] as const
export type TextName = (typeof TEXTS)[number]
export const NUMBERS = [
  'volume',
  'starting_price',
  'minimum_step',
  'maximum_step',
  'minimum_quantity',
  'quantity_step',
] as const
export type NumberName = (typeof NUMBERS)[number]
/** In the category's unit, to a thousandth; the others are hryvnias, to a kopeck. */
export const QUANTITIES: readonly NumberName[] = ['volume', 'minimum_quantity', 'quantity_step']
export const placesOf = (name: NumberName) => (QUANTITIES.includes(name) ? 3 : 2)
export const DOCUMENT_KINDS = [
  'draft_agreement',
  'quality_certificate',
  'delivery_schedule',
] as const satisfies readonly LotDocument['kind'][]
export const TIMES = ['application_deadline', 'starts_at', 'ends_at', 'hard_end_at'] as const

/** A lot as it is typed, with numbers as the manager's language writes them; times are Kyiv's, as a field of the browser writes them: "2026-11-27T10:00". */
export interface LotForm
  extends
    Record<NumberName, string>,
    Record<(typeof TIMES)[number], string>,
    Record<TextName, Record<Language, string>> {
  /** In which the numbers are typed. */
  locale: Language
  category: CategoryKey
  category_id: number
  unit: string
  extension_minutes: string
  minimum_participants: string
  visibility: LotTemplate['visibility']
  outside_hours_confirmed: boolean
  /** What the next saving puts into the lot in place of its documents; null leaves them as they are. */
  documents: LotTemplate['documents'] | null
}

export function formOf(category: CategoryKey, proposal: LotProposal, locale: Language): LotForm {
  const { template, dates } = proposal
  const text = (name: TextName) => ({
    uk: template[name].uk ?? '',
    en: template[name].en ?? '',
    ru: template[name].ru ?? '',
  })
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, writeDecimal(template[name], locale)])) as Pick<
    LotForm,
    NumberName
  >
  const texts = Object.fromEntries(TEXTS.map((name) => [name, text(name)])) as Pick<LotForm, TextName>
  return {
    ...numbers,
    ...texts,
    ...timesOf(dates[0]),
    locale,
    category,
    category_id: proposal.category_id,
    unit: proposal.unit,
    extension_minutes: String(template.extension_minutes),
    minimum_participants: String(template.minimum_participants),
    visibility: template.visibility,
    outside_hours_confirmed: false,
    documents: template.documents,
  }
}

export function timesOf(
  dates: Partial<Record<(typeof TIMES)[number], string | null>> | undefined,
): Pick<LotForm, (typeof TIMES)[number]> {
  const local = (instant: string | null | undefined) => (instant ? toKyivLocal(instant) : '')
  return {
    application_deadline: local(dates?.application_deadline),
    starts_at: local(dates?.starts_at),
    ends_at: local(dates?.ends_at),
    hard_end_at: local(dates?.hard_end_at),
  }
}

const kyivClock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Kyiv', dateStyle: 'short', timeStyle: 'short' })

function toKyivLocal(instant: string | number): string {
  return kyivClock.format(new Date(instant)).replace(' ', 'T')
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** Null where nothing is chosen. */
export function fromKyivLocal(local: string): string | null {
  // The parser makes a date of almost anything, of ":00Z" too.
  const wall = LOCAL_TIME.test(local) ? Date.parse(`${local}:00Z`) : NaN
  if (Number.isNaN(wall)) return null
  const ahead = Date.parse(`${toKyivLocal(wall)}:00Z`) - wall
  return new Date(wall - ahead).toISOString()
}

/** How many texts each language lacks. */
export function gapsOf(form: LotForm, language: Language): number {
  return TEXTS.filter((name) => form[name][language].trim() === '').length
}

/** Whether nothing was typed between the two; which documents are still to be saved is nobody's typing. */
export function sameTyping(one: LotForm, other: LotForm): boolean {
  const typed = (form: LotForm) => JSON.stringify({ ...form, documents: null })
  return typed(one) === typed(other)
}

/** The kinds of documents of which the lot has none. */
export function missingDocuments(documents: readonly Pick<LotDocument, 'kind'>[]): LotDocument['kind'][] {
  return DOCUMENT_KINDS.filter((kind) => !documents.some((document) => document.kind === kind))
}

/**
 * What keeps the lot from being published, by field, as keys of the back office's words, apart from times that have passed meanwhile. A
 * page would show what cannot be read as nothing, and a wrong time as a phase. Steps, deadlines and hard ends with a default may be left empty.
 */
export function faultsOf(form: LotForm) {
  const unread: Partial<
    Record<LotField, 'requiredValue' | 'chooseDate' | 'priceShape' | 'quantityShape' | 'numberUnclear'>
  > = {}
  for (const name of NUMBERS) {
    const typed = form[name].trim()
    if (typed === '') {
      if (name !== 'maximum_step') unread[name] = 'requiredValue'
    } else if (readTypedDecimal(typed, placesOf(name), form.locale) === null)
      unread[name] = QUANTITIES.includes(name) ? 'quantityShape' : 'priceShape'
  }
  for (const name of unclearNumbers(form)) unread[name] = 'numberUnclear'
  for (const name of ['starts_at', 'ends_at'] as const)
    if (fromKyivLocal(form[name]) === null) unread[name] = 'chooseDate'
  const blank: Partial<Record<TextName, 'requiredValue'>> = {}
  for (const name of TEXTS) if (form[name].uk.trim() === '') blank[name] = 'requiredValue'
  return { ...lotFaults(lotOf(form), form.outside_hours_confirmed), ...unread, ...blank }
}

/** What not even a draft may keep: the server would settle on one of the two readings. */
export function unclearNumbers(form: LotForm): NumberName[] {
  return NUMBERS.filter((name) => isUnclearDecimal(form[name], form.locale))
}

/** In the domain's numbers; null for what is missing or cannot be read. */
function lotOf(form: LotForm): LotValues {
  const price = (name: NumberName) => parsed(parsePrice, readTypedDecimal(form[name], 2, form.locale))
  const quantity = (name: NumberName) => parsed(parseQuantity, readTypedDecimal(form[name], 3, form.locale))
  const instant = (name: (typeof TIMES)[number]) => parsed(Date.parse, fromKyivLocal(form[name]))
  return {
    volume: quantity('volume'),
    startingPrice: price('starting_price'),
    minimumStep: price('minimum_step'),
    maximumStep: price('maximum_step'),
    minimumQuantity: quantity('minimum_quantity'),
    quantityStep: quantity('quantity_step'),
    applicationDeadline: instant('application_deadline'),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    extensionWindow: Number(form.extension_minutes) * 60_000,
    hardEndAt: instant('hard_end_at'),
    minimumParticipants: Number(form.minimum_participants),
    visibility: form.visibility,
  }
}

function parsed(parse: (text: string) => number | null, text: string | null): number | null {
  return text === null ? null : parse(text)
}
