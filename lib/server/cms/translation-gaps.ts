import { type CollectionSlug, type Endpoint, Forbidden, NotFound, type Payload } from 'payload'
import * as z from 'zod'
import { type Locale, LOCALES } from '@/lib/config/constants'
import { localeOrDefault } from '@/lib/i18n/locales'
import { placesOf } from '@/lib/server/cms/fields/places'
import { mayEdit } from '@/lib/server/cms/locks'

/** A text that a language lacks. */
export interface Gap {
  /** Its path in the form. */
  path: string
  /** Its name, with the rows that lead to it. */
  name: string
  /** Whether the document cannot be published from the form in this language without it. */
  required: boolean
}

/** The texts that each language lacks although they are required or exist in another language. Page meta does not count: the site fills it in. */
export type Gaps = Record<Locale, Gap[]>

const GAP_COLLECTIONS = [
  'pages',
  'auction-pages',
  'news',
  'certificates',
  'products',
  'menus',
  'media',
] as const satisfies readonly CollectionSlug[]

/** The gaps of documents of a collection, in the order of `ids`; null for one that does not exist. `language`: of the names. */
export async function readGaps(
  payload: Payload,
  collection: CollectionSlug,
  ids: readonly number[],
  language: Locale,
): Promise<(Gaps | null)[]> {
  const { docs } = await payload.find({
    collection,
    where: { id: { in: [...ids] } },
    pagination: false,
    depth: 0,
    draft: true,
    locale: 'all',
    overrideAccess: true,
  })
  const gapsById = new Map<unknown, Gaps>(docs.map((doc) => [doc.id, findGaps(payload, collection, doc, language)]))
  return ids.map((id) => gapsById.get(id) ?? null)
}

/** `doc`: with the texts of all languages. */
export function findGaps(payload: Payload, collection: CollectionSlug, doc: object, language: Locale): Gaps {
  const gaps: Gaps = { uk: [], en: [], ru: [] }
  for (const { field, path, rows, name, value } of placesOf(
    payload.collections[collection].config.fields,
    doc,
    language,
  )) {
    if (path.startsWith('meta.') || !('localized' in field) || !field.localized) continue
    const texts = (value ?? {}) as Partial<Record<Locale, unknown>>
    const missing = LOCALES.filter((locale) => isUntranslated(texts[locale]))
    const required = 'required' in field && field.required === true
    if (!required && missing.length === LOCALES.length) continue
    for (const locale of missing) gaps[locale].push({ path, name: rows === '' ? name : `${rows}: ${name}`, required })
  }
  return gaps
}

function isUntranslated(text: unknown): boolean {
  return text === null || text === undefined || (typeof text === 'string' && text.trim() === '')
}

const params = z.object({
  collection: z.enum(GAP_COLLECTIONS),
  id: z.coerce
    .number()
    .int()
    .positive()
    .max(2 ** 31 - 1),
})

/** The gaps of one document, which its form reads after each save and before it publishes. */
export const translationGapsEndpoint: Endpoint = {
  path: '/translation-gaps/:collection/:id',
  method: 'get',
  async handler(req) {
    const { success, data } = params.safeParse(req.routeParams)
    if (!success) throw new NotFound(req.t)
    const { collection, id } = data
    if (!(await mayEdit(req, { collectionSlug: collection, id }))) throw new Forbidden(req.t)
    const [gaps] = await readGaps(req.payload, collection, [id], localeOrDefault(req.i18n.language))
    if (!gaps) throw new NotFound(req.t)
    return Response.json(gaps)
  },
}
