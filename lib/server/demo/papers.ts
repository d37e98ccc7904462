import type { DemoCompany } from '@/lib/server/demo/companies'
import { printPdf } from '@/lib/server/demo/print-pdf'

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
  return printPdf({
    info: { title: PAPERS[kind] },
    content: [
      { text: PAPERS[kind], fontSize: 18, bold: true, margin: [0, 0, 0, 16] },
      { text: company.company_name, fontSize: 12, margin: [0, 0, 0, 8] },
      { text: `Код ЄДРПОУ ${company.edrpou}` },
      { text: `IBAN ${company.iban}` },
      { text: `EIC ${company.eic}` },
      { text: `Керівник: ${company.surname} ${company.name} ${company.patronymic}`, margin: [0, 8, 0, 24] },
      { text: 'Документ вигаданої компанії для демонстрації порталу; юридичної сили не має.', color: '#5a6570', fontSize: 9 },
    ],
  })
}
