import type { Language } from '@/lib/contract/primitives'
import type { ProtocolAuction, ProtocolEntry } from '@/lib/contract/protocol'
import { formatSum, parsePrice, parseQuantity, sumOf } from '@/lib/domain/money'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { partyWords, protocolWords, type ProtocolWords } from '@/lib/server/protocol/words'
import { bidColumns, bidRow, courseColumns, courseRow, time, withUnit } from './course'
import { checkAddress, totalDetails } from './amount-in-words'
import { type Party, partyDetails, signatoryDetails } from './issuer'
import type { Column, DetailRow, Piece, Print } from './print-document'

interface ProtocolToPrint {
  auction: ProtocolAuction
  /** The printed number, also where the record itself does not tell it. */
  auctionNumber: number
  organiser: Party
  head_hash: string
  entry_count: number
  publicKey: string
  /** The portal's address, for the check. */
  publicUrl: string
  /** Page by page: the bids, and all that is no bid. */
  entries(which: 'bids' | 'others'): AsyncIterable<ProtocolEntry[]>
}

/** Of more entries the structure for screen readers would be ten times the document, in size and in the time to print it. */
const MAX_TAGGED_ENTRIES = 500

/** The protocol as a document to print: the lot, the result, every bid and every event by participant number (R8.3, R8.4). */
export function protocolDocument(protocol: ProtocolToPrint, lang: Language, printedAt: Date): Print {
  const title = protocolWords[lang].title(protocol.auctionNumber)
  const { page, unknown } = partyWords[lang]
  return {
    title,
    author: protocol.organiser.name,
    lang,
    footer: `${title} · ${page}`,
    unknown,
    tagged: protocol.entry_count <= MAX_TAGGED_ENTRIES,
    printedAt: printedAt.toISOString(),
    pieces: pieces(protocol, title, lang, printedAt),
  }
}

async function* pieces(
  protocol: ProtocolToPrint,
  title: string,
  lang: Language,
  printedAt: Date,
): AsyncGenerator<Piece> {
  const { auction, entries, organiser } = protocol
  const words = protocolWords[lang]
  const common = partyWords[lang]
  const { unit } = unitsOf(auction, lang)
  yield { kind: 'title', text: title }
  const lotTitle = auction.texts?.[lang].title ?? ''
  if (lotTitle !== '') yield { kind: 'subtitle', text: lotTitle }
  yield { kind: 'text', text: common.printed(time(printedAt.toISOString(), lang)), soft: true }
  yield { kind: 'heading', text: words.result }
  yield { kind: 'details', rows: resultDetails(auction, words, lang) }
  yield { kind: 'heading', text: words.lot }
  yield { kind: 'details', rows: lotDetails(auction, words, lang) }
  // Bids of a cancelled auction allocate nothing to anybody.
  if (auction.ranking.length > 0 && auction.state !== 'cancelled') {
    yield { kind: 'heading', text: words.allocation, keep: 90 }
    yield { kind: 'table', columns: allocationColumns(words, unit) }
    yield { kind: 'rows', rows: allocationRows(auction, words, lang) }
  }
  if (auction.bids > 0) {
    yield { kind: 'heading', text: words.bids, keep: 90 }
    yield { kind: 'table', columns: bidColumns(words, unit) }
    for await (const page of entries('bids'))
      yield { kind: 'rows', rows: page.map((entry) => bidRow(entry, words, lang)) }
  }
  yield { kind: 'heading', text: words.course, keep: 90 }
  yield { kind: 'table', columns: courseColumns(words) }
  for await (const page of entries('others'))
    yield { kind: 'rows', rows: page.map((entry) => courseRow(entry, words, lang)) }
  yield { kind: 'heading', text: words.chain, keep: 170 }
  yield { kind: 'text', text: words.chainText }
  const url = checkAddress({ ...protocol, headHash: protocol.head_hash }, lang)
  yield {
    kind: 'check',
    url,
    alt: common.code,
    rows: [
      [words.entries, String(protocol.entry_count)],
      [common.head, protocol.head_hash],
      [words.publicKey, protocol.publicKey],
      [common.checkAt, url],
    ],
  }
  yield { kind: 'heading', text: words.signatures, keep: 240 }
  yield {
    kind: 'parties',
    parties: [
      {
        heading: words.organiser,
        name: organiser.name,
        rows: [...partyDetails(organiser, common), ...signatoryDetails(organiser, common)],
        sign: { signature: common.signature, person: common.person },
      },
    ],
  }
}

/** Rows that say something. */
function given(rows: [label: string, value: string][]): DetailRow[] {
  return rows.filter(([, value]) => value !== '')
}

const unitsOf = ({ texts }: ProtocolAuction, lang: Language) => ({
  unit: texts?.[lang].unit ?? '',
  priceUnit: texts?.[lang].price_unit ?? '',
})

function resultDetails(auction: ProtocolAuction, words: ProtocolWords, lang: Language): DetailRow[] {
  const { result, state, cancel_reason: reason } = auction
  const { unit, priceUnit } = unitsOf(auction, lang)
  const rows: [string, string][] = [
    [words.outcomeOfAuction, words.states[state]],
    [words.finished, time(auction.finished_at, lang)],
    [words.cancelReason, reason ?? ''],
    [words.participants, String(auction.participants)],
  ]
  if (result !== null) {
    const price = (value: string | null) => (value === null ? '—' : `${formatPrice(value, lang)} ${priceUnit}`.trim())
    rows.push(
      [words.winners, String(result.winners)],
      [words.volumeSold, formatQuantity(result.volume_sold, lang, unit)],
      [words.averagePrice, price(result.average_price)],
      [words.finalPrice, price(result.final_price)],
    )
  }
  if (auction.started_at !== null && state !== 'cancelled')
    rows.push([words.effectiveEnd, time(auction.effective_end, lang)])
  const sold = auction.agreements.reduce(
    (total, { price, quantity }) => total + sumOf(parsePrice(price) ?? 0, parseQuantity(quantity) ?? 0),
    0n,
  )
  return [...given(rows), ...(sold > 0n ? totalDetails(sold, lang) : [])]
}

function lotDetails(auction: ProtocolAuction, words: ProtocolWords, lang: Language): DetailRow[] {
  const { unit, priceUnit } = unitsOf(auction, lang)
  const texts = auction.texts?.[lang]
  const price = (value: string) => `${formatPrice(value, lang)} ${priceUnit}`.trim()
  const quantity = (value: string) => formatQuantity(value, lang, unit)
  const at = (instant: string | null) => (instant === null ? '' : time(instant, lang))
  return given([
    [words.category, texts?.category ?? ''],
    [words.volume, quantity(auction.volume)],
    [words.startingPrice, price(auction.starting_price)],
    [words.minimumStep, price(auction.minimum_step)],
    [words.maximumStep, price(auction.maximum_step)],
    [words.minimumQuantity, quantity(auction.minimum_quantity)],
    [words.quantityStep, quantity(auction.quantity_step)],
    [words.minimumParticipants, String(auction.minimum_participants)],
    [words.announced, at(auction.announced_at)],
    [words.numbersChanged, at(auction.numbers_changed_at)],
    [words.applicationDeadline, at(auction.application_deadline)],
    [words.start, at(auction.starts_at)],
    [words.scheduledEnd, at(auction.ends_at)],
    [words.latestEnd, at(auction.hard_end)],
    [words.extensionWindow, words.minutes(auction.extension_window_ms / 60_000)],
    [words.resource, texts?.resource ?? ''],
    [words.transferPoint, texts?.transfer_point ?? ''],
    [words.paymentTerms, texts?.payment_terms ?? ''],
    [words.paymentPeriod, texts?.payment_period ?? ''],
    [words.shipmentPeriod, texts?.shipment_period ?? ''],
  ])
}

function allocationColumns(words: ProtocolWords, unit: string): Column[] {
  return [
    { head: words.rank, width: 36 },
    { head: words.participant, width: 80 },
    { head: words.price, width: 68, right: true },
    { head: withUnit(words.quantity, unit), width: 62, right: true },
    { head: withUnit(words.given, unit), width: 66, right: true },
    { head: words.sum, width: 88, right: true },
    { head: words.outcome, wrap: true },
  ]
}

function allocationRows({ ranking }: ProtocolAuction, words: ProtocolWords, lang: Language): string[][] {
  return ranking.map((row) => [
    String(row.rank),
    words.participantNumber(row.participant),
    formatPrice(row.price, lang),
    formatQuantity(row.quantity, lang),
    formatQuantity(row.given, lang),
    formatPrice(formatSum(sumOf(parsePrice(row.price) ?? 0, parseQuantity(row.given) ?? 0)), lang),
    words.outcomes[row.outcome],
  ])
}
