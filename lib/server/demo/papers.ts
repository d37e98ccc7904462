import { createRequire } from 'node:module'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { DemoCompany } from './companies'

/** Prints a small paper of the demo; fonts come with the package, and nothing else is read. */
export async function printPdf(definition: TDocumentDefinitions): Promise<Uint8Array<ArrayBuffer>> {
  const { default: pdfmake } = await import('pdfmake')
  const fonts = createRequire(import.meta.url)('pdfmake/fonts/Roboto') as { Roboto: Record<string, string> }
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => Object.values(fonts.Roboto).includes(path))
  pdfmake.setFonts(fonts)
  return new Uint8Array(await pdfmake.createPdf(definition).getBuffer())
}

export const PAPERS = {
  register_extract: 'Витяг з Єдиного державного реєстру',
  charter: 'Статут товариства',
  balance_sheet: 'Баланс підприємства',
  licence: 'Ліцензія на постачання природного газу',
  questionnaire: 'Анкета учасника',
} as const

export type PaperKind = keyof typeof PAPERS

/** A small real PDF that says what it is: a paper of a company that does not exist. */
export async function printPaper(kind: PaperKind, company: DemoCompany): Promise<Uint8Array<ArrayBuffer>> {
  return printTitled(PAPERS[kind], [
    { text: company.company_name, fontSize: 12, margin: [0, 0, 0, 8] },
    { text: `Код ЄДРПОУ ${company.edrpou}` },
    { text: `IBAN ${company.iban}` },
    { text: `EIC ${company.eic}` },
    { text: `Керівник: ${company.surname} ${company.name} ${company.patronymic}`, margin: [0, 8, 0, 24] },
  ])
}

/** The letter of a winner that does not want to buy; it names nobody, like the reason that it proves. */
export async function printRefusal(reason: string): Promise<Uint8Array<ArrayBuffer>> {
  return printTitled('Лист про відмову від укладення договору', [{ text: reason, margin: [0, 0, 0, 24] }])
}

async function printTitled(title: string, content: readonly Content[]): Promise<Uint8Array<ArrayBuffer>> {
  return printPdf({
    info: { title },
    content: [
      { text: title, fontSize: 18, bold: true, margin: [0, 0, 0, 16] },
      ...content,
      {
        text: 'Документ вигаданої компанії для демонстрації порталу; юридичної сили не має.',
        color: '#5a6570',
        fontSize: 9,
      },
    ],
  })
}

/** The agreements of completed auctions of the past, at once, each in force for sixty days. */
export async function makePastAgreements(pool: Pool): Promise<void> {
  await pool.query(`
    with due as (
      select result.auction_id, result.completed_at, auction.number, item.*, bidder.account_id
      from portal.auction_results result
      join cms.auctions auction on auction.id = result.auction_id
      cross join lateral jsonb_to_recordset(result.agreements) item (participant integer, quantity text, price text, sum text)
      join portal.application_decisions decision
        on decision.auction_id = result.auction_id and decision.participant = item.participant and decision.kind = 'confirmed'
      join portal.applications bidder on bidder.id = decision.application_id
      where not exists (select from portal.agreements_made made where made.auction_id = result.auction_id)
    ), made as (
      insert into cms.agreements (number, company_id, auction_id, quantity, price, sum, deposit, starts_on, ends_on, created_at, updated_at)
      select number || '/' || participant, account_id, auction_id, quantity, price, sum,
        round(sum::numeric * 0.03, 2)::text, completed_at::date, (completed_at + interval '60 days')::date,
        completed_at, completed_at
      from due
      returning id, number, auction_id
    ), worded as (
      insert into cms.agreements_locales (_parent_id, _locale, name, product)
      select made.id, text._locale,
        case text._locale when 'uk' then 'Договір купівлі-продажу № ' when 'en' then 'Sale agreement No. ' else 'Договор купли-продажи № ' end || made.number,
        text.title
      from made join cms.auctions_locales text on text._parent_id = made.auction_id
    )
    insert into portal.agreements_made (auction_id, at) select distinct auction_id, completed_at from due`)
}
