import * as z from 'zod'
import { callCms } from '@/components/office/cms-api'
import { type Draft as InputDraft, draftOf } from '@/lib/browser/storage'
import { LOCALES } from '@/lib/config/constants'
import { lotDocument, type LotDocument } from '@/lib/contract/auctions'
import {
  eachField,
  LOT_COUNTS,
  LOT_DAYS,
  LOT_DECIMALS,
  LOT_LINES,
  LOT_TEXTS,
  LOT_TIMES,
} from '@/lib/contract/lot-fields'
import { categoryKey, type CategoryKey, type Language } from '@/lib/contract/primitives'
import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'
import { fromKyivLocal, type LotForm, type LotValues, readDecimal, type Step, STEPS, typedFields } from './lot-form'

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
  return Object.entries(typedFields({}, 'uk')).every(([name, empty]) => typeof entries.get(name) === typeof empty)
}

/** @param userId whose input it is */
export function typedLotOf(id: number | null, userId: number | string | undefined): InputDraft<TypedLot> {
  return draftOf(`lot:${userId}:${id ?? 'new'}`, (stored) => typedLot.safeParse(stored).data ?? null)
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
    outside_hours_confirmed: form.outside_hours_confirmed,
  }
}

/**
 * Saves the lot as a draft with its texts in three languages, one request each. `onSaved` runs once the lot exists, so that another attempt
 * continues with it if a later request fails.
 *
 * @throws {FieldRefusal}
 */
export async function saveDraft(
  form: LotForm,
  known: SavedLot | null,
  onSaved: (lot: SavedLot) => void,
): Promise<SavedLot> {
  const draft = { _status: 'draft' }
  const documents = form.documents?.map(({ kind, language, file_id: file }) => ({ kind, language, file }))
  const body = { ...sharedOf(form), ...textsIn(form, 'uk'), ...(documents && { documents }), ...draft }
  const saved = known
    ? await send(`/${known.id}?draft=true&locale=uk&depth=0`, 'PATCH', { ...body, updatedAt: known.updatedAt })
    : await send('?draft=true&locale=uk&depth=0', 'POST', body)
  onSaved(saved)
  let last = saved
  for (const language of LOCALES.slice(1)) {
    const texts = { ...textsIn(form, language), ...draft, updatedAt: last.updatedAt }
    last = await send(`/${saved.id}?draft=true&locale=${language}&depth=0`, 'PATCH', texts)
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

const storedLot = z.looseObject({
  id: z.int(),
  slug: z.string().nullish(),
  updatedAt: z.string(),
  category: z
    .object({ id: z.int(), key: categoryKey, unit_label: z.partialRecord(z.enum(LOCALES), z.string().nullable()) })
    .nullish()
    .catch(null),
  outside_hours_confirmed: z.boolean().nullish(),
})

export interface Draft {
  form: LotForm
  saved: SavedLot
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

/** A stored draft, which may be incomplete. @throws {ApiError} */
export async function readDraft(id: number, locale: Language): Promise<Draft> {
  const stored = storedLot.parse(await callCms(`/auctions/${id}?draft=true&locale=all&depth=1`, 'GET'))
  const { category } = stored
  return {
    saved: { id: stored.id, slug: stored.slug ?? '', updatedAt: stored.updatedAt },
    form: {
      ...typedFields(stored as LotValues, locale),
      category: category?.key ?? null,
      category_id: category?.id ?? null,
      unit: category?.unit_label.uk ?? '',
      outside_hours_confirmed: stored.outside_hours_confirmed === true,
      documents: null,
    },
  }
}

export type StoredDocument = Pick<LotDocument, 'kind' | 'language' | 'name' | 'url'>

const storedDocuments = z.object({ documents: z.array(z.unknown()).nullish() })

const storedDocument = lotDocument.pick({ kind: true, language: true }).extend({
  file: z.object({ alt: z.string().nullish(), filename: z.string(), url: z.string() }),
})

/** @throws {ApiError} */
export async function readDocuments({ id }: SavedLot, locale: Language): Promise<StoredDocument[]> {
  const { documents } = storedDocuments.parse(
    await callCms(`/auctions/${id}?draft=true&locale=${locale}&depth=1`, 'GET'),
  )
  return (documents ?? []).flatMap((row) => {
    const { data } = storedDocument.safeParse(row)
    // A row without its kind or its file is no document yet.
    if (data === undefined) return []
    const { kind, language, file } = data
    return [{ kind, language, name: file.alt || file.filename, url: file.url }]
  })
}

export function pagePath({ slug }: SavedLot, category: CategoryKey, language: Language): string {
  return `${language === 'uk' ? '' : `/${language}`}/auctions/${CATEGORY_SLUGS[category]}/${slug}`
}

async function send(path: string, method: 'POST' | 'PATCH', body: object): Promise<SavedLot> {
  const { doc } = (await callCms(`/auctions${path}`, method, body)) as { doc: SavedLot }
  return { id: doc.id, slug: doc.slug, updatedAt: doc.updatedAt }
}
