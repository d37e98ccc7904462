import type { FulfilmentTotals } from '@/lib/contract/fulfilment'
import type { ManagedApplication, ManagedBid, ManagedWinner } from '@/lib/contract/manager-auctions'
import type { AuditEntry, ManagedAccount } from '@/lib/contract/manager'
import type { OfficeTextKey } from '@/lib/i18n/office-texts'
import { nameOf, type Word } from './requests'
import type { Column } from '@/lib/server/platform/tables'

/** Columns of the tables exported from lists of the back office. */

export function accountColumns(word: Word): Column<ManagedAccount>[] {
  return [
    { heading: word('number'), width: 8, kind: 'integer', value: (row) => row.id },
    { heading: word('shortName'), width: 30, value: (row) => row.company_short_name },
    { heading: word('fullName'), width: 44, value: (row) => row.company_name },
    { heading: word('edrpou'), width: 12, value: (row) => row.edrpou },
    { heading: word('eic'), width: 20, value: (row) => row.eic },
    { heading: word('iban'), width: 34, value: (row) => row.iban },
    { heading: word('status'), width: 22, value: (row) => word(`status_${row.status}`) },
    { heading: word('reason'), width: 30, value: (row) => row.reason },
    { heading: word('auctionKind'), width: 20, value: (row) => word(`kind_${row.auction_kind}`) },
    {
      heading: word('contactPerson'),
      width: 32,
      value: (row) => [row.surname, row.name, row.patronymic].filter(Boolean).join(' '),
    },
    { heading: word('phone'), width: 18, value: (row) => row.phone },
    { heading: word('email'), width: 30, value: (row) => row.email },
    { heading: word('emailConfirmed'), width: 12, value: (row) => word(row.email_confirmed ? 'yes' : 'no') },
    { heading: word('registered'), width: 20, kind: 'moment', value: (row) => row.created_at },
  ]
}

export function applicationColumns(word: Word, unit: string): Column<ManagedApplication>[] {
  return [
    { heading: word('company'), width: 44, value: (row) => row.company.company_name },
    { heading: word('edrpou'), width: 12, value: (row) => row.company.edrpou },
    { heading: word('phone'), width: 18, value: (row) => row.company.phone },
    { heading: word('email'), width: 30, value: (row) => row.company.email },
    { heading: word('status'), width: 22, value: (row) => word(`application_${row.status}`) },
    { heading: word('participant'), width: 12, kind: 'integer', value: (row) => row.participant },
    { heading: word('price'), width: 18, kind: 'decimal', value: (row) => row.price },
    { heading: `${word('volume')}, ${unit}`, width: 16, kind: 'decimal', value: (row) => row.quantity },
    { heading: word('time'), width: 20, kind: 'moment', value: (row) => row.received_at },
    { heading: word('reason'), width: 40, value: (row) => row.reason && nameOf(word, 'systemReason', row.reason) },
    { heading: word('documents'), width: 60, value: (row) => row.documents.map(({ name }) => name).join('; ') },
    { heading: word('depositReceivedUah'), width: 20, kind: 'decimal', value: (row) => row.deposit?.received ?? null },
    {
      heading: word('depositCoversApplication'),
      width: 20,
      value: ({ deposit }) => deposit && word(deposit.covers ? 'yes' : 'no'),
    },
    { heading: word('relatedBy'), width: 40, value: (row) => relatedBy(word, row) },
    { heading: word('relatedNote'), width: 40, value: (row) => row.note?.text ?? null },
    { heading: word('relatedNoteNonce'), width: 34, value: (row) => row.note?.nonce ?? null },
    { heading: word('byWhom'), width: 30, value: (row) => row.by },
  ]
}

/** Details that the company shares with other applicants (R14.4). */
function relatedBy(word: Word, { related }: ManagedApplication): string {
  const shared = related.flatMap(({ same }) =>
    same.map(({ what, value }) => (value === null ? word('sameBrowser') : `${word(`same_${what}`)}: ${value}`)),
  )
  return [...new Set(shared)].join('; ')
}

export function bidColumns(word: Word, unit: string): Column<ManagedBid>[] {
  return [
    { heading: word('number'), width: 8, kind: 'integer', value: (row) => row.seq },
    { heading: word('participant'), width: 12, kind: 'integer', value: (row) => row.participant },
    { heading: word('company'), width: 44, value: (row) => row.company_name },
    { heading: word('price'), width: 18, kind: 'decimal', value: (row) => row.price },
    { heading: `${word('volume')}, ${unit}`, width: 16, kind: 'decimal', value: (row) => row.quantity },
    { heading: word('sum'), width: 22, kind: 'decimal', value: (row) => row.sum },
    { heading: word('final'), width: 12, value: (row) => word(row.final ? 'yes' : 'no') },
    { heading: word('automatic'), width: 16, value: (row) => word(row.automatic ? 'yes' : 'no') },
    { heading: word('time'), width: 20, kind: 'moment', value: (row) => row.received_at },
    { heading: word('byWhom'), width: 30, value: (row) => row.by },
  ]
}

export function winnerColumns(word: Word, unit: string): Column<ManagedWinner>[] {
  return [
    { heading: word('rank'), width: 8, kind: 'integer', value: (row) => row.rank },
    { heading: word('participant'), width: 12, kind: 'integer', value: (row) => row.participant },
    { heading: word('company'), width: 44, value: (row) => row.company_name },
    { heading: word('price'), width: 18, kind: 'decimal', value: (row) => row.price },
    { heading: `${word('volume')}, ${unit}`, width: 16, kind: 'decimal', value: (row) => row.quantity },
    { heading: `${word('allocated')}, ${unit}`, width: 16, kind: 'decimal', value: (row) => row.allocated },
    { heading: word('sum'), width: 22, kind: 'decimal', value: (row) => row.sum },
    { heading: word('status'), width: 28, value: (row) => winnerStatus(word, row) },
    { heading: word('reason'), width: 40, value: (row) => row.reason },
    { heading: word('evidenceFile'), width: 30, value: (row) => row.file?.name ?? null },
  ]
}

/** As on the board, the status also shows that the account was deactivated after the end (R2.7). */
function winnerStatus(word: Word, { status, account_deactivated: isDeactivated }: ManagedWinner): string {
  const name = word(`winner_${status}`)
  return isDeactivated && status !== 'deactivated' ? `${name}, ${word('winner_deactivated').toLowerCase()}` : name
}

export function totalsColumns(word: Word): Column<FulfilmentTotals>[] {
  const sumOf = (heading: OfficeTextKey, value: (row: FulfilmentTotals) => string): Column<FulfilmentTotals> => ({
    ...{ heading: word(heading), width: 20, kind: 'decimal', value },
  })
  const volumeOf = (heading: OfficeTextKey, part: 'agreed' | 'shipped' | 'left'): Column<FulfilmentTotals> => ({
    ...{ heading: word(heading), width: 16, kind: 'decimal', value: ({ volume }) => volume?.[part] ?? null },
  })
  return [
    { heading: word('month'), width: 14, value: ({ month }) => month ?? word('allMonths') },
    { heading: word('soldProduct'), width: 24, value: ({ product }) => product?.name ?? word('allProducts') },
    { heading: word('agreements'), width: 12, kind: 'integer', value: ({ agreements }) => agreements },
    sumOf('agreedUah', ({ agreed }) => agreed),
    sumOf('invoicedUah', ({ invoiced }) => invoiced),
    sumOf('receivedUah', ({ received }) => received),
    sumOf('missingUah', ({ outstanding }) => outstanding),
    sumOf('overdueUah', ({ overdue }) => overdue),
    { heading: word('unit'), width: 12, value: ({ volume }) => volume?.unit ?? null },
    volumeOf('agreedVolume', 'agreed'),
    volumeOf('loadedOf', 'shipped'),
    volumeOf('leftVolume', 'left'),
  ]
}

export function auditColumns(word: Word): Column<AuditEntry>[] {
  return [
    { heading: word('when'), width: 20, kind: 'moment', value: (row) => row.at },
    { heading: word('who'), width: 28, value: (row) => row.staff.name || word('staffGone', { id: row.staff.id }) },
    { heading: word('what'), width: 34, value: (row) => nameOf(word, 'action', row.action) },
    { heading: word('object'), width: 24, value: (row) => nameOf(word, 'object', row.object.kind) },
    { heading: word('number'), width: 8, kind: 'integer', value: (row) => row.object.id },
    { heading: word('recordName'), width: 50, value: (row) => row.object.title },
    { heading: word('reason'), width: 50, value: (row) => row.reason },
  ]
}
