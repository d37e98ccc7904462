import type * as z from 'zod'
import type { UnreadableRecord } from '@/lib/contract/manager-auctions'

/** The collections of the back office whose records visitors read. */
export type RecordCollection = UnreadableRecord['collection']

/** A stored record that cannot be shown, or only in part. */
export interface RecordFault {
  collection: RecordCollection
  id: number
  /** The part, where parts are read separately. */
  part: 'record' | 'result' | 'blocks' | 'deposits'
  /** For editors: `startsAt: missing`. */
  fault: string
}

/** Unreadable records, for the staff's dashboard. Each fault is logged once, not at every request. */
export interface RecordFaults {
  note(fault: RecordFault): void
  /** Clears the fault of a part that has become readable. */
  clear(record: Omit<RecordFault, 'fault'>): void
  list(): RecordFault[]
}

const MAX_FAULTS = 1_000

export function createRecordFaults(log: { warn(events: object, message: string): void }): RecordFaults {
  const faults = new Map<string, RecordFault>()
  return {
    note(fault) {
      const key = keyOf(fault)
      if (faults.get(key)?.fault === fault.fault) return
      if (faults.size >= MAX_FAULTS && !faults.has(key)) return
      faults.set(key, fault)
      log.warn(fault, 'unreadable record skipped')
    },
    clear: (record) => void faults.delete(keyOf(record)),
    list: () => [...faults.values()],
  }
}

function keyOf({ collection, id, part }: Omit<RecordFault, 'fault'>): string {
  return `${collection}:${id}:${part}`
}

/** Shapes the readable records of a list; notes and skips the others. */
export function readable<Row, Schema extends z.ZodType>(
  faults: RecordFaults,
  {
    collection,
    part = 'record',
    schema,
    idOf,
    shape,
  }: {
    collection: RecordCollection
    part?: RecordFault['part']
    schema: Schema
    idOf: (row: Row) => number
    shape: (row: Row) => z.input<Schema>
  },
  rows: readonly Row[],
): z.output<Schema>[] {
  return rows.flatMap((row) => {
    const record = { collection, id: idOf(row), part }
    const read = attempt(() => schema.safeParse(shape(row)))
    if (read.ok && read.value.success) {
      faults.clear(record)
      return [read.value.data]
    }
    faults.note({ ...record, fault: read.ok ? issueOf(read.value.error) : read.reason })
    return []
  })
}

function issueOf(error: z.ZodError | undefined): string {
  const [issue] = error?.issues ?? []
  return issue === undefined ? 'unreadable' : `${issue.path.join('.') || 'record'}: ${issue.message}`
}

function attempt<T>(work: () => T): { ok: true; value: T } | { ok: false; reason: string } {
  try {
    return { ok: true, value: work() }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}
