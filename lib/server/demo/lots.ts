import { type Lot, withDefaults } from '@/lib/domain/lot'
import { workingHourBefore } from '@/lib/server/demo/kyiv-time'
import { type Language, type LotTexts, lotTexts } from '@/lib/server/demo/lot-texts'
import { type Goods, marketPrice } from '@/lib/server/demo/market'
import type { Random } from '@/lib/server/demo/random'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const UAH = 100
const UNIT = 1_000

export interface DemoLot {
  goods: Goods
  lot: Lot
  texts: Record<Language, LotTexts>
}

export interface LotTimes {
  startsAt: number
  minutes: number
  /** Between the end and the hard end. */
  reserve: number
}

/** A made-up lot of the market's shape: condensate by 50–1 010 t, gas by thousands of m³, steps of 10–50 UAH. */
export function makeLot(goods: Goods, { startsAt, minutes, reserve }: LotTimes, now: number, random: Random): DemoLot {
  const isGas = goods === 'natural_gas'
  const volume = isGas ? random.whole(8, 60) * 50 : random.whole(5, 101) * 10
  const minimum = isGas ? 50 : Math.min(20, volume / 5)
  const endsAt = startsAt + minutes * MINUTE
  return {
    goods,
    lot: withDefaults({
      volume: volume * UNIT,
      startingPrice: marketPrice(goods, startsAt, now, random),
      minimumStep: random.pick([10, 20, 25, 50]) * UAH,
      minimumQuantity: minimum * UNIT,
      quantityStep: (isGas ? 50 : minimum % 10 === 0 ? 10 : 2) * UNIT,
      startsAt,
      endsAt,
      hardEndAt: endsAt + reserve * MINUTE,
    }),
    texts: lotTexts(goods, startsAt, random),
  }
}

/** The lots of the past, the oldest first: about three years, at working hours, every third one of gas. */
export function pastLots(count: number, now: number, random: Random): DemoLot[] {
  return Array.from({ length: count }, (_, index) => {
    const daysAgo = 6 + (count - 1 - index) * 36 + random.whole(0, 9)
    const startsAt = workingHourBefore(now - daysAgo * DAY, random.pick([10, 11, 13]))
    return makeLot(index % 3 === 1 ? 'natural_gas' : 'gas_condensate', { startsAt, minutes: 60, reserve: 60 }, now, random)
  })
}
