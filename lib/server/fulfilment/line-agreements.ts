import type { MatchReason, StatementLine } from '@/lib/contract/deposits'
import { formatSum, type Kopecks } from '@/lib/domain/money'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { type LoadedAgreement, loadAgreement } from './open-agreement'
import { invoiceOfReference } from './shapes'

/** Agreements proposed for a line, of which each is read with its facts. */
const MAX_AGREEMENTS = 5

/** What a line of a statement says about the agreement that it pays for. */
interface LineClues {
  kind: 'credit' | 'reversal'
  amount: Kopecks
  booked_on: string
  statement_id: number
  references: readonly number[]
  payerCode: string
  /** That may be an agreement's number. */
  words: readonly string[]
}

interface Row {
  id: number
  number: string
  company: string
  edrpou: string
  /** To which account the agreement is paid. */
  iban: string
  is_missing: boolean
  is_received: boolean
  /** Those of its invoices that references name. */
  invoices: number[]
}

interface Found extends Row {
  named: number[]
  reasons: MatchReason[]
}

/** What a line may be counted for, the best first, and what a person compares. */
interface LineAgreements {
  invoices: StatementLine['invoices']
  payments: StatementLine['payments']
  iban: string
  isMoreThanMissing: boolean
  isMaybeCounted: boolean
}

type Clue = Pick<LineClues, 'kind' | 'references' | 'payerCode' | 'words'>

/** Finds the agreements that lines of statements may pay for (R16.3). */
export function createLineAgreements({ now }: { now: () => number }) {
  return {
    /** Which of each line's references name invoices, and whether the line may pay for an agreement at all. */
    async find(db: Queryable, clues: readonly Clue[]): Promise<{ isMatch: boolean; references: number[] }[]> {
      const rows = await readAgreements(db, clues)
      return clues.map((clue) => {
        const found = matchesOf(clue, rows)
        const named = new Set(found.flatMap((each) => each.named))
        return {
          isMatch: found.length > 0,
          references: clue.references.filter((number) => named.has(invoiceOfReference(number) ?? 0)),
        }
      })
    },

    async read(db: Queryable, lines: readonly LineClues[]): Promise<LineAgreements[]> {
      const rows = await readAgreements(db, lines)
      const found = lines.map((line) => matchesOf(line, rows).slice(0, MAX_AGREEMENTS))
      const agreements = new Map<number, LoadedAgreement>()
      for (const id of new Set(found.flat().map((each) => each.id))) {
        const agreement = await loadAgreement(db, id, { companyId: null, now: now() })
        if (agreement !== null && agreement.terms.inForceOn !== null) agreements.set(id, agreement)
      }
      const counted = await readCounted(db, [...agreements.keys()])
      return lines.map((line, index) => choicesOf(line, found[index] ?? [], { agreements, counted }))
    },
  }
}

async function readAgreements(db: Queryable, clues: readonly Clue[]): Promise<Row[]> {
  const allOf = <T>(values: (each: Clue) => readonly T[]) => [...new Set(clues.flatMap(values))]
  const { rows } = await db.query<Row>(
    `select agreement.id, agreement.number, company.company_short_name as company, company.edrpou,
       portal.agreement_seller(parties.seller, 'uk') ->> 'iban' as iban,
       coalesce(fulfilment.missing > 0, false) as is_missing, coalesce(fulfilment.received > 0, false) as is_received,
       array(select id from portal.fulfilment_facts where agreement_id = agreement.id and kind = 'invoice_issued' and id = any ($1)) as invoices
     from cms.agreements agreement
     join portal.agreement_parties parties on parties.agreement_id = agreement.id
     join cms.companies company on company.id = agreement.company_id
     left join portal.fulfilments fulfilment on fulfilment.agreement_id = agreement.id
     where agreement.id in (select agreement_id from portal.fulfilment_facts where id = any ($1) and kind = 'invoice_issued')
       or agreement.id in (
         select owed.agreement_id from portal.fulfilments owed join cms.agreements own on own.id = owed.agreement_id
         join cms.companies payer on payer.id = own.company_id where payer.edrpou = any ($2) and (owed.missing > 0 or owed.received > 0))
       or agreement.number = any ($3)
     order by fulfilment.due_on, agreement.id`,
    [
      allOf(({ references }) => references.flatMap((number) => invoiceOfReference(number) ?? [])),
      allOf(({ payerCode }) => (payerCode === '' ? [] : [payerCode])),
      allOf(({ words }) => words),
    ],
  )
  return rows
}

function matchesOf({ kind, references, payerCode, words }: Clue, rows: readonly Row[]): Found[] {
  const all = rows.flatMap((row): Found[] => {
    const named = row.invoices.filter((id) => references.some((number) => invoiceOfReference(number) === id))
    const isNamed = words.includes(row.number)
    const isPayer = payerCode !== '' && payerCode === row.edrpou
    const isOpen = kind === 'credit' ? row.is_missing : row.is_received
    if (named.length === 0 && !isNamed && !(isPayer && isOpen)) return []
    const reasons: MatchReason[] = []
    if (named.length > 0) reasons.push('reference')
    if (isPayer) reasons.push('edrpou')
    // Beside the reference, whatever else the purpose says is no news.
    if (isNamed && named.length === 0) reasons.push('agreement_in_purpose')
    return [{ ...row, named, reasons }]
  })
  return all.toSorted((a, b) => rankOf(b) - rankOf(a))
}

const WEIGHTS: Partial<Record<MatchReason, number>> = {
  reference: 4,
  edrpou: 2,
  agreement_in_purpose: 1,
  invoice_in_purpose: 1,
}
const rankOf = ({ reasons }: { reasons: readonly MatchReason[] }) =>
  reasons.reduce((total, reason) => total + (WEIGHTS[reason] ?? 0), 0)

interface Counted {
  agreement_id: number
  kind: 'payment_counted' | 'payment_reversed'
  amount: string
  on: string
  statement_id: number | null
}

async function readCounted(db: Queryable, agreements: readonly number[]): Promise<Counted[]> {
  const { rows } = await db.query<Counted>(
    `select fact.agreement_id, fact.kind, fact.body ->> 'amount' as amount, fact.body ->> 'on' as "on", line.statement_id
     from portal.fulfilment_facts fact left join portal.statement_lines line on line.id = fact.line_id
     where fact.agreement_id = any ($1) and fact.kind in ('payment_counted', 'payment_reversed')`,
    [agreements],
  )
  return rows
}

function choicesOf(
  line: LineClues,
  found: readonly Found[],
  { agreements, counted }: { agreements: ReadonlyMap<number, LoadedAgreement>; counted: readonly Counted[] },
): LineAgreements {
  const isCredit = line.kind === 'credit'
  const read = found.flatMap((each) => {
    const agreement = agreements.get(each.id)
    return agreement === undefined ? [] : [{ found: each, agreement }]
  })
  const invoices = isCredit ? read.flatMap((each) => invoicesOf(each.found, each.agreement, line.words)) : []
  const payments = isCredit ? [] : read.flatMap((each) => paymentsOf(each.found, each.agreement))
  const [best] = read
  const missing = best?.agreement.state.money.missing ?? 0n
  const kind = isCredit ? 'payment_counted' : 'payment_reversed'
  return {
    invoices: invoices.toSorted((a, b) => rankOf(b) - rankOf(a)),
    payments: payments.toSorted((a, b) => rankOf(b) - rankOf(a)),
    iban: best?.found.iban ?? '',
    isMoreThanMissing: isCredit && best !== undefined && BigInt(line.amount) > missing,
    // Equal lines of one file are different payments.
    isMaybeCounted: counted.some(
      (each) =>
        each.agreement_id === best?.found.id &&
        each.kind === kind &&
        each.on === line.booked_on &&
        each.amount === formatSum(BigInt(line.amount)) &&
        each.statement_id !== line.statement_id,
    ),
  }
}

const nameOf = ({ id, number, company }: Found) => ({ agreement_id: id, agreement_number: number, company })

/** The invoices that are named or lack something, the oldest due first; without one, the agreement itself. */
function invoicesOf(found: Found, { state }: LoadedAgreement, words: readonly string[]): StatementLine['invoices'] {
  const others = found.reasons.filter((reason) => reason !== 'reference')
  // Payers seldom copy the reference, but most write which invoice they pay.
  const reasonsOf = ({ id, number }: { id: number; number: string }): MatchReason[] => {
    if (found.named.includes(id)) return found.reasons
    return words.includes(number) ? [...others, 'invoice_in_purpose'] : others
  }
  const open = state.invoices
    .filter(({ id, missing, cancelled }) => cancelled === null && (missing > 0n || found.named.includes(id)))
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn) || a.id - b.id)
  if (open.length === 0)
    return [
      {
        ...nameOf(found),
        ...{ invoice_id: null, invoice_number: null, is_claim: false, missing: '0.00' },
        reasons: found.reasons,
      },
    ]
  return open.map((invoice) => ({
    ...nameOf(found),
    invoice_id: invoice.id,
    invoice_number: invoice.number,
    is_claim: invoice.type === 'penalty',
    missing: formatSum(invoice.missing),
    reasons: reasonsOf(invoice),
  }))
}

/** The newest first. */
function paymentsOf(found: Found, { state }: LoadedAgreement): StatementLine['payments'] {
  return state.payments
    .filter(({ amount, reversed }) => amount > reversed)
    .toSorted((a, b) => b.on.localeCompare(a.on) || b.id - a.id)
    .map(({ id, on, amount, reversed }) => ({
      ...nameOf(found),
      ...{ payment_id: id, on, left: formatSum(amount - reversed), reasons: found.reasons },
    }))
}
