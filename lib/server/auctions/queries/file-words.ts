import type { AuctionState } from '@/lib/contract/auctions'
import type { Language } from '@/lib/contract/primitives'
import type { Application } from '@/lib/contract/bids'

/** What the files of a buyer's own auctions and bids say beside their figures. */
export interface OwnWords {
  auctions: string
  bids: string
  number: string
  name: string
  product: string
  state: string
  start: string
  end: string
  applied: string
  application: string
  reason: string
  participant: string
  preliminaryPrice: string
  preliminaryQuantity: string
  lastPrice: string
  lastQuantity: string
  rank: string
  won: string
  unit: string
  sum: string
  sequence: string
  received: string
  price: string
  quantity: string
  kind: string
  preliminary: string
  final: string
  ordinary: string
  states: Record<AuctionState, string>
  applications: Record<Application['status'], string>
  /** `{count}` rows stand in the file. */
  truncated: string
}

export const ownFileWords: Record<Language, OwnWords> = {
  uk: {
    auctions: 'Мої аукціони',
    bids: 'Мої ставки',
    number: 'Аукціон №',
    name: 'Лот',
    product: 'Продукт',
    state: 'Стан аукціону',
    start: 'Початок торгів',
    end: 'Завершення торгів',
    applied: 'Заявку подано',
    application: 'Стан заявки',
    reason: 'Причина відхилення',
    participant: 'Учасник №',
    preliminaryPrice: 'Ціна попередньої ставки',
    preliminaryQuantity: 'Обсяг попередньої ставки',
    lastPrice: 'Ціна останньої ставки',
    lastQuantity: 'Обсяг останньої ставки',
    rank: 'Місце',
    won: 'Виграний обсяг',
    unit: 'Одиниця',
    sum: 'Сума з ПДВ, грн',
    sequence: 'Ставка №',
    received: 'Отримано',
    price: 'Ціна з ПДВ, грн',
    quantity: 'Обсяг',
    kind: 'Вид ставки',
    preliminary: 'попередня',
    final: 'остаточна',
    ordinary: 'звичайна',
    states: {
      planned: 'заплановано',
      running: 'триває',
      closing: 'записуємо останні ставки',
      selection: 'визначення переможців',
      completed: 'завершено',
      cancelled: 'скасовано',
      unsuccessful: 'не відбувся',
    },
    applications: {
      submitted: 'подано',
      awaiting_confirmation: 'чекає підтвердження',
      confirmed: 'підтверджено',
      rejected: 'відхилено',
      withdrawn: 'відкликано',
    },
    truncated: 'Наведено {count} найновіших рядків. Решту дасть копія всіх ваших даних у розділі «Особисті дані».',
  },
  en: {
    auctions: 'My auctions',
    bids: 'My bids',
    number: 'Auction No.',
    name: 'Lot',
    product: 'Product',
    state: 'Auction status',
    start: 'Bidding starts',
    end: 'Bidding ends',
    applied: 'Applied',
    application: 'Application status',
    reason: 'Reason for rejection',
    participant: 'Participant No.',
    preliminaryPrice: 'Preliminary bid, price',
    preliminaryQuantity: 'Preliminary bid, quantity',
    lastPrice: 'Last bid, price',
    lastQuantity: 'Last bid, quantity',
    rank: 'Rank',
    won: 'Quantity won',
    unit: 'Unit',
    sum: 'Total incl. VAT, UAH',
    sequence: 'Bid No.',
    received: 'Received',
    price: 'Price incl. VAT, UAH',
    quantity: 'Quantity',
    kind: 'Bid type',
    preliminary: 'preliminary',
    final: 'final',
    ordinary: 'ordinary',
    states: {
      planned: 'planned',
      running: 'running',
      closing: 'recording the last bids',
      selection: 'selecting winners',
      completed: 'completed',
      cancelled: 'cancelled',
      unsuccessful: 'unsuccessful',
    },
    applications: {
      submitted: 'submitted',
      awaiting_confirmation: 'awaiting confirmation',
      confirmed: 'confirmed',
      rejected: 'rejected',
      withdrawn: 'withdrawn',
    },
    truncated: 'The newest {count} rows are listed. The copy of all your data under “Personal data” has the rest.',
  },
  ru: {
    auctions: 'Мои аукционы',
    bids: 'Мои ставки',
    number: 'Аукцион №',
    name: 'Лот',
    product: 'Продукт',
    state: 'Состояние аукциона',
    start: 'Начало торгов',
    end: 'Завершение торгов',
    applied: 'Заявка подана',
    application: 'Состояние заявки',
    reason: 'Причина отклонения',
    participant: 'Участник №',
    preliminaryPrice: 'Цена предварительной ставки',
    preliminaryQuantity: 'Объём предварительной ставки',
    lastPrice: 'Цена последней ставки',
    lastQuantity: 'Объём последней ставки',
    rank: 'Место',
    won: 'Выигранный объём',
    unit: 'Единица',
    sum: 'Сумма с НДС, грн',
    sequence: 'Ставка №',
    received: 'Получена',
    price: 'Цена с НДС, грн',
    quantity: 'Объём',
    kind: 'Вид ставки',
    preliminary: 'предварительная',
    final: 'окончательная',
    ordinary: 'обычная',
    states: {
      planned: 'запланирован',
      running: 'идёт',
      closing: 'записываем последние ставки',
      selection: 'определение победителей',
      completed: 'завершён',
      cancelled: 'отменён',
      unsuccessful: 'не состоялся',
    },
    applications: {
      submitted: 'подана',
      awaiting_confirmation: 'ожидает подтверждения',
      confirmed: 'подтверждена',
      rejected: 'отклонена',
      withdrawn: 'отозвана',
    },
    truncated:
      'Приведены {count} самых новых строк. Остальное есть в копии всех ваших данных в разделе «Личные данные».',
  },
}
