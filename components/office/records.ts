import * as z from 'zod'
import { callCms } from '@/components/office/cms-client'
import type { Listed } from '@/components/office/queries'

/** Records that Payload's hooks govern; its REST API reads and saves them. */
export type Collection = 'agreements' | 'companies' | 'feedback' | 'orders' | 'staff'

const pageOfRecords = z.object({ docs: z.array(z.unknown()), nextPage: z.number().nullish() })
const countOfRecords = z.object({ totalDocs: z.int() })
const ROWS = 50

/** One of these must hold, by the rest of Payload's path: `{ 'status][equals': 'new' }`. */
type Condition = Readonly<Record<string, string | undefined>>

interface RecordQuery<Status extends string> {
  /** All must hold; those without a value do not count. */
  where: Condition
  /** The chosen status, of those that are counted. */
  status?: Status | undefined
  statuses?: Readonly<Record<Status, unknown>>
  /** What a status means where it is not the stored one alone. */
  meaningOf?: (status: Status) => readonly Condition[]
  /** Fields that the search looks into. */
  searched: readonly string[]
  /** Fields that a search for a number may equal. */
  numbers?: readonly string[]
  search: string | undefined
  sort: string
  lang: string
}

/** A page of records, whose cursor is its number, with the counts by status that the other filters leave. */
export async function readRecords<Row, Status extends string = never>(
  collection: Collection,
  shape: z.ZodType<Row>,
  query: RecordQuery<Status>,
  cursor: string | undefined,
): Promise<{ data: Listed<Row> & { counts: Record<string, number> } }> {
  const { status, statuses, sort, lang } = query
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
    cursor === undefined ? Promise.all((Object.keys(statuses ?? {}) as Status[]).map(countOf)) : [],
  ])
  return {
    data: {
      list: z.array(shape).parse(docs),
      next_cursor: nextPage ? String(nextPage) : null,
      counts: Object.fromEntries(counts),
    },
  }

  async function countOf(name: Status) {
    const answer = await callCms(`/${collection}/count?${conditionsOf(query, name)}`, 'GET')
    return [name, countOfRecords.parse(answer).totalDocs] as const
  }
}

function conditionsOf<Status extends string>(
  { where, meaningOf, searched, numbers = [], search, lang }: RecordQuery<Status>,
  status: Status | undefined,
): URLSearchParams {
  const conditions: Condition[] = [
    ...Object.entries(where).flatMap(([path, value]) => (value === undefined ? [] : [{ [path]: value }])),
    ...(status === undefined ? [] : (meaningOf?.(status) ?? [{ 'status][equals': status }])),
  ]
  if (search) {
    const paths = searched.map((field) => `${field}][like`)
    if (/^\d{1,9}$/.test(search)) paths.push(...numbers.map((field) => `${field}][equals`))
    conditions.push(Object.fromEntries(paths.map((path) => [path, search])))
  }
  const query = new URLSearchParams({ locale: lang })
  for (const [place, condition] of conditions.entries())
    for (const [index, [path, value = '']] of Object.entries(condition).entries())
      query.set(`where[and][${place}][or][${index}][${path}]`, value)
  return query
}

/** @param depth how many steps of relations are read too */
export async function readRecord<Row>(
  collection: Collection,
  id: number,
  shape: z.ZodType<Row>,
  lang: string,
  depth = 1,
) {
  const query = new URLSearchParams({ depth: String(depth), locale: lang })
  return shape.parse(await callCms(`/${collection}/${id}?${query}`, 'GET'))
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
