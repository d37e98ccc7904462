import { CLOSE_DELAY_MS } from '@/lib/domain/lifecycle'
import type { Lot } from '@/lib/domain/lot'
import { DEFAULT_PLAN } from '@/lib/domain/payment-plan'

export const MINUTE = 60_000

/** Tuesday, 10:00 in Kyiv. */
export const START = Date.parse('2026-11-24T08:00:00.000Z')
export const END = START + 60 * MINUTE
/** When the end of that lot is recorded (R6.2). */
export const CLOSE = END + CLOSE_DELAY_MS

/** UAH in whole kopecks. */
export function uah(amount: number): number {
  return Math.round(amount * 100)
}

/** Tonnes in whole thousandths. */
export function tonnes(amount: number): number {
  return Math.round(amount * 1000)
}

/** A valid lot: 500 t of condensate from 14 000.00 UAH, in steps of 10.00, for an hour. */
export function aLot(changes: Partial<Lot> = {}): Lot {
  return {
    volume: tonnes(500),
    startingPrice: uah(14_000),
    minimumStep: uah(10),
    maximumStep: uah(1_400),
    minimumQuantity: tonnes(10),
    quantityStep: tonnes(10),
    applicationDeadline: START,
    questionDeadline: START - 24 * 60 * MINUTE,
    startsAt: START,
    endsAt: END,
    extensionWindow: 3 * MINUTE,
    hardEndAt: END + 60 * MINUTE,
    minimumParticipants: 1,
    visibility: 'open',
    depositRate: 0,
    depositDeadline: START,
    depositRecipient: '',
    depositIban: '',
    depositEdrpou: '',
    depositBank: '',
    automaticBids: false,
    shipmentUntil: '',
    paymentPlan: DEFAULT_PLAN,
    ...changes,
  }
}

/** The fields of a lot with a deposit of 3 %. */
export const DEPOSIT_OF_3_PERCENT = {
  depositRate: 300,
  depositRecipient: 'ТОВ «Газ Продаж»',
  depositIban: 'UA903052992990004149123456789',
  depositEdrpou: '37027819',
  depositBank: 'АТ КБ «ПриватБанк»',
} as const

/** A valid lot whose bidding starts tomorrow by the real clock. */
export function aLotToCome(changes: Partial<Lot> = {}): Lot {
  const startsAt = Math.ceil(Date.now() / MINUTE + 24 * 60) * MINUTE
  const endsAt = startsAt + 60 * MINUTE
  return aLot({
    applicationDeadline: startsAt,
    questionDeadline: startsAt - 60 * MINUTE,
    startsAt,
    endsAt,
    hardEndAt: endsAt + 60 * MINUTE,
    ...changes,
  })
}
