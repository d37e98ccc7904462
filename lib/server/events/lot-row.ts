import type * as z from 'zod'
import { type LOT_FIELDS, LOT_TERMS, type LotTermName, readTerms } from '@/lib/contract/lot-fields'
import { type Lot, type LotFault, type ReadLot, readLot } from '@/lib/domain/lot'

/** The collections of the back office whose records visitors read. */
export type RecordCollection =
  'auctions' | 'news' | 'pages' | 'auction-pages' | 'certificates' | 'products' | 'agreements'

/** A record that stands in the database and cannot be shown, or not as it should be. */
export interface RecordFault {
  collection: RecordCollection
  /** As the back office counts it. */
  id: number
  /** Which of its parts, where they are read apart. */
  part: 'record' | 'result' | 'blocks'
  /** What is wrong, for those who mend it: `startsAt: missing`. */
  fault: string
}

/**
 * The records that could not be read, by whoever came upon them. Each is said in the log once for as long as it stays so, not at every
 * request; the back office shows them to the staff.
 */
export interface RecordFaults {
  note(fault: RecordFault): void
  /** The part has been read: nothing is wrong with it any more. */
  settle(record: Omit<RecordFault, 'fault'>): void
  known(): RecordFault[]
}

/** So many are remembered; an import that spoils more than these is seen by these. */
const MAX = 1_000

export function createRecordFaults(log: { warn(events: object, message: string): void }): RecordFaults {
  const faults = new Map<string, RecordFault>()
  return {
    note(fault) {
      const key = keyOf(fault)
      if (faults.get(key)?.fault === fault.fault) return
      if (faults.size >= MAX && !faults.has(key)) return
      faults.set(key, fault)
      log.warn(fault, 'a record cannot be read and is left out, or shown incomplete')
    },
    settle: (record) => void faults.delete(keyOf(record)),
    known: () => [...faults.values()],
  }
}

function keyOf({ collection, id, part }: Omit<RecordFault, 'fault'>): string {
  return `${collection}:${id}:${part}`
}

/** The records of a list that can be read, each in its public form: one that cannot be is noted and left out, and the others stand. */
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
      faults.settle(record)
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

/** A lot's terms in `cms.lots lot`: kopecks, thousandths and instants, each null where it is missing or cannot be read. */
export const lotColumns = LOT_TERMS.map((name) => `lot.${name}`).join(', ')

export type LotRow = { [Name in LotTermName]: LotColumn[(typeof LOT_FIELDS)[Name]['kind']] | null }
interface LotColumn {
  price: number
  quantity: number
  time: Date
  minutes: number
  count: number
  visibility: Lot['visibility']
}

/** The lot of a row: every reader takes it from here, so that all agree on which can be read. */
export function lotOfRow(row: LotRow): ReadLot {
  return readLot(readTerms(row))
}

/** For the log and the back office: `startsAt: missing`. */
export function faultText({ path, code }: LotFault): string {
  return `${path}: ${code}`
}
