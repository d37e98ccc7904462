import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { Language } from '@/lib/contract/primitives'
import type { ProtocolAuction, ProtocolEntry } from '@/lib/contract/protocol'
import { formatSum, parsePrice, parseQuantity, sumOf } from '@/lib/domain/money'
import { protocolWords, type ProtocolWords } from '@/lib/server/protocol/words'
import { bidColumns, bidRow, courseColumns, courseRow, number, time } from './course'
import type { Piece, Print } from './print-protocol'

/** How every print of the portal looks. */
export const pageLook = {
  pageSize: 'A4',
  pageMargins: [40, 44, 40, 52],
  defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.25 },
  styles: {
    title: { fontSize: 18, bold: true },
    heading: { fontSize: 12, bold: true, margin: [0, 16, 0, 6] },
    label: { color: '#5a6570' },
    head: { bold: true, fontSize: 8, color: '#5a6570' },
    hash: { fontSize: 8 },
  },
} satisfies Partial<TDocumentDefinitions>

export type DetailRow = readonly [label: string, value: string]

/** Names and values side by side. */
export function events(rows: readonly DetailRow[]): Content {
  if (rows.length === 0) return ''
  const body = rows.map(([label, value]): TableCell[] => [{ text: label, style: 'label' }, { text: value }])
  return { layout: 'noBorders', table: { widths: [170, '*'], body } }
}

interface ProtocolToPrint {
  auction: ProtocolAuction
  /** The printed number, also where the record itself does not tell it. */
  auctionNumber: number
  head_hash: string
  entry_count: number
  publicKey: string
  /** Page by page: the bids, and all that is no bid. */
  entries(which: 'bids' | 'others'): AsyncIterable<ProtocolEntry[]>
}

type Event = readonly [label: string, value: string]

/** The protocol as a document to print: the lot, the result, every bid and every event by participant number (R8.3, R8.4). */
export function protocolDocument(protocol: ProtocolToPrint, lang: Language): Print {
  const words = protocolWords[lang]
  const title = words.title(protocol.auctionNumber)
  return { title, lang, footer: `${title} · ${words.page}`, pieces: pieces(protocol, title, words, lang) }
}

async function* pieces(
  { auction, entries, ...chain }: ProtocolToPrint,
  title: string,
  words: ProtocolWords,
  lang: Language,
): AsyncGenerator<Piece> {
  yield { kind: 'title', text: title }
  const lotTitle = auction.texts?.[lang].title ?? ''
  if (lotTitle !== '') yield { kind: 'subtitle', text: lotTitle }
  yield { kind: 'text', text: words.zone, soft: true }
  yield { kind: 'heading', text: words.result }
  yield { kind: 'details', rows: resultDetails(auction, words, lang) }
  yield { kind: 'heading', text: words.lot }
  yield { kind: 'details', rows: lotDetails(auction, words, lang) }
  if (auction.ranking.length > 0) {
    yield { kind: 'heading', text: words.allocation }
    yield { kind: 'table', columns: allocationColumns(words) }
    yield { kind: 'rows', rows: allocationRows(auction, words, lang) }
  }
  if (auction.bids > 0) {
    yield { kind: 'heading', text: words.bids }
    yield { kind: 'table', columns: bidColumns(words) }
    for await (const page of entries('bids'))
      yield { kind: 'rows', rows: page.map((entry) => bidRow(entry, words, lang)) }
  }
  yield { kind: 'heading', text: words.course }
  yield { kind: 'table', columns: courseColumns(words) }
  for await (const page of entries('others'))
    yield { kind: 'rows', rows: page.map((entry) => courseRow(entry, words, lang)) }
  yield { kind: 'heading', text: words.chain }
  yield { kind: 'text', text: words.chainText }
  yield {
    kind: 'details',
    rows: [
      [words.entries, String(chain.entry_count)],
      [words.head, chain.head_hash],
      [words.publicKey, chain.publicKey],
    ],
  }
}

const unitsOf = ({ texts }: ProtocolAuction, lang: Language) => ({
  unit: texts?.[lang].unit ?? '',
  priceUnit: texts?.[lang].price_unit ?? '',
})

function resultDetails(auction: ProtocolAuction, words: ProtocolWords, lang: Language): Event[] {
  const { result, state, cancel_reason: reason } = auction
  const { unit, priceUnit } = unitsOf(auction, lang)
  const rows: Event[] = [
    [words.outcomeOfAuction, words.states[state]],
    [words.finished, time(auction.finished_at, lang)],
    [words.cancelReason, reason ?? ''],
    [words.participants, String(auction.participants)],
  ]
  if (result !== null) {
    const price = (value: string | null) => (value === null ? '—' : `${number(value, lang)} ${priceUnit}`.trim())
    rows.push(
      [words.winners, String(result.winners)],
      [words.volumeSold, `${number(result.volume_sold, lang)} ${unit}`.trim()],
      [words.averagePrice, price(result.average_price)],
      [words.finalPrice, price(result.final_price)],
    )
  }
  if (auction.started_at !== null) rows.push([words.effectiveEnd, time(auction.effective_end, lang)])
  return rows.filter(([, value]) => value !== '')
}

function lotDetails(auction: ProtocolAuction, words: ProtocolWords, lang: Language): Event[] {
  const { unit, priceUnit } = unitsOf(auction, lang)
  const texts = auction.texts?.[lang]
  const price = (value: string) => `${number(value, lang)} ${priceUnit}`.trim()
  const quantity = (value: string) => `${number(value, lang)} ${unit}`.trim()
  const at = (instant: string | null) => (instant === null ? '' : time(instant, lang))
  const rows: Event[] = [
    [words.category, texts?.category ?? ''],
    [words.volume, quantity(auction.volume)],
    [words.startingPrice, price(auction.starting_price)],
    [words.minimumStep, price(auction.minimum_step)],
    [words.maximumStep, price(auction.maximum_step)],
    [words.minimumQuantity, quantity(auction.minimum_quantity)],
    [words.quantityStep, quantity(auction.quantity_step)],
    [words.announced, at(auction.announced_at)],
    [words.numbersChanged, at(auction.numbers_changed_at)],
    [words.applicationDeadline, at(auction.application_deadline)],
    [words.start, at(auction.starts_at)],
    [words.scheduledEnd, at(auction.ends_at)],
    [words.resource, texts?.resource ?? ''],
    [words.transferPoint, texts?.transfer_point ?? ''],
    [words.paymentTerms, texts?.payment_terms ?? ''],
    [words.paymentPeriod, texts?.payment_period ?? ''],
    [words.shipmentPeriod, texts?.shipment_period ?? ''],
  ]
  return rows.filter(([, value]) => value !== '')
}

function allocationColumns(words: ProtocolWords) {
  return [
    { head: words.rank, width: 36 },
    { head: words.participant, width: 84 },
    { head: words.price, width: 76, right: true },
    { head: words.quantity, width: 76, right: true },
    { head: words.given, width: 76, right: true },
    { head: words.sum, width: 96, right: true },
    { head: words.outcome },
  ]
}

function allocationRows({ ranking }: ProtocolAuction, words: ProtocolWords, lang: Language): string[][] {
  return ranking.map((row) => [
    String(row.rank),
    words.participantNumber(row.participant),
    number(row.price, lang),
    number(row.quantity, lang),
    number(row.given, lang),
    number(formatSum(sumOf(parsePrice(row.price) ?? 0, parseQuantity(row.given) ?? 0)), lang),
    words.outcomes[row.outcome],
  ])
}
