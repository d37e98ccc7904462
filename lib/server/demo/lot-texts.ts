import type { Goods } from '@/lib/server/demo/market'
import type { Random } from '@/lib/server/demo/random'

export type Language = 'uk' | 'en' | 'ru'

/** A lot's texts, under the names of the back office's fields. */
export interface LotTexts {
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
  { uk: '100 % передоплата', en: '100% prepayment', ru: '100 % предоплата' },
  { uk: 'Передоплата двома рівними частинами', en: 'Prepayment in two equal parts', ru: 'Предоплата двумя равными частями' },
]

const PERIODS: readonly [InThree, ...InThree[]] = [
  { uk: '3 банківські дні', en: '3 banking days', ru: '3 банковских дня' },
  { uk: '5 банківських днів', en: '5 banking days', ru: '5 банковских дней' },
]

/** Texts of a made-up lot: what is sold is shipped in the month after the auction. */
export function lotTexts(goods: Goods, startsAt: number, random: Random): Record<Language, LotTexts> {
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
    const resource = { uk: `Природний газ, ресурс: ${shared.shipment_period}`, en: `Natural gas, ${shared.shipment_period} resource`, ru: `Природный газ, ресурс: ${shared.shipment_period}` }[language]
    return { ...shared, title: resource, resource: shared.shipment_period, transfer_point: transfer[language] }
  }
  return { uk: write('uk'), en: write('en'), ru: write('ru') }
}

function condensate(language: Language, plant: string, loading: string): Pick<LotTexts, 'title' | 'resource' | 'transfer_point'> {
  switch (language) {
    case 'uk':
      return { title: `Конденсат газовий стабільний, УКПГ ${plant}`, resource: `УКПГ ${plant}`, transfer_point: `УКПГ ${plant}, ${loading}` }
    case 'en':
      return { title: `Stable gas condensate, ${plant} plant`, resource: `${plant} plant`, transfer_point: `${plant} plant, ${loading}` }
    case 'ru':
      return { title: `Конденсат газовый стабильный, УКПГ ${plant}`, resource: `УКПГ ${plant}`, transfer_point: `УКПГ ${plant}, ${loading}` }
    default:
      return language satisfies never
  }
}

function monthName(month: Date, language: Language): string {
  return new Intl.DateTimeFormat(TAGS[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(month).replace(/\u00A0?\s?р\.$|\s?г\.$/, '')
}
