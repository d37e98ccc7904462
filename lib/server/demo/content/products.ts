import type { InThree } from './write-blocks'

export interface DemoProduct {
  /** 1 condensate, 2 gas; null for what is sold by order only. */
  category: 1 | 2 | null
  picture: string
  minimum: string
  name: InThree
  summary: InThree
  unit: InThree
  facts: readonly (readonly [name: InThree, value: InThree])[]
}

const TONNE: InThree = ['т', 't', 'т']
const TRANSFER: InThree = ['Передача', 'Transfer', 'Передача']

export const DEMO_PRODUCTS: readonly DemoProduct[] = [
  {
    category: 1,
    picture: 'tanks',
    minimum: '20.000',
    name: ['Газовий конденсат стабільний', 'Stable gas condensate', 'Газовый конденсат стабильный'],
    summary: [
      'Невеликі партії поза торгами, коли в товарному парку є вільний обсяг. Ціна — за середнім результатом останнього аукціону.',
      'Small batches outside auctions, when the tank farm has free volume. The price follows the average of the latest auction.',
      'Небольшие партии вне торгов, когда в товарном парке есть свободный объём. Цена — по среднему результату последнего аукциона.',
    ],
    unit: TONNE,
    facts: [
      [
        ['Густина за 20 °C', 'Density at 20 °C', 'Плотность при 20 °C'],
        ['742–758 кг/м³', '742–758 kg/m³', '742–758 кг/м³'],
      ],
      [
        ['Масова частка сірки', 'Sulphur, by mass', 'Массовая доля серы'],
        ['не більше 0,02 %', '0.02 % at most', 'не более 0,02 %'],
      ],
      [
        TRANSFER,
        [
          'Наливна естакада ГПЗ, авто та залізниця',
          'Loading rack of the plant, road and rail',
          'Наливная эстакада ГПЗ, авто и железная дорога',
        ],
      ],
    ],
  },
  {
    category: 2,
    picture: 'pipeline',
    minimum: '50.000',
    name: ['Природний газ', 'Natural gas', 'Природный газ'],
    summary: [
      'Ресурс поточного місяця або газ у сховищі для промислових споживачів і постачальників із діючим EIC-кодом.',
      'Gas of the current month or in storage, for industrial consumers and suppliers with a valid EIC code.',
      'Ресурс текущего месяца или газ в хранилище для промышленных потребителей и поставщиков с действующим EIC-кодом.',
    ],
    unit: ['тис. м³', 'thousand m³', 'тыс. м³'],
    facts: [
      [
        ['Вища теплота згоряння', 'Gross calorific value', 'Высшая теплота сгорания'],
        ['36,20–38,30 МДж/м³', '36.20–38.30 MJ/m³', '36,20–38,30 МДж/м³'],
      ],
      [
        ['Метан', 'Methane', 'Метан'],
        ['не менше 90 % мол.', '90 mol % at least', 'не менее 90 % мол.'],
      ],
      [
        TRANSFER,
        ['Віртуальна торгова точка або ПСГ', 'Virtual trading point or storage', 'Виртуальная торговая точка или ПХГ'],
      ],
    ],
  },
  {
    category: null,
    picture: 'wellhead',
    minimum: '10.000',
    name: ['Пропан-бутан технічний', 'Technical propane-butane', 'Пропан-бутан технический'],
    summary: [
      'Супутній продукт установки підготовки газу. Відвантажується автоцистернами за попередньою заявкою.',
      'A by-product of gas treatment. Loaded into road tankers on a request made ahead.',
      'Сопутствующий продукт установки подготовки газа. Отгружается автоцистернами по предварительной заявке.',
    ],
    unit: TONNE,
    facts: [
      [
        ['Сума пропану та бутанів', 'Propane and butanes', 'Сумма пропана и бутанов'],
        ['не менше 95 % мас.', '95 % by mass at least', 'не менее 95 % масс.'],
      ],
      [TRANSFER, ['Автоналив, пн–пт 08:00–17:00', 'Road loading, Mon–Fri 08:00–17:00', 'Автоналив, пн–пт 08:00–17:00']],
    ],
  },
  {
    category: null,
    picture: 'molecule',
    minimum: '5.000',
    name: ['Сірка гранульована', 'Granulated sulphur', 'Сера гранулированная'],
    summary: [
      'Побічний продукт очищення газу для виробників добрив. Фасування в біг-беги по 1 тонні.',
      'A by-product of gas cleaning for makers of fertilisers, in big bags of 1 tonne.',
      'Побочный продукт очистки газа для производителей удобрений. Фасовка в биг-бэги по 1 тонне.',
    ],
    unit: TONNE,
    facts: [
      [
        ['Масова частка сірки', 'Sulphur, by mass', 'Массовая доля серы'],
        ['не менше 99,5 %', '99.5 % at least', 'не менее 99,5 %'],
      ],
      [
        ['Пакування', 'Packing', 'Упаковка'],
        ['біг-бег 1 т', 'big bag, 1 t', 'биг-бэг 1 т'],
      ],
    ],
  },
]
