import * as z from 'zod'
import { DEFAULT_PLAN, type PaymentPlan } from '@/lib/domain/payment-plan'

const month = z.string()

/**
 * A payment plan as the API, the record and the database write it, with shares and rates in hundredths of a per cent. The record is
 * hashed, so the order of the keys is this one.
 */
export const paymentPlan = z.object({
  parts: z
    .array(
      z.object({
        /** Of the sum. */
        share: z.int(),
        from: z.enum(['in_force', 'before_shipment', 'after_act']),
        /** Banking days. */
        days: z.int(),
        month: z.nullable(month),
      }),
    )
    .readonly(),
  /** Of the volume. */
  tolerance: z.int(),
  penalty: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('daily'), rate: z.int() }),
    z.object({ kind: z.literal('double_rate') }),
  ]),
  shipment: z.nullable(z.object({ from: month, until: month })),
}) satisfies z.ZodType<PaymentPlan>

/** The plan that an agreement keeps; null is the default one. */
export function keptPlan(kept: unknown): PaymentPlan {
  return kept === null ? DEFAULT_PLAN : paymentPlan.parse(kept)
}
