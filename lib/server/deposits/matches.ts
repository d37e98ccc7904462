import type { DepositState, matchReason, StatementLine } from '@/lib/contract/deposits'
import { codesIn, lotNumbersIn, nearReferencesIn, referencesIn } from '@/lib/domain/deposit'
import type { Kopecks } from '@/lib/domain/money'
import type { Queryable } from '@/lib/server/platform/db/pool'
import type * as z from 'zod'

type Reason = z.infer<typeof matchReason>

/** What a line says about the application that it pays for. */
export interface Clues {
  references: readonly number[]
  nearReferences: readonly number[]
  payerCode: string
  codes: readonly string[]
  lotNumbers: readonly number[]
  /** That may be an agreement's number. */
  words: readonly string[]
}

export function cluesOf({ purpose, payerCode }: { purpose: string; payerCode: string }): Clues {
  return {
    references: referencesIn(purpose),
    nearReferences: nearReferencesIn(purpose),
    payerCode,
    codes: codesIn(purpose),
    lotNumbers: lotNumbersIn(purpose),
    words: purpose
      .split(/[\s,;:()"«»№]+/u)
      .map((word) => word.replace(/\.+$/, ''))
      .filter((word) => /\d/.test(word) && word.length > 2),
  }
}

/** The agreements that lines may pay for; whoever keeps the agreements finds them. */
export interface LineAgreements {
  find(
    db: Queryable,
    clues: readonly (Clues & { kind: StatementLine['kind'] })[],
  ): Promise<{ isMatch: boolean; references: number[] }[]>
  read(
    db: Queryable,
    lines: readonly (Clues & {
      kind: StatementLine['kind']
      amount: Kopecks
      booked_on: string
      statement_id: number
    })[],
  ): Promise<AgreementChoices[]>
}

export interface AgreementChoices extends Pick<StatementLine, 'invoices' | 'payments'> {
  /** To which account the best of them is paid. */
  iban: string
  isMoreThanMissing: boolean
  isMaybeCounted: boolean
}

/** An application that requires a deposit. */
export interface PayableApplication {
  application_id: number
  auction_id: number
  company_id: number
  auction_number: number
  company: string
  /** The EDRPOU of the application, and the company's present one, which a manager may have corrected since. */
  codes: string[]
  deposit_iban: string
  state: DepositState
  received: Kopecks
}

export interface Match extends PayableApplication {
  reasons: Reason[]
  isOpen: boolean
}

/** Finds the applications that lines may pay for. */
export interface Matcher {
  /** The best first. */
  matchesOf(clues: Clues): Match[]
}

export async function createMatcher(db: Queryable, clues: readonly Clues[]): Promise<Matcher> {
  const allOf = <T>(values: (each: Clues) => readonly T[]) => [...new Set(clues.flatMap(values))]
  const { rows } = await db.query<PayableApplication>(
    `select deposit.application_id, deposit.auction_id, deposit.company_id, lot.number as auction_number, company.company_short_name as company,
       array[deposit.edrpou, company.edrpou] as codes, lot.deposit_iban, deposit.state, deposit.received
     from portal.deposits deposit
     join cms.lots lot on lot.id = deposit.auction_id
     join cms.companies company on company.id = deposit.company_id
     where deposit.application_id = any ($1) or deposit.edrpou = any ($2) or company.edrpou = any ($2) or lot.number = any ($3)`,
    [
      allOf(({ references, nearReferences }) => [...references, ...nearReferences]),
      allOf(({ payerCode, codes }) => [payerCode, ...codes].filter(Boolean)),
      allOf(({ lotNumbers }) => lotNumbers),
    ],
  )
  const byId = new Map(rows.map((row) => [row.application_id, row]))
  const byCode = groupBy(rows, ({ codes }) => [...new Set(codes)])
  const byLot = groupBy(rows, ({ auction_number: number }) => [number])
  return {
    matchesOf({ references, nearReferences, payerCode, codes, lotNumbers }) {
      const reasons = new Map<number, Set<Reason>>()
      const add = (reason: Reason, found: readonly (PayableApplication | undefined)[]) => {
        for (const each of found)
          if (each !== undefined)
            reasons.set(each.application_id, (reasons.get(each.application_id) ?? new Set()).add(reason))
      }
      add(
        'reference',
        references.map((id) => byId.get(id)),
      )
      if (payerCode !== '') add('edrpou', byCode.get(payerCode) ?? [])
      add(
        'near_reference',
        nearReferences.map((id) => byId.get(id)),
      )
      add(
        'code_in_purpose',
        codes.filter((code) => code !== payerCode).flatMap((code) => byCode.get(code) ?? []),
      )
      add(
        'lot_in_purpose',
        lotNumbers.flatMap((number) => byLot.get(number) ?? []),
      )
      const matches = [...reasons].flatMap(([id, found]): Match[] => {
        const application = byId.get(id)
        if (application === undefined) return []
        const isOpen = application.state === 'expected' || application.state === 'received'
        // Beside the reference, whatever else the purpose says is no news.
        const reasonsShown = [...found].filter((reason) => !found.has('reference') || !WEAK.has(reason))
        return [{ ...application, reasons: reasonsShown, isOpen }]
      })
      // Purposes usually name the lot: by itself, the number proposes open applications if nothing else proposes any.
      const byLotOnly = ({ reasons: [first] }: Match) => first === 'lot_in_purpose'
      return matches
        .filter((match) => !byLotOnly(match) || (match.isOpen && matches.every(byLotOnly)))
        .sort((a, b) => rankOf(b) - rankOf(a) || b.application_id - a.application_id)
    },
  }
}

const WEAK: ReadonlySet<Reason> = new Set(['near_reference', 'code_in_purpose', 'lot_in_purpose'])

const WEIGHTS: Record<Reason, number> = {
  reference: 32,
  edrpou: 8,
  near_reference: 4,
  code_in_purpose: 2,
  lot_in_purpose: 1,
  agreement_in_purpose: 1,
  invoice_in_purpose: 1,
}
/** A reference names its application even if that is closed; of the others, open ones come first. */
const rankOf = (match: Match) => strengthOf(match) + (match.isOpen ? 16 : 0)
export const strengthOf = ({ reasons }: Pick<Match, 'reasons'>) =>
  reasons.reduce((total, reason) => total + WEIGHTS[reason], 0)

function groupBy<Row, Key>(rows: readonly Row[], keysOf: (row: Row) => readonly Key[]): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows)
    for (const key of keysOf(row)) {
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [row])
      else group.push(row)
    }
  return groups
}
