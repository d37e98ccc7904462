import type { cabinetEndpoints, RecordTotals } from '@/lib/contract/cabinet'
import type { Answer, Parsed } from '@/lib/contract/endpoint'
import { formatSum, parseQuantity, parseSum, type Thousandths, toQuantityString } from '@/lib/domain/money'
import { kyivDate } from '@/lib/i18n/formats'
import { decodeCursor, DEFAULT_LIMIT, pageOf } from '@/lib/server/platform/keyset'

/** A finished auction or an agreement of a company, with what lists are ordered and added up by. */
export interface OwnRecord {
  id: number
  at: number
  number: number
  unit: string
  /** 0: nothing was won. */
  quantity: Thousandths
  /** Kopecks. */
  sum: number
  /** Whether it has the words sought. */
  found: boolean
}

export interface OwnRecordRow {
  id: number
  at: Date
  number: number | string | null
  unit: string
  quantity: string | null
  sum: string | null
  found: boolean
}

export function recordOf({ at, number, quantity, sum, ...row }: OwnRecordRow): OwnRecord {
  return {
    ...row,
    at: at.getTime(),
    number: Number(number ?? 0),
    quantity: parseQuantity(quantity ?? '') ?? 0,
    sum: parseSum(sum ?? '') ?? 0,
  }
}

/** Whether one of the texts contains the words sought. */
export function isFoundSql(sought: `$${number}`, texts: readonly string[]): string {
  return `strpos(portal.folded(concat_ws(' ', ${texts.join(', ')})), portal.folded(${sought})) > 0`
}

type Wanted = Pick<Parsed<(typeof cabinetEndpoints)['history']>, 'year' | 'sort' | 'order' | 'cursor' | 'limit'>
type RecordPage = { ids: number[] } & Omit<Answer<(typeof cabinetEndpoints)['history']>['data'], 'list'>

/** A page of the records found in the year, with the totals of all of them. A company has hundreds: they are ordered here. */
export function pageOfRecords(records: readonly OwnRecord[], wanted: Wanted): RecordPage {
  const { year, sort, order, cursor, limit = DEFAULT_LIMIT } = wanted
  const found = records
    .filter((record) => record.found && (year === undefined || yearOf(record) === year))
    .toSorted((a, b) => (valueOf(b, sort) - valueOf(a, sort) || b.id - a.id) * (order === 'asc' ? -1 : 1))
  const after = decodeCursor(cursor, ['id'])?.[0]
  const from = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1
  const page = pageOf(
    found.slice(from, from + limit + 1),
    limit,
    ({ id }) => [id],
    ({ id }) => id,
  )
  return {
    ids: page.list,
    next_cursor: page.next_cursor,
    totals: totalsOf(found),
    years: [...new Set(records.map(yearOf))].toSorted((a, b) => b - a),
  }
}

const yearOf = ({ at }: OwnRecord) => Number(kyivDate(new Date(at)).slice(0, 4))

function valueOf(record: OwnRecord, sort: Wanted['sort']): number {
  return sort === 'date' ? record.at : record[sort]
}

function totalsOf(records: readonly OwnRecord[]): RecordTotals {
  const volumes = new Map<string, Thousandths>()
  for (const { unit, quantity } of records) if (quantity > 0) volumes.set(unit, (volumes.get(unit) ?? 0) + quantity)
  return {
    records: records.length,
    won: records.filter(({ quantity }) => quantity > 0).length,
    volumes: [...volumes].map(([unit, quantity]) => ({ unit, quantity: toQuantityString(quantity) })),
    sum: formatSum(records.reduce((total, { sum }) => total + BigInt(sum), 0n)),
  }
}
