import type { Language } from '@/lib/contract/primitives'
import { formatSum, type Sum } from '@/lib/domain/money'
import type { Day } from '@/lib/domain/payment-plan'
import type { Reconciliation } from '@/lib/domain/reconciliation'
import { amountInWords } from '@/lib/server/printing/amount-in-words'
import { printedParty } from '@/lib/server/printing/issuer'
import { csvDialect, csvOf, type Column, workbookOf } from '@/lib/server/platform/tables'
import { type AgreementDetails, documentFormats, documentOf } from './details'

export interface PrintedReconciliation {
  details: AgreementDetails
  period: { from: Day; until: Day }
  account: Reconciliation
}

interface Line {
  on: Day | null
  text: string
  debit: Sum
  credit: Sum
}

/** The rows between the balances; a balance stands on the side of the one who owes it. */
function linesOf({ period, account }: PrintedReconciliation, lang: Language): Line[] {
  const { t } = documentFormats(lang)
  const balance = (on: Day, text: string, sum: Sum): Line => ({
    ...{ on, text },
    debit: sum > 0n ? sum : 0n,
    credit: sum < 0n ? -sum : 0n,
  })
  return [
    balance(period.from, t('reconciliation.opening'), account.opening),
    ...account.rows.map(({ kind, on, number, debit, credit }) => ({
      ...{ on, debit, credit },
      text: t(`reconciliation.kinds.${kind}`, { number: number ?? 'none' }),
    })),
    { on: null, text: t('reconciliation.turnover'), debit: account.debit, credit: account.credit },
    balance(period.until, t('reconciliation.closing'), account.closing),
  ]
}

export function reconciliationDocument(printed: PrintedReconciliation, lang: Language, printedAt: Date) {
  const { details, period, account } = printed
  const { t, figure, money, day } = documentFormats(lang)
  const owed = account.closing < 0n ? -account.closing : account.closing
  const side = account.closing === 0n ? 'none' : account.closing > 0n ? 'buyer' : 'seller'
  const shown = (sum: Sum) => (sum === 0n ? '' : figure(sum))
  const heading = { title: t('reconciliation.title'), subtitle: subjectOf(printed, lang) }
  return documentOf({ ...heading, lang, author: details.seller.name, printedAt }, [
    { kind: 'text', text: t('reconciliation.text') },
    {
      kind: 'table',
      columns: [
        { head: t('reconciliation.day'), width: 100, wrap: true },
        { head: t('reconciliation.row'), wrap: true },
        { head: t('reconciliation.debit'), width: 100, right: true, wrap: true },
        { head: t('reconciliation.credit'), width: 100, right: true, wrap: true },
      ],
    },
    {
      kind: 'rows',
      rows: linesOf(printed, lang).map(({ on, text, debit, credit }) => [
        on === null ? '' : day(on),
        text,
        shown(debit),
        shown(credit),
      ]),
      keep: 350,
    },
    { kind: 'text', text: t(`reconciliation.standing.${side}`, { day: day(period.until) }) },
    {
      kind: 'details',
      rows: [
        [t('reconciliation.balance'), money(owed)],
        [t('document.inWords'), amountInWords(formatSum(owed), lang)],
      ],
    },
    { kind: 'heading', text: t('paper.parties'), keep: 290 },
    {
      kind: 'parties',
      parties: [printedParty(t('paper.seller'), details.seller, t), printedParty(t('paper.buyer'), details.buyer, t)],
    },
  ])
}

/** The same as a table for spreadsheets. */
export async function reconciliationTable(
  printed: PrintedReconciliation,
  lang: Language,
  format: 'csv' | 'xlsx',
): Promise<Uint8Array<ArrayBuffer>> {
  const { t } = documentFormats(lang)
  const columns: Column<Line>[] = [
    {
      heading: t('reconciliation.day'),
      width: 14,
      kind: 'day',
      value: ({ on }) => (on === null ? null : `${on}T12:00:00Z`),
    },
    { heading: t('reconciliation.row'), width: 52, value: ({ text }) => text },
    { heading: t('reconciliation.debit'), width: 22, kind: 'decimal', value: ({ debit }) => formatSum(debit) },
    { heading: t('reconciliation.credit'), width: 22, kind: 'decimal', value: ({ credit }) => formatSum(credit) },
  ]
  const rows = linesOf(printed, lang)
  const remark = `${t('reconciliation.title')} ${subjectOf(printed, lang)}`
  if (format === 'csv') return new TextEncoder().encode(csvOf({ columns, rows, remark }, csvDialect(lang)))
  return new Uint8Array(await workbookOf({ title: t('reconciliation.title'), columns, rows, remark }))
}

function subjectOf({ details, period }: PrintedReconciliation, lang: Language): string {
  const { t, day } = documentFormats(lang)
  return t('reconciliation.subtitle', {
    number: details.number,
    day: day(details.madeOn),
    from: day(period.from),
    until: day(period.until),
  })
}
