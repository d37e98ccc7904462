import type { Payload } from 'payload'
import * as z from 'zod'
import { LOCALES } from '@/lib/config/constants'
import { printPdf } from '@/lib/server/demo/papers'
import { category, readJson, typesetInThree, words } from './read-content'

const demoCertificate = z.strictObject({
  category,
  number: words,
  title: typesetInThree,
  /** Before the demo is made; `valid_days` after the issue, null without an end. */
  days_ago: z.int().nonnegative(),
  valid_days: z.int().positive().nullable(),
  /** Printed in Ukrainian, as the laboratory does. */
  measured: z.array(z.strictObject({ parameter: words, value: words })),
})
type DemoCertificate = z.infer<typeof demoCertificate>

const DAY = 24 * 60 * 60 * 1000

/** Certificates with papers of their own, some of them out of force by now. `now`: epoch milliseconds. */
export async function seedCertificates(cms: Payload, now: number): Promise<void> {
  for (const certificate of await readJson('certificates', z.array(demoCertificate)))
    await seedCertificate(cms, certificate, now)
}

async function seedCertificate(cms: Payload, certificate: DemoCertificate, now: number): Promise<void> {
  const { title, category, days_ago, valid_days } = certificate
  const { totalDocs } = await cms.count({
    collection: 'certificates',
    locale: 'uk',
    where: { title: { equals: title.uk } },
  })
  if (totalDocs > 0) return
  const issued = now - days_ago * DAY
  const file = await seedPaper(cms, certificate, issued)
  const data = {
    title: title.uk,
    category,
    file,
    issued_on: dayOf(issued),
    valid_until: valid_days === null ? null : dayOf(issued + valid_days * DAY),
  }
  const { id } = await cms.create({ collection: 'certificates', locale: 'uk', depth: 0, data })
  for (const locale of LOCALES) {
    if (locale !== 'uk')
      await cms.update({ collection: 'certificates', id, locale, depth: 0, data: { title: title[locale] } })
  }
}

async function seedPaper(cms: Payload, { title, number, measured }: DemoCertificate, issued: number): Promise<number> {
  const pdf = Buffer.from(
    await printPdf({
      info: { title: title.uk },
      defaultStyle: { fontSize: 10.5, lineHeight: 1.25 },
      content: [
        { text: 'Випробувальна лабораторія «Горизонт» (демонстраційна)', color: '#5a6570', margin: [0, 0, 0, 18] },
        { text: title.uk, fontSize: 18, bold: true, margin: [0, 0, 0, 6] },
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
              ...measured.map(({ parameter, value }) => [parameter, value]),
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
  const { id } = await cms.create({ collection: 'media', locale: 'uk', depth: 0, data: { alt: title.uk }, file })
  for (const locale of LOCALES)
    if (locale !== 'uk') await cms.update({ collection: 'media', id, locale, depth: 0, data: { alt: title[locale] } })
  return id
}

/** Noon of the day in Kyiv, as the day's picker keeps it. */
function dayOf(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 10)}T10:00:00.000Z`
}
