import type { Kopecks } from '@/lib/domain/money'
import type { PoolClient } from './db/pool'

interface StoredLine {
  kind: 'credit' | 'reversal'
  booked_on: string
  amount: Kopecks
  dismissed: boolean
}

interface Part {
  application_id: number | null
  agreement_id: number | null
  /** The invoice that it pays, or the payment that it takes back. */
  subject_id: number | null
  amount: Kopecks
}

interface LockedLine extends StoredLine {
  /** The part of the sum that is not yet counted. */
  remaining: Kopecks
  parts: Part[]
}

/** Locks a line, so that it is decided for the second of two people who decide on it concurrently. */
export async function lockLine(client: PoolClient, lineId: number): Promise<LockedLine | null> {
  const { rows } = await client.query<StoredLine>(
    `select kind, booked_on::text as booked_on, amount, dismissed_at is not null as dismissed
     from portal.statement_lines where id = $1 for update`,
    [lineId],
  )
  const [line] = rows
  if (line === undefined) return null
  // Separate from the locking query, because a statement sees only rows committed before it began.
  const { rows: parts } = await client.query<Part>(
    'select application_id, agreement_id, subject_id, amount from portal.line_parts where line_id = $1',
    [lineId],
  )
  const counted = parts.reduce((total, { amount }) => total + amount, 0)
  return { ...line, remaining: line.amount - counted, parts }
}
