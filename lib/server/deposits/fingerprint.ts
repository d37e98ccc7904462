import { createHash } from 'node:crypto'
import { foldedWords } from '@/lib/server/platform/folded-words'
import type { BankLine } from './bank-line'

/** Letters and digits without regard to case, spaces, signs and look-alike letters, in which exports of one payment differ. */
const fold = (text: string) => foldedWords(text).join('')

/** What banks write where there is no number. */
const NO_NUMBER = new Set(
  ['NONREF', 'NOTPROVIDED', 'NOTPROV', 'NOREF', 'NONE', 'NULL', 'NA', 'N/A', 'UNKNOWN', 'БН', 'Б/Н', 'без номера'].map(
    fold,
  ),
)

/** A document's number without its zeros at the beginning, which spreadsheets drop; empty if it is none. */
export function numberOf(text: string): string {
  const number = fold(text).replace(/^0+/, '')
  return NO_NUMBER.has(number) ? '' : number
}

/**
 * Identifies a payment across files: account, day, sum, direction, payer, numbers and purpose. Equal payments of one file have the same,
 * and are counted.
 */
export function fingerprintOf(line: BankLine): Buffer {
  const { accountIban, bookedOn, amount, direction, payerIban, payerEdrpou, payerName, purpose } = line
  const transaction = line.transactionId.split(/\s+/).map(numberOf).filter(Boolean)
  const parts = [
    ...[accountIban, bookedOn, amount, direction],
    payerIban || payerEdrpou || fold(payerName),
    ...[numberOf(line.documentNumber), transaction, fold(purpose)],
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
