import type { RecordSort } from '@/lib/contract/cabinet'

/** What a list of finished auctions or agreements shows, kept in its address. */
export interface RecordQuery {
  year: number | null
  search: string
  sort: RecordSort
  order: 'desc' | 'asc'
  cursor: string | null
}

type SearchParams = Record<string, string | string[] | undefined>

/** Invisible characters that come along with a copied number or name, and that the API refuses. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g

const SORTS: readonly RecordSort[] = ['date', 'number', 'quantity', 'sum']

export function readRecordQuery(search: SearchParams): RecordQuery {
  const text = (name: string, longest: number) => {
    const value = search[name]
    return typeof value === 'string' && value.length <= longest ? value : ''
  }
  return {
    year: /^20\d\d$/.test(text('year', 4)) ? Number(search.year) : null,
    search: text('search', 100).replace(DIRECTIONS, '').trim(),
    sort: SORTS.find((sort) => sort === search.sort) ?? 'date',
    order: search.order === 'asc' ? 'asc' : 'desc',
    cursor: text('cursor', 200) || null,
  }
}

/** The query string of a list, without defaults. `fixed`: what selects the list. */
export function recordSearch(
  { year, search, sort, order, cursor }: Partial<RecordQuery>,
  fixed: Readonly<Record<string, string>>,
): string {
  const params = new URLSearchParams(fixed)
  if (year) params.set('year', String(year))
  if (search) params.set('search', search)
  if (sort && sort !== 'date') params.set('sort', sort)
  if (order === 'asc') params.set('order', order)
  if (cursor) params.set('cursor', cursor)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
