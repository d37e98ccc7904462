import { type LOT_FIELDS, LOT_TERMS, type LotTermName, readTerms } from '@/lib/contract/lot-fields'
import type { PaymentPlan } from '@/lib/domain/payment-plan'
import { type Lot, type LotRefusal, type ReadLot, readLot } from '@/lib/domain/lot'

/** A lot's terms in `cms.lots lot`: kopecks, thousandths and instants, each null if it is missing or unreadable. */
export const lotColumns = LOT_TERMS.map((name) => `lot.${name}`).join(', ')

export type LotRow = { [Name in LotTermName]: LotColumn[(typeof LOT_FIELDS)[Name]['kind']] | null }
interface LotColumn {
  price: number
  quantity: number
  percent: number
  line: string
  day: string
  time: Date
  minutes: number
  count: number
  visibility: Lot['visibility']
  switch: boolean
  plan: PaymentPlan
}

/** The lot of a row. Every reader uses this, so that all agree on which lots are readable. */
export function lotOfRow(row: LotRow): ReadLot {
  return readLot(readTerms(row))
}

/** For the log and the back office: `startsAt: missing`. */
export function faultText({ path, code }: LotRefusal): string {
  return `${path}: ${code}`
}
