import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { AuctionDetail, Protocol } from '@/lib/contract/auctions'
import type { Language } from '@/lib/contract/primitives'
import { formatSum, parsePrice, sumOf } from '@/lib/domain/money'
import { parseQuantity } from '@/lib/domain/quantity'
import { bidTable, courseTable } from './course'
import { type Fact, facts } from './facts-table'
import { number, time } from './figures'
import { pageLook } from './page-look'
import { table } from './table'
import { protocolWords, type ProtocolWords } from './words'

/** A definition without functions, so that it can be handed to another thread; `footer` has places for the page's number. */
export interface PrintableDocument {
  definition: TDocumentDefinitions
  footer: string
}

/** The protocol as a document to print: the lot, the result, every bid and every event by participant number (R8.3, R8.4). */
export function protocolDocument({ auction, entries, head_hash }: Protocol, lang: Language): PrintableDocument {
  const words = protocolWords[lang]
  const definition: TDocumentDefinitions = {
    info: { title: words.title(auction.number) },
    ...pageLook,
    content: [
      { text: words.title(auction.number), style: 'title' },
      { text: auction.title, fontSize: 12, margin: [0, 2, 0, 0] },
      { text: words.zone, style: 'label', margin: [0, 2, 0, 0] },
      { text: words.result, style: 'heading' },
      facts(resultFacts(auction, words)),
      { text: words.lot, style: 'heading' },
      facts(lotFacts(auction, words)),
      { text: words.allocation, style: 'heading' },
      allocationTable(auction, words),
      { text: words.bids, style: 'heading' },
      bidTable(entries, words),
      { text: words.course, style: 'heading' },
      courseTable(entries, words),
      { text: words.chain, style: 'heading' },
      { text: words.chainText },
      { text: [{ text: `${words.head}: `, style: 'label' }, { text: head_hash, style: 'hash' }], margin: [0, 4, 0, 0] },
    ],
  }
  return { definition, footer: `${words.title(auction.number)} · ${words.page}` }
}

function resultFacts({ result, category, effective_end }: AuctionDetail, words: ProtocolWords): Fact[] {
  if (result === null) return []
  const price = (value: string | null) => (value === null ? '—' : `${number(value)} ${category.price_unit}`)
  return [
    [words.participants, String(result.participants)],
    [words.winners, String(result.winners)],
    [words.volumeSold, `${number(result.volume_sold)} ${category.unit}`],
    [words.averagePrice, price(result.average_price)],
    [words.finalPrice, price(result.final_price)],
    [words.effectiveEnd, time(effective_end)],
  ]
}

function lotFacts(auction: AuctionDetail, words: ProtocolWords): Fact[] {
  const { category } = auction
  const price = (value: string) => `${number(value)} ${category.price_unit}`
  const rows: Fact[] = [
    [words.category, category.name],
    [words.volume, `${number(auction.volume)} ${category.unit}`],
    [words.startingPrice, price(auction.starting_price)],
    [words.minimumStep, price(auction.minimum_step)],
    [words.maximumStep, price(auction.maximum_step)],
    [words.minimumQuantity, `${number(auction.minimum_quantity)} ${category.unit}`],
    [words.applicationDeadline, time(auction.application_deadline)],
    [words.start, time(auction.starts_at)],
    [words.scheduledEnd, time(auction.ends_at)],
    [words.resource, auction.resource],
    [words.transferPoint, auction.transfer_point],
    [words.paymentTerms, auction.payment_terms],
    [words.paymentPeriod, auction.payment_period],
    [words.shipmentPeriod, auction.shipment_period],
  ]
  return rows.filter(([, value]) => value !== '')
}

function allocationTable({ ranking, category }: AuctionDetail, words: ProtocolWords): Content {
  const rows = ranking.map((row) => [
    String(row.rank),
    words.participantNumber(row.participant),
    number(row.price),
    `${number(row.quantity)} ${category.unit}`,
    `${number(row.given)} ${category.unit}`,
    number(formatSum(sumOf(parsePrice(row.price) ?? 0, parseQuantity(row.given) ?? 0))),
    words.outcomes[row.outcome],
  ])
  return table(rows, [
    { head: words.rank, width: 'auto' },
    { head: words.participant, width: '*' },
    { head: words.price, width: 'auto', right: true },
    { head: words.quantity, width: 'auto', right: true },
    { head: words.given, width: 'auto', right: true },
    { head: words.sum, width: 'auto', right: true },
    { head: words.outcome, width: 'auto' },
  ])
}
