import type { LineTrace } from '@/lib/contract/deposits'
import { formatSum, type Kopecks } from '@/lib/domain/money'
import type { Queryable } from '@/lib/server/platform/db/pool'

interface Row {
  id: number
  line: number
  file: string
  booked_on: string
  amount: Kopecks
  imported_at: Date
  imported_by: string
  dismissed_at: Date | null
  dismissed_by: string
  counted: Kopecks
  counted_by: string | null
  counted_at: Date | null
  auction_numbers: number[]
  agreement_numbers: string[]
}

/** What became of stored lines, by their ids. */
export async function readTraces(db: Queryable, ids: readonly number[]): Promise<Map<number, LineTrace>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<Row>(
    `select line.id, line.line, statement.name as file, line.booked_on::text as booked_on, line.amount, statement.imported_at,
       coalesce(importer.name, '') as imported_by, line.dismissed_at, coalesce(dismisser.name, '') as dismissed_by,
       coalesce(counts.counted, 0)::bigint as counted, counts.counted_by, counts.counted_at, coalesce(counts.auction_numbers, '{}') as auction_numbers,
       coalesce(counts.agreement_numbers, '{}') as agreement_numbers
     from portal.statement_lines line
     join portal.bank_statements statement on statement.id = line.statement_id
     left join cms.staff importer on importer.id = statement.staff_id
     left join cms.staff dismisser on dismisser.id = line.dismissed_by
     left join lateral (
       select sum(part.amount) as counted, max(part.at) as counted_at,
         array_agg(lot.number order by part.at) filter (where lot.number is not null) as auction_numbers,
         array_agg(agreement.number order by part.at) filter (where agreement.number is not null) as agreement_numbers,
         coalesce((array_agg(counter.name order by part.at desc))[1], '') as counted_by
       from portal.line_parts part
       left join portal.applications application on application.id = part.application_id
       left join cms.lots lot on lot.id = application.auction_id
       left join cms.agreements agreement on agreement.id = part.agreement_id
       left join cms.staff counter on counter.id = part.staff_id
       where part.line_id = line.id
       having count(*) > 0
     ) counts on true
     where line.id = any ($1)`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, traceOf(row)]))
}

function traceOf(row: Row): LineTrace {
  const isSetAside = row.dismissed_at !== null
  const isCounted = row.counted >= row.amount
  return {
    line_id: row.id,
    line: row.line,
    file: row.file,
    booked_on: row.booked_on,
    amount: formatSum(BigInt(row.amount)),
    imported_at: row.imported_at.toISOString(),
    imported_by: row.imported_by,
    state: isSetAside ? 'set_aside' : isCounted ? 'counted' : 'waiting',
    decided_by: isSetAside ? row.dismissed_by : row.counted_by,
    decided_at: (row.dismissed_at ?? row.counted_at)?.toISOString() ?? null,
    auction_numbers: row.auction_numbers,
    agreement_numbers: row.agreement_numbers,
  }
}
