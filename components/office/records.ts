import * as z from 'zod'
import { callCms } from '@/components/office/cms-api'
import type { Listed } from '@/components/office/queries'

/** Records that Payload's hooks govern; its REST API reads and saves them. */
export type Collection = 'agreements' | 'companies' | 'feedback' | 'orders' | 'staff'

const pageOfRecords = z.object({ docs: z.array(z.unknown()), nextPage: z.number().nullish() })
const countOfRecords = z.object({ totalDocs: z.int() })
const ROWS = 50

interface RecordQuery {
  where: Readonly<Record<string, string | undefined>>
  /** The chosen status, of those that are counted. */
  status?: string | undefined
  statuses?: Readonly<Record<string, unknown>>
  /** Fields that the search looks into. */
  searched: readonly string[]
  /** Fields that a search for a number may equal. */
  numbers?: readonly string[]
  search: string | undefined
  sort: string
  lang: string
}

/** A page of records, whose cursor is its number, with the counts by status that the other filters leave. */
export async function readRecords<Row>(
  collection: Collection,
  shape: z.ZodType<Row>,
  query: RecordQuery,
  cursor: string | undefined,
): Promise<{ data: Listed<Row> & { counts: Record<string, number> } }> {
  const { status, statuses = {}, sort, lang } = query
  const page = conditionsOf(query, status)
  for (const [name, value] of Object.entries({
    depth: '1',
    limit: String(ROWS),
    page: cursor ?? '1',
    sort,
    locale: lang,
  }))
    page.set(name, value)
  const [{ docs, nextPage }, counts] = await Promise.all([
    callCms(`/${collection}?${page}`, 'GET').then((answer) => pageOfRecords.parse(answer)),
    // The tabs show the counts of the first page.
    cursor === undefined ? Promise.all(Object.keys(statuses).map((name) => countOf(name))) : [],
  ])
  return {
    data: {
      list: z.array(shape).parse(docs),
      next_cursor: nextPage ? String(nextPage) : null,
      counts: Object.fromEntries(counts),
    },
  }

  async function countOf(name: string) {
    const answer = await callCms(`/${collection}/count?${conditionsOf(query, name)}`, 'GET')
    return [name, countOfRecords.parse(answer).totalDocs] as const
  }
}

function conditionsOf({ where, searched, numbers = [], search, lang }: RecordQuery, status: string | undefined) {
  const conditions = new URLSearchParams({ locale: lang })
  const filters = [...Object.entries(where), ['status][equals', status] as const]
  let place = 0
  for (const [field, value] of filters) {
    if (value === undefined) continue
    conditions.set(`where[and][${place}][${field}]`, value)
    place += 1
  }
  if (!search) return conditions
  const found = [
    ...searched.map((field) => `${field}][like`),
    ...(/^\d{1,9}$/.test(search) ? numbers.map((field) => `${field}][equals`) : []),
  ]
  for (const [index, condition] of found.entries())
    conditions.set(`where[and][${place}][or][${index}][${condition}]`, search)
  return conditions
}

export async function readRecord<Row>(collection: Collection, id: number, shape: z.ZodType<Row>, lang: string) {
  return shape.parse(await callCms(`/${collection}/${id}?${new URLSearchParams({ depth: '1', locale: lang })}`, 'GET'))
}

const saved = z.object({ doc: z.object({ id: z.int() }) })

/**
 * Saves the changed fields of a record as it was read, or a new one, and returns its id.
 *
 * @throws {FieldRefusal} with faults by field, or with `isStale()` if somebody has saved the record meanwhile
 */
export async function saveRecord(
  collection: Collection,
  record: { id: number; updatedAt: string } | null,
  changes: object,
  lang: string,
): Promise<number> {
  const query = new URLSearchParams({ depth: '0', locale: lang })
  const answer = await (record === null
    ? callCms(`/${collection}?${query}`, 'POST', changes)
    : callCms(`/${collection}/${record.id}?${query}`, 'PATCH', { ...changes, updatedAt: record.updatedAt }))
  return saved.parse(answer).doc.id
}
