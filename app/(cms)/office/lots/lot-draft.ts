import * as z from 'zod'
import { ApiError } from '@/lib/api/problems'
import { ANSWER_WITHIN_MS } from '@/lib/config/constants'
import { lotDocument, type LotDocument } from '@/lib/contract/auctions'
import { type ErrorCode, errorStatus } from '@/lib/contract/errors'
import { eachField, LOT_COUNTS, LOT_DECIMALS, LOT_LINES, LOT_TEXTS, LOT_TIMES } from '@/lib/contract/lot-fields'
import { categoryKey, type CategoryKey, type Language } from '@/lib/contract/primitives'
import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'
import { fromKyivLocal, LANGUAGES, type LotForm, type LotValues, readDecimal, typedFields } from './lot-form'

export interface SavedLot {
  id: number
  slug: string
}

/** Refusals of the back office by field; under an empty name those that belong to no field. */
export class LotRefused extends Error {
  constructor(readonly faults: Readonly<Record<string, string>>) {
    super('refused')
  }
}

function textsIn(form: LotForm, language: Language): Record<string, string | null> {
  return eachField(LOT_TEXTS, (name) => form[name][language].trim() || null)
}

function sharedOf(form: LotForm): Record<string, unknown> {
  return {
    // The server reports a number that cannot be read at its field.
    ...eachField(LOT_DECIMALS, (name) => readDecimal(form, name) ?? (form[name].trim() || null)),
    ...eachField(LOT_TIMES, (name) => fromKyivLocal(form[name])),
    ...eachField(LOT_LINES, (name) => form[name].trim()),
    ...eachField(LOT_COUNTS, (name) => Number(form[name])),
    category: form.category_id,
    visibility: form.visibility,
    automatic_bids: form.automatic_bids,
    outside_hours_confirmed: form.outside_hours_confirmed,
  }
}

/**
 * Saves the lot as a draft with its texts in three languages. Each language is a request: `onSaved` runs once there is a lot, which the
 * next attempt continues where a later request fails.
 *
 * @throws {LotRefused}
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
    ? await send(`/${known.id}?draft=true&locale=uk&depth=0`, 'PATCH', body)
    : await send('?draft=true&locale=uk&depth=0', 'POST', body)
  onSaved(saved)
  for (const language of LANGUAGES.slice(1))
    await send(`/${saved.id}?draft=true&locale=${language}&depth=0`, 'PATCH', { ...textsIn(form, language), ...draft })
  return saved
}

/** From here on buyers see it. @throws {LotRefused} */
export async function publish(form: LotForm, { id }: SavedLot): Promise<void> {
  await send(`/${id}?locale=uk&depth=0`, 'PATCH', {
    ...sharedOf(form),
    ...textsIn(form, 'uk'),
    _status: 'published',
  })
}

const storedLot = z.looseObject({
  id: z.int(),
  slug: z.string().nullish(),
  category: z
    .object({ id: z.int(), key: categoryKey, unit_label: z.partialRecord(z.enum(LANGUAGES), z.string().nullable()) })
    .nullish()
    .catch(null),
  outside_hours_confirmed: z.boolean().nullish(),
})

export interface Draft {
  form: LotForm
  saved: SavedLot
}

/** A stored draft, which may be incomplete. @throws {ApiError} */
export async function readDraft(id: number, locale: Language): Promise<Draft> {
  const stored = storedLot.parse(await call(`/${id}?draft=true&locale=all&depth=1`, 'GET'))
  const { category } = stored
  return {
    saved: { id: stored.id, slug: stored.slug ?? '' },
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
  const { documents } = storedDocuments.parse(await call(`/${id}?draft=true&locale=${locale}&depth=1`, 'GET'))
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
  const { doc } = (await call(path, method, body)) as { doc: SavedLot }
  return { id: doc.id, slug: doc.slug }
}

interface Refusal {
  errors?: { message?: string; data?: { errors?: { path: string; message: string }[] } | null }[]
}

async function call(path: string, method: 'GET' | 'POST' | 'PATCH', sent?: object): Promise<unknown> {
  const response = await fetch(`/cms-api/auctions${path}`, {
    method,
    ...(sent && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  const refusals = (answer as Refusal | null)?.errors ?? []
  const faults = refusals.flatMap(({ data, message }) =>
    data?.errors?.length ? data.errors : message ? [{ path: '', message }] : [],
  )
  // A failed read has no fields to show its cause at.
  if (method === 'GET' || faults.length === 0) throw apiError(response.status)
  throw new LotRefused(Object.fromEntries(faults.map(({ path: field, message }) => [field, message])))
}

const CODES: Readonly<Record<number, ErrorCode>> = { 401: 'unauthorized', 403: 'forbidden', 404: 'not_found' }

function apiError(status: number): ApiError {
  const code = CODES[status] ?? (status === 502 || status === 503 ? 'service_unavailable' : 'internal_error')
  const detail = `the back office answered ${status}`
  return new ApiError(
    { type: 'about:blank', title: code, status: errorStatus[code], code, detail, request_id: '' },
    null,
  )
}
