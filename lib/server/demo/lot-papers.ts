import type { Payload } from 'payload'
import type { Content } from 'pdfmake/interfaces'
import type { Language } from '@/lib/contract/primitives'
import type { Auction } from '@/lib/server/cms/payload-types'
import { printPdf } from './papers'
import type { Goods } from './lots'

type LotPaper = NonNullable<Auction['documents']>[number]
type InThree = Record<Language, string>

interface Paper {
  kind: LotPaper['kind']
  title: InThree
  content: readonly Content[]
}

const LANGUAGES = ['uk', 'en', 'ru'] as const

const table = (head: readonly string[], rows: readonly (readonly string[])[]): Content => ({
  table: {
    headerRows: 1,
    widths: head.map((_, index) => (index === 0 ? '*' : 130)),
    body: [head.map((text) => ({ text, bold: true })), ...rows.map((row) => [...row])],
  },
  layout: 'lightHorizontalLines',
  margin: [0, 6, 0, 14],
})

const CLAUSES = [
  '1. Продавець передає у власність Покупця товар, а Покупець приймає й оплачує його за ціною, що склалася на аукціоні.',
  '2. Обсяг, ціна та загальна вартість із податком на додану вартість визначаються протоколом аукціону.',
  '3. Покупець сплачує вартість на рахунок Продавця у строк, наведений в умовах лота.',
  '4. Право власності й ризики переходять до Покупця в пункті передачі з підписанням акта приймання-передачі.',
  '5. За прострочення оплати Покупець сплачує пеню в розмірі подвійної облікової ставки НБУ.',
  '6. Спори розв’язують переговорами, а якщо згоди не досягнуто — у господарському суді за місцем розташування Продавця.',
]

const PAPERS: Record<Goods, readonly Paper[]> = {
  gas_condensate: [
    agreement('Проєкт договору купівлі-продажу газового конденсату', 'gas condensate', 'газового конденсата'),
    {
      kind: 'quality_certificate',
      title: {
        uk: 'Сертифікат якості газового конденсату',
        en: 'Quality certificate: gas condensate',
        ru: 'Сертификат качества газового конденсата',
      },
      content: [
        table(
          ['Показник', 'Норма', 'Результат'],
          [
            ['Густина за 20 °C, кг/м³', 'до 760', '742,6'],
            ['Масова частка сірки, %', 'до 0,05', '0,018'],
            ['Масова частка води, %', 'до 0,10', '0,03'],
            ['Тиск насиченої пари, кПа', 'до 66,7', '61,0'],
          ],
        ),
      ],
    },
    schedule('Графік поставки газового конденсату', 'gas condensate', 'газового конденсата', 'т'),
  ],
  natural_gas: [
    agreement('Проєкт договору купівлі-продажу природного газу', 'natural gas', 'природного газа'),
    {
      kind: 'quality_certificate',
      title: {
        uk: 'Сертифікат якості природного газу',
        en: 'Quality certificate: natural gas',
        ru: 'Сертификат качества природного газа',
      },
      content: [
        table(
          ['Показник', 'Норма', 'Результат'],
          [
            ['Вміст метану, % мол.', 'не менше 90', '95,4'],
            ['Вища теплота згоряння, кВт·год/м³', '10,06–12,28', '10,87'],
            ['Точка роси за вологою, °C', 'до −8', '−14,2'],
            ['Вміст сірководню, г/м³', 'до 0,006', '0,001'],
          ],
        ),
      ],
    },
    schedule('Графік поставки природного газу', 'natural gas', 'природного газа', 'тис. м³'),
  ],
}

function agreement(uk: string, en: string, ru: string): Paper {
  return {
    kind: 'draft_agreement',
    title: { uk, en: `Draft sale agreement: ${en}`, ru: `Проект договора купли-продажи ${ru}` },
    content: CLAUSES.map((text) => ({ text, margin: [0, 0, 0, 8] as [number, number, number, number] })),
  }
}

function schedule(uk: string, en: string, ru: string, unit: string): Paper {
  return {
    kind: 'delivery_schedule',
    title: { uk, en: `Delivery schedule: ${en}`, ru: `График поставки ${ru}` },
    content: [
      { text: 'Частка обсягу переможця за декадами місяця відвантаження.' },
      table(
        ['Декада', `Частка обсягу, ${unit}`],
        [
          ['1–10 число', '30 %'],
          ['11–20 число', '40 %'],
          ['21 число – кінець місяця', '30 %'],
        ],
      ),
    ],
  }
}

/** The papers that lots of a product carry: printed once, and taken from the media library after that. */
export async function lotPapersOf(cms: Payload, goods: Goods): Promise<LotPaper[]> {
  const papers: LotPaper[] = []
  for (const paper of PAPERS[goods]) {
    const { docs } = await cms.find({
      collection: 'media',
      locale: 'uk',
      where: { alt: { equals: paper.title.uk } },
      limit: 1,
      depth: 0,
    })
    papers.push({ kind: paper.kind, language: 'uk', file: docs[0]?.id ?? (await keepPaper(cms, paper)) })
  }
  return papers
}

async function keepPaper(cms: Payload, { kind, title, content }: Paper): Promise<number> {
  const pdf = Buffer.from(
    await printPdf({
      info: { title: title.uk },
      defaultStyle: { fontSize: 10.5, lineHeight: 1.25 },
      content: [
        { text: title.uk, fontSize: 18, bold: true, margin: [0, 0, 0, 14] },
        ...content,
        {
          text: 'Документ вигаданої компанії для демонстрації порталу; юридичної сили не має.',
          color: '#5a6570',
          fontSize: 9,
          margin: [0, 20, 0, 0],
        },
      ],
    }),
  )
  const file = { data: pdf, name: `${kind}.pdf`, mimetype: 'application/pdf', size: pdf.length }
  const { id } = await cms.create({ collection: 'media', locale: 'uk', depth: 0, data: { alt: title.uk }, file })
  for (const locale of LANGUAGES)
    if (locale !== 'uk') await cms.update({ collection: 'media', id, locale, depth: 0, data: { alt: title[locale] } })
  return id
}
