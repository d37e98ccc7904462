import { type CollectionSlug, type Endpoint, type Field, Forbidden, NotFound, type Payload } from 'payload'
import * as z from 'zod'
import { type Locale, LOCALES } from '@/lib/config/constants'
import { mayEdit } from '@/lib/server/cms/locks'

/** How many texts each language lacks: those that are required or written in another one. Page meta is left out: the site fills it in. */
export type Gaps = Record<Locale, number>

type Value = Record<string, unknown>

/** Of documents as they are edited, their latest drafts, in the order of their ids; null for one that is not there. */
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
  const gapsById = new Map<unknown, Gaps>()
  for (const doc of docs) {
    const gaps: Gaps = { uk: 0, en: 0, ru: 0 }
    count(config.fields, doc as unknown as Value, gaps)
    gapsById.set(doc.id, gaps)
  }
  return ids.map((id) => gapsById.get(id) ?? null)
}

function count(fields: readonly Field[], value: Value, gaps: Gaps): void {
  for (const field of fields) {
    if ('localized' in field && field.localized)
      countText(value[field.name], gaps, 'required' in field && field.required === true)
    else countWithin(field, value, gaps)
  }
}

function countWithin(field: Field, value: Value, gaps: Gaps): void {
  switch (field.type) {
    case 'row':
    case 'collapsible':
      return count(field.fields, value, gaps)
    case 'tabs':
      for (const tab of field.tabs) count(tab.fields, 'name' in tab ? asValue(value[tab.name]) : value, gaps)
      return
    case 'group':
      if ('name' in field && field.name !== 'meta') count(field.fields, asValue(value[field.name]), gaps)
      return
    case 'array':
      for (const row of asRows(value[field.name])) count(field.fields, row, gaps)
      return
    case 'blocks':
      for (const row of asRows(value[field.name])) {
        const block = field.blocks.find(({ slug }) => slug === row.blockType)
        if (block) count(block.fields, row, gaps)
      }
      return
    default:
  }
}

function countText(texts: unknown, gaps: Gaps, required: boolean): void {
  const written = asValue(texts)
  const lacking = LOCALES.filter((language) => isUntranslated(written[language]))
  if (required || lacking.length < LOCALES.length) for (const language of lacking) gaps[language] += 1
}

function isUntranslated(text: unknown): boolean {
  return text === null || text === undefined || (typeof text === 'string' && text.trim() === '')
}

function asValue(value: unknown): Value {
  return typeof value === 'object' && value !== null ? (value as Value) : {}
}

function asRows(value: unknown): Value[] {
  return Array.isArray(value) ? value.map(asValue) : []
}

const asked = z.object({
  collection: z.enum(['pages', 'news', 'auction-pages', 'products', 'media', 'menus', 'certificates']),
  id: z.coerce
    .number()
    .int()
    .positive()
    .max(2 ** 31 - 1),
})

/** The gaps of the latest draft, for the form's sidebar, which reads them after each save. */
export const translationGapsEndpoint: Endpoint = {
  path: '/translation-gaps/:collection/:id',
  method: 'get',
  async handler(req) {
    const { success, data } = asked.safeParse(req.routeParams)
    if (!success) throw new NotFound(req.t)
    const { collection, id } = data
    if (!(await mayEdit(req, { collectionSlug: collection, id }))) throw new Forbidden(req.t)
    const [gaps] = await readGaps(req.payload, collection, [id])
    if (!gaps) throw new NotFound(req.t)
    return Response.json(gaps)
  },
}
