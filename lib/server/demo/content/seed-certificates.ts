import type { Payload } from 'payload'
import { LANGUAGES, said, type InThree } from './write-blocks'
import { printPdf } from '@/lib/server/demo/papers'
import { numberSign } from '@/lib/i18n/formats'

interface DemoCertificate {
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

const DEMO_CERTIFICATES: readonly DemoCertificate[] = [
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

const DAY = 24 * 60 * 60 * 1000

/** Certificates with papers of their own, some of them out of force by now. `now`: epoch milliseconds. */
export async function seedCertificates(cms: Payload, now: number): Promise<void> {
  for (const certificate of DEMO_CERTIFICATES) await seedCertificate(cms, certificate, now)
}

async function seedCertificate(cms: Payload, certificate: DemoCertificate, now: number): Promise<void> {
  const { title, category, daysAgo, validDays } = certificate
  const { totalDocs } = await cms.count({
    collection: 'certificates',
    locale: 'uk',
    where: { title: { equals: title[0] } },
  })
  if (totalDocs > 0) return
  const issued = now - daysAgo * DAY
  const file = await seedPaper(cms, certificate, issued)
  const data = {
    title: title[0],
    category,
    file,
    issued_on: dayOf(issued),
    valid_until: validDays === null ? null : dayOf(issued + validDays * DAY),
  }
  const { id } = await cms.create({ collection: 'certificates', locale: 'uk', depth: 0, data })
  for (const locale of LANGUAGES) {
    if (locale !== 'uk')
      await cms.update({ collection: 'certificates', id, locale, depth: 0, data: { title: said(title, locale) } })
  }
}

async function seedPaper(cms: Payload, { title, number, measured }: DemoCertificate, issued: number): Promise<number> {
  const pdf = Buffer.from(
    await printPdf({
      info: { title: title[0] },
      defaultStyle: { fontSize: 10.5, lineHeight: 1.25 },
      content: [
        { text: 'Випробувальна лабораторія «Горизонт» (демонстраційна)', color: '#5a6570', margin: [0, 0, 0, 18] },
        { text: title[0], fontSize: 18, bold: true, margin: [0, 0, 0, 6] },
        {
          text: `Реєстраційний номер ${number}, дата видачі ${dayOf(issued).slice(0, 10).split('-').reverse().join('.')}`,
          margin: [0, 0, 0, 18],
        },
        {
          table: {
            headerRows: 1,
            widths: ['*', 140],
            body: [
              [
                { text: 'Показник', bold: true },
                { text: 'Результат', bold: true },
              ],
              ...measured.map(([name, value]) => [name, value]),
            ],
          },
          layout: 'lightHorizontalLines',
        },
        {
          text: 'Документ вигаданої лабораторії для демонстрації порталу; юридичної сили не має.',
          color: '#5a6570',
          fontSize: 9,
          margin: [0, 28, 0, 0],
        },
      ],
    }),
  )
  const file = { data: pdf, name: `${number}.pdf`, mimetype: 'application/pdf', size: pdf.length }
  const { id } = await cms.create({ collection: 'media', locale: 'uk', depth: 0, data: { alt: title[0] }, file })
  for (const locale of LANGUAGES)
    if (locale !== 'uk')
      await cms.update({ collection: 'media', id, locale, depth: 0, data: { alt: said(title, locale) } })
  return id
}

/** Noon of the day in Kyiv, as the day's picker keeps it. */
function dayOf(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 10)}T10:00:00.000Z`
}
