import type { Payload } from 'payload'
import { DEMO_CERTIFICATES, type DemoCertificate } from '@/lib/server/demo/content/certificates'
import { LANGUAGES, said } from './write-blocks'
import { printPdf } from '@/lib/server/demo/papers'

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
