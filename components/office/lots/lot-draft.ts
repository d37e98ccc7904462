import * as z from 'zod'
import { callCms } from '@/components/office/cms-client'
import { api } from '@/lib/api/browser'
import { type Draft as InputDraft, draftOf } from '@/lib/browser/storage'
import { LOCALES } from '@/lib/config/constants'
import { lotDocument } from '@/lib/contract/auctions'
import {
  eachField,
  LOT_COUNTS,
  LOT_DAYS,
  LOT_DECIMALS,
  LOT_LINES,
  LOT_TEXTS,
  LOT_TIMES,
  type LotFieldName,
} from '@/lib/contract/lot-fields'
import type { LotTemplate } from '@/lib/contract/manager-auctions'
import { categoryKey, type CategoryKey, type Language } from '@/lib/contract/primitives'
import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'
import {
  type FormDocument,
  fromKyivLocal,
  type LotForm,
  type LotValues,
  planOf,
  readDecimal,
  type Step,
  STEPS,
  typedFields,
} from './lot-form'

export interface SavedLot {
  id: number
  slug: string
  /** The version that the form was read from or saved as; a save on top of another one is refused. */
  updatedAt: string
}

/** Unsaved input of the wizard; it survives a reload of the tab. */
export interface TypedLot {
  form: LotForm
  step: Step
  /** The version that was changed, and its form; null for a new lot. */
  updatedAt: string | null
  baseline: LotForm | null
}

const typedLot = z.object({
  step: z.enum(STEPS),
  form: z.custom<LotForm>(isForm),
  updatedAt: z.string().nullable(),
  baseline: z.custom<LotForm>(isForm).nullable(),
})

/** Whether each field has the kind of value that a form of this version has. */
function isForm(stored: unknown): boolean {
  const entries =
    typeof stored === 'object' && stored !== null ? new Map(Object.entries(stored)) : new Map<string, unknown>()
  const empty = Object.entries({ ...typedFields({}, 'uk'), slug: '' })
  return (
    Array.isArray(entries.get('documents')) && empty.every(([name, none]) => typeof entries.get(name) === typeof none)
  )
}

/** @param staffId whose input it is */
export function typedLotOf(id: number | null, staffId: number | string | undefined): InputDraft<TypedLot> {
  return draftOf(`lot:${staffId}:${id ?? 'new'}`, (stored) => typedLot.safeParse(stored).data ?? null)
}

function textsIn(form: LotForm, language: Language): Record<string, string | null> {
  return eachField(LOT_TEXTS, (name) => form[name][language].trim() || null)
}

function sharedOf(form: LotForm): Record<string, unknown> {
  return {
    // The server reports a number that cannot be read at its field.
    ...eachField(LOT_DECIMALS, (name) => readDecimal(form, name) ?? (form[name].trim() || null)),
    ...eachField(LOT_TIMES, (name) => fromKyivLocal(form[name])),
    ...eachField([...LOT_LINES, ...LOT_DAYS], (name) => form[name].trim()),
    ...eachField(LOT_COUNTS, (name) => Number(form[name])),
    category: form.category_id,
    visibility: form.visibility,
    automatic_bids: form.automatic_bids,
    payment_plan: planOf(form),
    outside_hours_confirmed: form.outside_hours_confirmed,
  }
}

/** The fields of one request: the texts of a language, with the first also everything else. */
function firstBody(form: LotForm, baseline: LotForm | null, isFrozen: boolean): Record<string, unknown> {
  const areDocumentsNew = JSON.stringify(form.documents) !== JSON.stringify(baseline?.documents)
  return {
    ...(!isFrozen && sharedOf(form)),
    ...textsIn(form, 'uk'),
    ...(areDocumentsNew && {
      documents: form.documents.map(({ kind, language, file_id: file }) => ({ kind, language, file })),
    }),
  }
}

/**
 * Saves the lot as a draft with its texts in three languages, one request each. `onSaved` runs once the lot exists, so that another attempt
 * continues with it if a later request fails.
 *
 * @param baseline the form as it was read or saved last
 * @throws {FieldRefusal}
 */
export async function saveDraft(
  form: LotForm,
  baseline: LotForm | null,
  known: SavedLot | null,
  onSaved: (lot: SavedLot) => void,
): Promise<SavedLot> {
  const slug = form.slug.trim()
  const body = { ...firstBody(form, known && baseline, false), ...(slug && { slug }), _status: 'draft' }
  const saved = known
    ? await send(`/${known.id}?draft=true&locale=uk&depth=0`, 'PATCH', { ...body, updatedAt: known.updatedAt })
    : await send('?draft=true&locale=uk&depth=0', 'POST', body)
  onSaved(saved)
  return saveTranslations(form, saved, 'draft', onSaved)
}

/** Saves a lot that buyers see; of a frozen one its texts and documents (R1.2). @throws {FieldRefusal} */
export async function savePublished(
  form: LotForm,
  baseline: LotForm,
  known: SavedLot,
  isFrozen: boolean,
  onSaved: (lot: SavedLot) => void,
): Promise<SavedLot> {
  const body = { ...firstBody(form, baseline, isFrozen), _status: 'published', updatedAt: known.updatedAt }
  const saved = await send(`/${known.id}?locale=uk&depth=0`, 'PATCH', body)
  onSaved(saved)
  return saveTranslations(form, saved, 'published', onSaved)
}

async function saveTranslations(
  form: LotForm,
  saved: SavedLot,
  status: 'draft' | 'published',
  onSaved: (lot: SavedLot) => void,
): Promise<SavedLot> {
  let last = saved
  for (const language of LOCALES.slice(1)) {
    const texts = { ...textsIn(form, language), _status: status, updatedAt: last.updatedAt }
    last = await send(
      `/${saved.id}?${status === 'draft' ? 'draft=true&' : ''}locale=${language}&depth=0`,
      'PATCH',
      texts,
    )
    onSaved(last)
  }
  return last
}

/** Makes the lot visible to buyers. @throws {FieldRefusal} */
export async function publish(form: LotForm, { id, updatedAt }: SavedLot): Promise<void> {
  await send(`/${id}?locale=uk&depth=0`, 'PATCH', {
    ...sharedOf(form),
    ...textsIn(form, 'uk'),
    _status: 'published',
    updatedAt,
  })
}

/** Takes a lot off the site, as long as its record has not begun. @throws {FieldRefusal} */
export async function unpublish({ id }: SavedLot): Promise<void> {
  await send(`/${id}?locale=uk&depth=0`, 'PATCH', { _status: 'draft' })
}

/** @throws {FieldRefusal} */
export async function deleteLot({ id }: SavedLot): Promise<void> {
  await callCms(`/auctions/${id}`, 'DELETE')
}

const storedLot = z.looseObject({
  id: z.int(),
  slug: z.string().nullish(),
  updatedAt: z.string(),
  category: z
    .object({ id: z.int(), key: categoryKey, unit_label: z.partialRecord(z.enum(LOCALES), z.string().nullable()) })
    .nullish()
    .catch(null),
  outside_hours_confirmed: z.boolean().nullish(),
  number: z.int().nullish(),
  documents: z.array(z.unknown()).nullish(),
})

const mediaFile = z.object({ id: z.int(), alt: z.string().nullish(), filename: z.string(), url: z.string() })

const storedDocument = lotDocument.pick({ kind: true, language: true }).extend({ file: mediaFile })

/** A row without its kind or its file is no document yet. */
function documentsOf(rows: readonly unknown[] | null | undefined): FormDocument[] {
  return (rows ?? []).flatMap((row) => {
    const { data } = storedDocument.safeParse(row)
    return data === undefined ? [] : [{ kind: data.kind, language: data.language, ...namedFile(data.file) }]
  })
}

function namedFile({ id, alt, filename, url }: z.infer<typeof mediaFile>): Omit<FormDocument, 'kind' | 'language'> {
  return { file_id: id, name: alt || filename, url }
}

/** The documents that a proposal copies, with the names of their files. @throws {ApiError} */
export async function nameDocuments(rows: LotTemplate['documents'], locale: Language): Promise<FormDocument[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ file_id: id }) => id).join(',')
  const answer = await callCms(`/media?where[id][in]=${ids}&locale=${locale}&depth=0&limit=${rows.length}`, 'GET')
  const files = new Map(
    z
      .object({ docs: z.array(mediaFile) })
      .parse(answer)
      .docs.map((file) => [file.id, namedFile(file)] as const),
  )
  return rows.flatMap(({ kind, language, file_id: id }) => {
    const file = files.get(id)
    return file === undefined ? [] : [{ kind, language, ...file }]
  })
}

/** Puts a file into the media library. @throws {FieldRefusal} */
export async function uploadDocument(file: File): Promise<Omit<FormDocument, 'kind' | 'language'>> {
  const form = new FormData()
  form.append('file', file)
  form.append('_payload', JSON.stringify({ alt: file.name.replace(/\.[^.]*$/, '') }))
  const answer = await callCms('/media?locale=uk&depth=0', 'POST', form)
  return namedFile(z.object({ doc: mediaFile }).parse(answer).doc)
}

export interface Draft {
  form: LotForm
  saved: SavedLot
  /** Null while buyers do not see the lot. */
  published: { number: number; isFrozen: boolean } | null
}

/** The newer form with what was typed into the older one, `typed`, since it was read as `baseline`. */
export function mergeTyped(newer: LotForm, typed: LotForm, baseline: LotForm): LotForm {
  const isTyped = (value: unknown, before: unknown) => JSON.stringify(value) !== JSON.stringify(before)
  const before = new Map<string, unknown>(Object.entries(baseline))
  const changes = Object.entries(typed).filter(([name, value]) => isTyped(value, before.get(name)))
  const texts = LOT_TEXTS.map((name) => [name, pickTyped(newer[name], typed[name], baseline[name])] as const)
  return { ...newer, ...Object.fromEntries(changes), ...Object.fromEntries(texts) }
}

/** A text in three languages, each of which may have been typed. */
function pickTyped(
  newer: Record<Language, string>,
  typed: Record<Language, string>,
  baseline: Record<Language, string>,
): Record<Language, string> {
  const pick = (language: Language) => (typed[language] === baseline[language] ? newer : typed)[language]
  return { uk: pick('uk'), en: pick('en'), ru: pick('ru') }
}

/** What both changed since `baseline`: the field, the language of a text, and the newer text. */
export interface Conflict {
  name: LotFieldName
  language?: Language
  theirs: string
}

/** The fields that were changed here, as `typed`, and in the newer version, to something else. */
export function conflictsOf(newer: LotForm, typed: LotForm, baseline: LotForm): Conflict[] {
  const differ = (left: string, right: string, before: string) => left !== right && left !== before && right !== before
  const texts = LOT_TEXTS.flatMap((name) =>
    LOCALES.filter((language) => differ(newer[name][language], typed[name][language], baseline[name][language])).map(
      (language) => ({ name, language, theirs: newer[name][language] }),
    ),
  )
  const values = [...LOT_DECIMALS, ...LOT_TIMES, ...LOT_LINES, ...LOT_DAYS, ...LOT_COUNTS]
    .filter((name) => differ(newer[name], typed[name], baseline[name]))
    .map((name) => ({ name, theirs: newer[name] }))
  return [...values, ...texts]
}

/** The changes that put the newer text of a conflict into the form. */
export function takeTheirs(form: LotForm, { name, language, theirs }: Conflict): LotForm {
  const before = form[name]
  return { ...form, [name]: language && typeof before === 'object' ? { ...before, [language]: theirs } : theirs }
}

/** A stored lot; as a draft it may be incomplete. @throws {ApiError} */
export async function readDraft(id: number, locale: Language): Promise<Draft> {
  const [latest, shown] = await Promise.all([
    callCms(`/auctions/${id}?draft=true&locale=all&depth=1`, 'GET'),
    callCms(`/auctions/${id}?locale=uk&depth=0`, 'GET'),
  ])
  const stored = storedLot.parse(latest)
  const isPublished = z.looseObject({ _status: z.string().nullish() }).parse(shown)._status === 'published'
  const { category } = stored
  return {
    saved: { id: stored.id, slug: stored.slug ?? '', updatedAt: stored.updatedAt },
    // An auction with an entry in its record is frozen (R1.2).
    published: isPublished
      ? { number: stored.number ?? id, isFrozen: (await api.auctions.get({ id, lang: locale })).data.event_id > 0 }
      : null,
    form: {
      ...typedFields(stored as LotValues, locale),
      category: category?.key ?? null,
      category_id: category?.id ?? null,
      unit: category?.unit_label.uk ?? '',
      outside_hours_confirmed: stored.outside_hours_confirmed === true,
      slug: stored.slug ?? '',
      documents: documentsOf(stored.documents),
    },
  }
}

export function pagePath({ slug }: SavedLot, category: CategoryKey, language: Language): string {
  return `${language === 'uk' ? '' : `/${language}`}/auctions/${CATEGORY_SLUGS[category]}/${slug}`
}

async function send(path: string, method: 'POST' | 'PATCH', body: object): Promise<SavedLot> {
  const { doc } = (await callCms(`/auctions${path}`, method, body)) as { doc: SavedLot }
  return { id: doc.id, slug: doc.slug, updatedAt: doc.updatedAt }
}
