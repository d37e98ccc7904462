import { numberSign } from '@/lib/i18n/formats'
import type { InThree } from './write-blocks'

export interface DemoCertificate {
  category: 1 | 2
  /** Days before the demo is made; `validDays` after the issue, null without an end. */
  daysAgo: number
  validDays: number | null
  title: InThree
  number: string
  /** Parameter and measured value, printed in Ukrainian as the laboratory does. */
  measured: readonly (readonly [parameter: string, value: string])[]
}

const GAS = [
  ['Метан, мол. %', '93,82'],
  ['Етан, мол. %', '3,11'],
  ['Пропан, мол. %', '0,88'],
  ['Азот, мол. %', '1,19'],
  ['Діоксид вуглецю, мол. %', '0,41'],
  ['Вища теплота згоряння, МДж/м³', '37,64'],
  ['Точка роси за вологою, °C', '−12,4'],
] as const
const CONDENSATE = [
  ['Густина за 20 °C, кг/м³', '749,6'],
  ['Тиск насичених парів, кПа', '56,2'],
  ['Масова частка сірки, %', '0,014'],
  ['Масова частка води, %', 'сліди'],
  ['Концентрація хлористих солей, мг/дм³', '3,1'],
  ['Початок кипіння, °C', '41'],
] as const

const ofGas: InThree = [
  'Протокол випробувань природного газу',
  'Test report: natural gas',
  'Протокол испытаний природного газа',
]
const ofCondensate: InThree = [
  'Протокол випробувань газового конденсату',
  'Test report: gas condensate',
  'Протокол испытаний газового конденсата',
]

function numbered(title: InThree, number: string): InThree {
  const [uk, en, ru] = title
  return [`${uk} ${numberSign(number, 'uk')}`, `${en} ${numberSign(number, 'en')}`, `${ru} ${numberSign(number, 'ru')}`]
}

export const DEMO_CERTIFICATES: readonly DemoCertificate[] = [
  { category: 2, daysAgo: 20, validDays: 92, number: 'Г-118', title: numbered(ofGas, 'Г-118'), measured: GAS },
  {
    category: 1,
    daysAgo: 18,
    validDays: 92,
    number: 'К-204',
    title: numbered(ofCondensate, 'К-204'),
    measured: CONDENSATE,
  },
  {
    category: 1,
    daysAgo: 240,
    validDays: null,
    number: 'ТУ-19',
    title: [
      'Технічні умови на конденсат стабільний',
      'Technical specifications: stable condensate',
      'Технические условия на конденсат стабильный',
    ],
    measured: CONDENSATE.slice(0, 4),
  },
  { category: 2, daysAgo: 130, validDays: 92, number: 'Г-102', title: numbered(ofGas, 'Г-102'), measured: GAS },
  {
    category: 1,
    daysAgo: 128,
    validDays: 92,
    number: 'К-181',
    title: numbered(ofCondensate, 'К-181'),
    measured: CONDENSATE,
  },
]
