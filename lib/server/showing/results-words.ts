import type { Language } from '@/lib/contract/primitives'

/** What the file of results says beside its figures. */
export interface ResultsWords {
  title: string
  number: string
  name: string
  product: string
  held: string
  completed: string
  offered: string
  sold: string
  unit: string
  startingPrice: string
  averagePrice: string
  finalPrice: string
  priceUnit: string
  participants: string
  winners: string
  /** `{count}` rows stand in the file. */
  truncated: string
}

export const resultsWords: Record<Language, ResultsWords> = {
  uk: {
    title: 'Результати аукціонів',
    number: 'Аукціон №',
    name: 'Лот',
    product: 'Продукт',
    held: 'Торги розпочато',
    completed: 'Аукціон завершено',
    offered: 'Обсяг лота',
    sold: 'Продано',
    unit: 'Одиниця',
    startingPrice: 'Стартова ціна',
    averagePrice: 'Середня ціна продажу',
    finalPrice: 'Найвища ціна',
    priceUnit: 'Одиниця ціни',
    participants: 'Учасники',
    winners: 'Переможці',
    truncated: 'Наведено {count} останніх аукціонів. Щоб отримати решту, оберіть продукт або рік.',
  },
  en: {
    title: 'Auction results',
    number: 'Auction No.',
    name: 'Lot',
    product: 'Product',
    held: 'Bidding started',
    completed: 'Auction completed',
    offered: 'Lot volume',
    sold: 'Sold',
    unit: 'Unit',
    startingPrice: 'Starting price',
    averagePrice: 'Average sale price',
    finalPrice: 'Highest price',
    priceUnit: 'Price unit',
    participants: 'Participants',
    winners: 'Winners',
    truncated: 'The newest {count} auctions are listed. Choose a product or a year to get the rest.',
  },
  ru: {
    title: 'Результаты аукционов',
    number: 'Аукцион №',
    name: 'Лот',
    product: 'Продукт',
    held: 'Торги начаты',
    completed: 'Аукцион завершён',
    offered: 'Объём лота',
    sold: 'Продано',
    unit: 'Единица',
    startingPrice: 'Стартовая цена',
    averagePrice: 'Средняя цена продажи',
    finalPrice: 'Наивысшая цена',
    priceUnit: 'Единица цены',
    participants: 'Участники',
    winners: 'Победители',
    truncated: 'Приведены {count} последних аукционов. Чтобы получить остальные, выберите продукт или год.',
  },
}
