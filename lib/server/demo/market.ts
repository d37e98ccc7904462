import type { Kopecks } from '@/lib/domain/money'
import type { Random } from '@/lib/server/demo/random'

export type Goods = 'gas_condensate' | 'natural_gas'

const DAY = 86_400_000
const UAH = 100

/** The made-up market's price on a day, three years up to `now`: a trend, a season and a little noise, in whole fifties. */
export function marketPrice(goods: Goods, at: number, now: number, random: Random): Kopecks {
  const years = (at - now) / (365 * DAY)
  const season = Math.sin((2 * Math.PI * (at / DAY - 20)) / 365)
  const noise = (random.next() - 0.5) * 2
  const hryvnias =
    goods === 'gas_condensate'
      ? 14_650 + years * 1_850 + season * 420 + noise * 180
      : 19_400 + years * 900 + season * 650 + noise * 200
  return Math.round(hryvnias / 50) * 50 * UAH
}
