import * as z from 'zod'
import { callCms } from '@/components/office/cms-api'
import type { Listed } from '@/components/office/queries'

/** Records that Payload's hooks govern; its REST API reads and saves them. */
export type Collection = 'agreements' | 'companies' | 'feedback' | 'orders' | 'staff'

const pageOfRecords = z.object({ docs: z.array(z.unknown()), nextPage: z.number().nullish() })
const ROWS = 50

interface RecordQuery {
  where: Readonly<Record<string, string | undefined>>
  /** Fields that the search looks into. */
  searched: readonly string[]
  search: string | undefined
  sort: string
  lang: string
}

/** A page of records; the cursor is its number. */
export async function readRecords<Row>(
  collection: Collection,
  shape: z.ZodType<Row>,
  { where, searched, search, sort, lang }: RecordQuery,
  cursor: string | undefined,
): Promise<{ data: Listed<Row> }> {
  const query = new URLSearchParams({ depth: '1', limit: String(ROWS), page: cursor ?? '1', sort, locale: lang })
  let conditions = 0
  for (const [field, value] of Object.entries(where)) {
    if (value === undefined) continue
    query.set(`where[and][${conditions}][${field}]`, value)
    conditions += 1
  }
  if (search) {
    for (const [index, field] of searched.entries())
      query.set(`where[and][${conditions}][or][${index}][${field}][like]`, search)
  }
  const { docs, nextPage } = pageOfRecords.parse(await callCms(`/${collection}?${query}`, 'GET'))
  return { data: { list: z.array(shape).parse(docs), next_cursor: nextPage ? String(nextPage) : null } }
}

export async function readRecord<Row>(collection: Collection, id: number, shape: z.ZodType<Row>, lang: string) {
  return shape.parse(await callCms(`/${collection}/${id}?${new URLSearchParams({ depth: '1', locale: lang })}`, 'GET'))
}

const saved = z.object({ doc: z.object({ id: z.int(), updatedAt: z.string() }) })

/**
 * Saves the changed fields of a record as it was read, and returns its new version.
 *
 * @throws {FieldRefusal} with faults by field, or with `isStale()` if somebody has saved the record meanwhile
 */
export async function saveRecord(
  collection: Collection,
  { id, updatedAt }: { id: number; updatedAt: string },
  changes: object,
  lang: string,
): Promise<string> {
  const query = new URLSearchParams({ depth: '0', locale: lang })
  return saved.parse(await callCms(`/${collection}/${id}?${query}`, 'PATCH', { ...changes, updatedAt })).doc.updatedAt
}
