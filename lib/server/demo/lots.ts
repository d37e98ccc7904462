import { type Lot, withDefaults } from '@/lib/domain/lot'
import { type Random, workingHourBefore } from './random'
import type { Kopecks } from '@/lib/domain/money'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const UAH = 100
const UNIT = 1_000

export interface DemoLot {
  goods: Goods
  lot: Lot
  texts: Record<Language, LotTexts>
}

interface LotTimes {
  startsAt: number
  minutes: number
  /** Between the end and the hard end. */
  reserve: number
  minimumParticipants?: number
}

/** A made-up lot of the market's shape: condensate by 50–1 010 t, gas by thousands of m³, steps of 10–50 UAH. */
export function makeLot(goods: Goods, times: LotTimes, now: number, random: Random): DemoLot {
  const { startsAt, minutes, reserve, minimumParticipants = 1 } = times
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
      minimumParticipants,
    }),
    texts: lotTexts(goods, startsAt, random),
  }
}

/** The lots of the past, the oldest first: about three years, at working hours, every third one of gas. */
export function pastLots(count: number, now: number, random: Random): DemoLot[] {
  return Array.from({ length: count }, (_, index) => {
    const daysAgo = 6 + (count - 1 - index) * 36 + random.whole(0, 9)
    const startsAt = workingHourBefore(now - daysAgo * DAY, random.pick([10, 11, 13]))
    return makeLot(
      index % 3 === 1 ? 'natural_gas' : 'gas_condensate',
      { startsAt, minutes: 60, reserve: 60 },
      now,
      random,
    )
  })
}

/** What keeps a lot of the past from being sold: nobody or too few apply, the organiser cancels, the winner is disqualified. */
export interface Setback {
  name: string
  goods: Goods
  daysAgo: number
  applicants: number
  minimumParticipants?: number
  /** The manager's words, as it writes them, and minutes after the start; before it where negative. */
  cancelled?: { minutes: number; reason: string }
  disqualified?: { reason: string }
}

export const SETBACKS: readonly Setback[] = [
  {
    name: 'cancelled:running',
    goods: 'natural_gas',
    daysAgo: 233,
    applicants: 6,
    cancelled: {
      minutes: 24,
      reason: 'Оператор ГТС аварійно зупинив газопровід: передати обсяг у заявленому пункті неможливо.',
    },
  },
  { name: 'unsuccessful:one', goods: 'gas_condensate', daysAgo: 152, applicants: 1, minimumParticipants: 2 },
  {
    name: 'unsold',
    goods: 'gas_condensate',
    daysAgo: 95,
    applicants: 1,
    disqualified: { reason: 'Переможець письмово відмовився укладати договір.' },
  },
  {
    name: 'cancelled:planned',
    goods: 'gas_condensate',
    daysAgo: 27,
    applicants: 5,
    cancelled: {
      minutes: -170,
      reason:
        'Позаплановий ремонт установки: у заявлений період обсягу лота не буде. Новий лот оголосимо після пуску установки.',
    },
  },
  { name: 'unsuccessful:nobody', goods: 'natural_gas', daysAgo: 13, applicants: 0 },
]

export function setbackLot({ goods, daysAgo, minimumParticipants }: Setback, now: number, random: Random): DemoLot {
  const startsAt = workingHourBefore(now - daysAgo * DAY, 13)
  return makeLot(goods, { startsAt, minutes: 60, reserve: 60, minimumParticipants }, now, random)
}

export type Language = 'uk' | 'en' | 'ru'

/** A lot's texts, under the names of the back office's fields. */
interface LotTexts {
  title: string
  payment_terms: string
  payment_period: string
  shipment_period: string
  resource: string
  transfer_point: string
}

type InThree = Readonly<Record<Language, string>>

const TAGS: InThree = { uk: 'uk-UA', en: 'en-GB', ru: 'ru-RU' }

const PLANTS: readonly [InThree, ...InThree[]] = [
  { uk: '«Південна»', en: 'Pivdenna', ru: '«Южная»' },
  { uk: '«Північна»', en: 'Pivnichna', ru: '«Северная»' },
  { uk: '«Степова»', en: 'Stepova', ru: '«Степная»' },
  { uk: '«Лиманська»', en: 'Lymanska', ru: '«Лиманская»' },
]

const LOADINGS: readonly [InThree, ...InThree[]] = [
  { uk: 'автоналив', en: 'road loading', ru: 'автоналив' },
  { uk: 'залізнична естакада', en: 'rail rack', ru: 'железнодорожная эстакада' },
]

const TRANSFERS: readonly [InThree, ...InThree[]] = [
  { uk: 'Віртуальна торгова точка', en: 'Virtual trading point', ru: 'Виртуальная торговая точка' },
  { uk: 'Точка входу до ГТС', en: 'GTS entry point', ru: 'Точка входа в ГТС' },
  { uk: 'Підземне сховище газу', en: 'Underground gas storage', ru: 'Подземное хранилище газа' },
]

const PAYMENTS: readonly [InThree, ...InThree[]] = [
  { uk: 'Попередня оплата 100 %', en: '100% prepayment', ru: 'Предварительная оплата 100 %' },
  {
    uk: 'Попередня оплата двома рівними частинами',
    en: 'Prepayment in two equal parts',
    ru: 'Предварительная оплата двумя равными частями',
  },
]

const PERIODS: readonly [InThree, ...InThree[]] = [
  { uk: '3 банківські дні', en: '3 banking days', ru: '3 банковских дня' },
  { uk: '5 банківських днів', en: '5 banking days', ru: '5 банковских дней' },
]

/** Texts of a made-up lot: what is sold is shipped in the month after the auction. */
function lotTexts(goods: Goods, startsAt: number, random: Random): Record<Language, LotTexts> {
  const plant = random.pick(PLANTS)
  const loading = random.pick(LOADINGS)
  const transfer = random.pick(TRANSFERS)
  const payment = random.pick(PAYMENTS)
  const period = random.pick(PERIODS)
  const month = new Date(startsAt)
  month.setUTCDate(15)
  month.setUTCMonth(month.getUTCMonth() + 1)
  const write = (language: Language): LotTexts => {
    const shared = {
      payment_terms: payment[language],
      payment_period: period[language],
      shipment_period: monthName(month, language),
    }
    if (goods === 'gas_condensate') {
      return { ...shared, ...condensate(language, plant[language], loading[language]) }
    }
    const resource = {
      uk: `Природний газ, ресурс: ${shared.shipment_period}`,
      en: `Natural gas, ${shared.shipment_period} resource`,
      ru: `Природный газ, ресурс: ${shared.shipment_period}`,
    }[language]
    return { ...shared, title: resource, resource: shared.shipment_period, transfer_point: transfer[language] }
  }
  return { uk: write('uk'), en: write('en'), ru: write('ru') }
}

function condensate(
  language: Language,
  plant: string,
  loading: string,
): Pick<LotTexts, 'title' | 'resource' | 'transfer_point'> {
  switch (language) {
    case 'uk':
      return {
        title: `Конденсат газовий стабільний, УКПГ ${plant}`,
        resource: `УКПГ ${plant}`,
        transfer_point: `УКПГ ${plant}, ${loading}`,
      }
    case 'en':
      return {
        title: `Stable gas condensate, ${plant} plant`,
        resource: `${plant} plant`,
        transfer_point: `${plant} plant, ${loading}`,
      }
    case 'ru':
      return {
        title: `Конденсат газовый стабильный, УКПГ ${plant}`,
        resource: `УКПГ ${plant}`,
        transfer_point: `УКПГ ${plant}, ${loading}`,
      }
    default:
      return language satisfies never
  }
}

function monthName(month: Date, language: Language): string {
  return new Intl.DateTimeFormat(TAGS[language], { month: 'long', year: 'numeric', timeZone: 'UTC' })
    .format(month)
    .replace(/\u00A0?\s?р\.$|\s?г\.$/, '')
}

export type Goods = 'gas_condensate' | 'natural_gas'

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
