import * as z from 'zod'
import type { Fact, FactBody } from '@/lib/domain/fulfilment'
import { formatSum, parseSum } from '@/lib/domain/money'

const money = z.string().transform((text, context) => {
  const kopecks = parseSum(text)
  if (kopecks === null) context.addIssue('not a sum')
  return BigInt(kopecks ?? 0)
})
const id = z.int()
const day = z.string()
const volume = z.int()
const note = z.string().nullable()
const reason = z.string()
const side = z.enum(['buyer', 'organiser'])

/** The body of each kind of fact as it is stored: sums as decimal strings, volumes in thousandths. */
const BODIES = {
  invoice_issued: z.object({
    number: z.string(),
    type: z.enum(['plan', 'act', 'final', 'penalty']),
    part: z.int().nullable(),
    amount: money,
    deducted: money,
    dueOn: day,
    payer: z.object({
      ...{ name: z.string(), edrpou: z.string(), taxNumber: z.string() },
      ...{ iban: z.string(), bank: z.string(), address: z.string() },
    }),
    late: z.object({ invoice: id, from: day, until: day, proposed: money, reason: note }).nullable(),
  }),
  invoice_cancelled: z.object({ invoice: id, reason }),
  payment_counted: z.object({ amount: money, on: day, invoice: id.nullable(), note }),
  payment_reversed: z.object({ payment: id, amount: money, on: day, note }),
  overpayment_returned: z.object({ amount: money, on: day, note }),
  loading_requested: z.object({ on: day, volume, place: z.string() }),
  loading_moved: z.object({ loading: id, side, on: day, reason: note }),
  loading_agreed: z.object({ loading: id, side }),
  loading_dropped: z.object({ loading: id, side, reason: note }),
  waybill_recorded: z.object({ number: z.string(), on: day, volume, loading: id.nullable() }),
  waybill_cancelled: z.object({ waybill: id, reason }),
  act_made: z.object({ number: z.string(), waybills: z.array(id), isLast: z.boolean() }),
  act_cancelled: z.object({ act: id, reason }),
  act_signed: z.object({ act: id, side: z.enum(['buyer', 'organiser', 'paper']) }),
  penalty_waived: z.object({ invoice: id, until: day, reason }),
  ended_early: z.object({ reason }),
  closed: z.object({}),
} satisfies { readonly [Kind in FactBody['kind']]: z.ZodType<Omit<Extract<FactBody, { kind: Kind }>, 'kind'>> }

export interface StoredFact {
  id: number
  kind: string
  body: unknown
  at: Date
  file_id: number | null
}

/** @throws {z.ZodError} if a stored fact has another shape */
export function readFact({ id: factId, kind, body, at }: StoredFact): Fact {
  const known = z.enum(Object.keys(BODIES) as [FactBody['kind'], ...FactBody['kind'][]]).parse(kind)
  return { ...BODIES[known].parse(body), kind: known, id: factId, at: at.getTime() } as Fact
}

/** The body of a fact as JSON. */
export function writeBody({ kind: _, ...body }: FactBody): string {
  return JSON.stringify(body, (_key, value: unknown) => (typeof value === 'bigint' ? formatSum(value) : value))
}
