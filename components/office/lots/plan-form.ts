import * as z from 'zod'
import type { Language } from '@/lib/contract/primitives'
import { parsePrice, toPriceString } from '@/lib/domain/money'
import { DEFAULT_PLAN, type PaymentPart, type PaymentPlan, type Penalty, WHOLE_SHARE } from '@/lib/domain/payment-plan'
import { readTypedDecimal, writeDecimal } from '@/lib/i18n/formats'

/** A payment plan as typed: shares in per cent, in the format of the manager's language. */
export interface PlanForm {
  parts: readonly PartForm[]
  tolerance: string
  penalty: Penalty['kind']
  rate: string
  /** The months of shipment, "2026-12", or empty. */
  from: string
  until: string
}

export interface PartForm {
  share: string
  from: PaymentPart['from']
  days: string
  month: string
}

/** What cannot be read is no valid value of any of the plan's numbers. */
const UNREADABLE = -1

const number = z.int().catch(UNREADABLE)
const month = z.string().catch('')
/** A draft may have a plan that is no valid one yet. */
const draftPlan = z.object({
  parts: z.array(
    z.object({
      share: number,
      from: z.enum(['in_force', 'before_shipment', 'after_act']),
      days: number,
      month: z.string().nullable(),
    }),
  ),
  tolerance: number,
  penalty: z.object({ kind: z.enum(['none', 'daily', 'double_rate']), rate: number.optional() }),
  shipment: z.object({ from: month, until: month }).nullable(),
})

export function typedPlan(stored: unknown, locale: Language): PlanForm {
  const { parts, tolerance, penalty, shipment } = draftPlan.safeParse(stored).data ?? draftPlan.parse(DEFAULT_PLAN)
  const percent = (share: number) => (share === UNREADABLE ? '' : writeDecimal(toPriceString(share), locale))
  return {
    parts: parts.map((part) => ({
      share: percent(part.share),
      from: part.from,
      days: part.days === UNREADABLE ? '' : String(part.days),
      month: part.month ?? '',
    })),
    tolerance: percent(tolerance),
    penalty: penalty.kind,
    rate: penalty.kind === 'daily' ? percent(penalty.rate ?? UNREADABLE) : '',
    from: shipment?.from ?? '',
    until: shipment?.until ?? '',
  }
}

/** Reads the typed plan, which may be invalid: validate it with `planFaults`. */
export function readPlan({ parts, tolerance, penalty, rate, from, until }: PlanForm, locale: Language): PaymentPlan {
  const percent = (typed: string) => {
    const read = readTypedDecimal(typed.trim(), 2, locale)
    return read === null ? UNREADABLE : (parsePrice(read) ?? UNREADABLE)
  }
  return {
    parts: parts.map((part) => ({
      share: percent(part.share),
      from: part.from,
      days: /^\d{1,3}$/.test(part.days.trim()) ? Number(part.days) : UNREADABLE,
      month: part.from === 'before_shipment' ? part.month || null : null,
    })),
    tolerance: tolerance.trim() === '' ? 0 : percent(tolerance),
    penalty: penalty === 'daily' ? { kind: penalty, rate: percent(rate) } : { kind: penalty },
    shipment: from === '' && until === '' ? null : { from: from || until, until: until || from },
  }
}

export const PRESETS = {
  advance: DEFAULT_PLAN.parts,
  after_act: [
    { share: 3_000, from: 'in_force', days: 5, month: null },
    { share: 7_000, from: 'after_act', days: 5, month: null },
  ],
} as const satisfies Record<string, readonly PaymentPart[]>

/** What the readable shares of the parts leave of the whole. */
export function shareLeft({ parts }: Pick<PaymentPlan, 'parts'>): number {
  return parts.reduce((left, { share }) => left - Math.max(share, 0), WHOLE_SHARE)
}
