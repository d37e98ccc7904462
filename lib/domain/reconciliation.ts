import type { AgreementTerms, Fact, Fulfilment } from './fulfilment'
import { type Sum, sumOf } from './money'
import type { Day } from './payment-plan'

/** What happened to the account between both sides on a day: the buyer owes more by a debit, and less by a credit. */
export interface ReconciliationRow {
  readonly kind: 'act' | 'rounding' | 'claim' | 'claim_cancelled' | 'deposit' | 'payment' | 'reversal' | 'return'
  readonly on: Day
  /** Of the act, the claim, or the invoice that the payer named. */
  readonly number: string | null
  readonly debit: Sum
  readonly credit: Sum
}

/** A balance above zero is the buyer's debt, one below it is the seller's. */
export interface Reconciliation {
  readonly opening: Sum
  readonly rows: readonly ReconciliationRow[]
  readonly debit: Sum
  readonly credit: Sum
  readonly closing: Sum
}

/**
 * The account of an agreement in a period: goods by acts that both signed and claimed penalties against money, so that the balance of a
 * closed agreement is zero.
 */
export function reconcile(
  terms: AgreementTerms,
  { facts, state }: { facts: readonly Fact[]; state: Fulfilment },
  { from, until, dayOf }: { from: Day; until: Day; dayOf: (at: number) => Day },
): Reconciliation {
  const rows = rowsOf(terms, facts, state, dayOf).toSorted((a, b) => a.on.localeCompare(b.on))
  const inPeriod = rows.filter(({ on }) => on >= from && on <= until)
  const opening = balanceOf(rows.filter(({ on }) => on < from))
  const total = (side: 'debit' | 'credit') => inPeriod.reduce((sum, row) => sum + row[side], 0n)
  return {
    opening,
    rows: inPeriod,
    debit: total('debit'),
    credit: total('credit'),
    closing: opening + balanceOf(inPeriod),
  }
}

const balanceOf = (rows: readonly ReconciliationRow[]) => rows.reduce((sum, row) => sum + row.debit - row.credit, 0n)

function rowsOf(
  terms: AgreementTerms,
  facts: readonly Fact[],
  { acts, invoices, payments, isSettled, volume }: Fulfilment,
  dayOf: (at: number) => Day,
): ReconciliationRow[] {
  const debit = (kind: ReconciliationRow['kind'], on: Day, amount: Sum, number: string | null) =>
    ({ kind, on, number, debit: amount, credit: 0n }) as const
  const credit = (kind: ReconciliationRow['kind'], on: Day, amount: Sum, number: string | null = null) =>
    ({ kind, on, number, debit: 0n, credit: amount }) as const
  const accepted = acts.flatMap((act) =>
    act.cancelled === null && act.inForceAt !== null ? [{ ...act, on: dayOf(act.inForceAt) }] : [],
  )
  // The sum of all acts may differ from the accepted volume × price, which is what is owed (R16.5), by the rounding of each.
  const rounding = isSettled
    ? sumOf(terms.price, volume.accepted) - accepted.reduce((sum, { value }) => sum + value, 0n)
    : 0n
  const settledOn = accepted
    .map(({ on }) => on)
    .toSorted()
    .at(-1)
  const nameOf = (invoice: number | null) => invoices.find(({ id }) => id === invoice)?.number ?? null
  return [
    ...terms.deposits.map(({ on, amount }) => credit('deposit', on, amount)),
    ...accepted.map(({ on, value, number }) => debit('act', on, value, number)),
    ...(rounding === 0n || settledOn === undefined ? [] : [debit('rounding', settledOn, rounding, null)]),
    ...invoices
      .filter(({ type }) => type === 'penalty')
      .flatMap(({ number, amount, issuedOn, cancelled }) => [
        debit('claim', dayOf(issuedOn), amount, number),
        ...(cancelled === null ? [] : [debit('claim_cancelled', dayOf(cancelled.at), -amount, number)]),
      ]),
    ...payments.map(({ on, amount, invoice }) => credit('payment', on, amount, nameOf(invoice))),
    ...facts.flatMap((fact) => {
      if (fact.kind === 'payment_reversed') return [credit('reversal', fact.on, -fact.amount)]
      return fact.kind === 'overpayment_returned' ? [credit('return', fact.on, -fact.amount)] : []
    }),
  ]
}
