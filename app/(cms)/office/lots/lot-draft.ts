import * as z from 'zod'
import { ANSWER_WITHIN_MS } from '@/lib/config/constants'
import { lotDocument, type LotDocument } from '@/lib/contract/auctions'
import type { CategoryKey, Language } from '@/lib/contract/primitives'
import { readTypedDecimal, writeDecimal } from '@/lib/i18n/formats'
import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'
import {
  fromKyivLocal,
  type LotForm,
  type NumberName,
  NUMBERS,
  placesOf,
  type TextName,
  TEXTS,
  TIMES,
  timesOf,
} from './lot-form'

export interface SavedLot {
  id: number
  slug: string
}

/** Refusals of the back office by field; under an empty name what belongs to none. */
export class LotRefused extends Error {
  constructor(readonly faults: Readonly<Record<string, string>>) {
    super('refused')
  }
}

function textsIn(form: LotForm, language: Language): Record<string, string | null> {
  return Object.fromEntries(TEXTS.map((name) => [name, form[name][language].trim() || null]))
}

function sharedOf(form: LotForm): Record<string, unknown> {
  return {
    ...Object.fromEntries(
      NUMBERS.map((name) => {
        const typed = form[name].trim()
        return [name, readTypedDecimal(typed, placesOf(name), form.locale) ?? (typed || null)]
      }),
    ),
    ...Object.fromEntries(TIMES.map((name) => [name, fromKyivLocal(form[name])])),
    category: form.category_id,
    extension_minutes: Number(form.extension_minutes),
    minimum_participants: Number(form.minimum_participants),
    visibility: form.visibility,
    outside_hours_confirmed: form.outside_hours_confirmed,
  }
}

/**
 * Keeps the lot as a draft with its texts in three languages. Each language is a request: `onKept` is told once there is a lot, which the
 * next attempt goes on with where a later one fails.
 *
 * @throws {LotRefused}
 */
export async function saveDraft(
  form: LotForm,
  known: SavedLot | null,
  onKept: (lot: SavedLot) => void,
): Promise<SavedLot> {
  const draft = { _status: 'draft' }
  const documents = form.documents?.map(({ kind, language, file_id: file }) => ({ kind, language, file }))
  const body = { ...sharedOf(form), ...textsIn(form, 'uk'), ...(documents && { documents }), ...draft }
  const saved = known
    ? await send(`/${known.id}?draft=true&locale=uk&depth=0`, 'PATCH', body)
    : await send('?draft=true&locale=uk&depth=0', 'POST', body)
  onKept(saved)
  for (const language of ['en', 'ru'] as const)
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

type Stored = Omit<Record<string, unknown>, never> & { id: number; slug: string }

/** A draft as it stands. @throws {LotRefused} where there is none. */
export async function readDraft(id: number, locale: Language): Promise<{ form: LotForm; saved: SavedLot }> {
  const stored = (await call(`/${id}?draft=true&locale=all&depth=1`, 'GET')) as Stored
  const text = (name: string) => {
    const texts = (stored[name] ?? {}) as Partial<Record<Language, string | null>>
    return { uk: texts.uk ?? '', en: texts.en ?? '', ru: texts.ru ?? '' }
  }
  const plain = (name: string) => (typeof stored[name] === 'string' ? stored[name] : '')
  const category = stored.category as { id: number; key: CategoryKey; unit_label?: Partial<Record<Language, string>> }
  return {
    saved: { id: stored.id, slug: stored.slug },
    form: {
      ...(Object.fromEntries(NUMBERS.map((name) => [name, writeDecimal(plain(name), locale)])) as Pick<
        LotForm,
        NumberName
      >),
      ...(Object.fromEntries(TEXTS.map((name) => [name, text(name)])) as Pick<LotForm, TextName>),
      ...timesOf(Object.fromEntries(TIMES.map((name) => [name, plain(name)]))),
      locale,
      category: category.key,
      category_id: category.id,
      unit: category.unit_label?.uk ?? '',
      extension_minutes: String(Number(stored.extension_minutes) || 3),
      minimum_participants: String(Number(stored.minimum_participants) || 1),
      visibility: stored.visibility === 'closed' ? 'closed' : 'open',
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

/** The documents that a draft has by now. @throws {LotRefused} where there is no such draft. */
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

async function call(path: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(`/cms-api/auctions${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  const refusals = (answer as Refusal | null)?.errors ?? []
  const faults = refusals.flatMap(({ data, message }) =>
    data?.errors?.length ? data.errors : message ? [{ path: '', message }] : [],
  )
  if (faults.length === 0) throw new Error(`the back office answered ${response.status}`)
  throw new LotRefused(Object.fromEntries(faults.map(({ path: field, message }) => [field, message])))
}
