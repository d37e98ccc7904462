import {
  type CollectionSlug,
  type Endpoint,
  type Field,
  Forbidden,
  NotFound,
  type Payload,
  traverseFields,
} from 'payload'
import * as z from 'zod'
import { type Locale, LOCALES } from '@/lib/config/constants'
import { mayEdit } from '@/lib/server/cms/locks'

/** The number of texts that each language lacks although they are required or exist in another language. Page meta does not count: the site fills it in. */
export type Gaps = Record<Locale, number>

/** The gaps of the latest drafts, in the order of `ids`; null for a document that does not exist. */
export async function readGaps(
  payload: Payload,
  collection: CollectionSlug,
  ids: readonly number[],
): Promise<(Gaps | null)[]> {
  const { config } = payload.collections[collection]
  const { docs } = await payload.find({
    collection,
    where: { id: { in: [...ids] } },
    pagination: false,
    depth: 0,
    draft: true,
    locale: 'all',
    overrideAccess: true,
  })
  const gapsById = new Map<unknown, Gaps>(docs.map((doc) => [doc.id, countGaps(config.fields, doc)]))
  return ids.map((id) => gapsById.get(id) ?? null)
}

function countGaps(fields: Field[], doc: object): Gaps {
  const gaps: Gaps = { uk: 0, en: 0, ru: 0 }
  traverseFields({
    fields,
    ref: doc,
    fillEmpty: false,
    callback({ field, ref, next }) {
      if (!('name' in field)) return
      if (field.name === 'meta') next?.()
      else if ('localized' in field && field.localized)
        countText((ref as Record<string, unknown>)[field.name], gaps, 'required' in field && field.required === true)
    },
  })
  return gaps
}

function countText(texts: unknown, gaps: Gaps, required: boolean): void {
  const byLanguage = (texts ?? {}) as Partial<Record<Locale, unknown>>
  const missing = LOCALES.filter((language) => isUntranslated(byLanguage[language]))
  if (required || missing.length < LOCALES.length) for (const language of missing) gaps[language] += 1
}

function isUntranslated(text: unknown): boolean {
  return text === null || text === undefined || (typeof text === 'string' && text.trim() === '')
}

const params = z.object({
  collection: z.enum(['pages', 'news', 'auction-pages', 'products', 'media', 'menus', 'certificates']),
  id: z.coerce
    .number()
    .int()
    .positive()
    .max(2 ** 31 - 1),
})

/** The gaps of one document, which the form's sidebar reads after each save. */
export const translationGapsEndpoint: Endpoint = {
  path: '/translation-gaps/:collection/:id',
  method: 'get',
  async handler(req) {
    const { success, data } = params.safeParse(req.routeParams)
    if (!success) throw new NotFound(req.t)
    const { collection, id } = data
    if (!(await mayEdit(req, { collectionSlug: collection, id }))) throw new Forbidden(req.t)
    const [gaps] = await readGaps(req.payload, collection, [id])
    if (!gaps) throw new NotFound(req.t)
    return Response.json(gaps)
  },
}
