import { isLotText, isOfDeposit, LOT_FIELDS, PROTOCOL_LOT_FIELDS } from '@/lib/contract/lot-fields'
import { NO_DEPOSIT } from '@/lib/config/constants'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { Language } from '@/lib/contract/primitives'
import type { ProtocolAuction, ProtocolEntry } from '@/lib/contract/protocol'
import { formatSum, parsePrice, parseQuantity, sumOf, toPriceString } from '@/lib/domain/money'
import { drawChart } from '@/lib/i18n/chart-geometry'
import {
  formatDate,
  formatPercent,
  formatPrice,
  formatQuantity,
  formatShortDay,
  formatTime,
  wholeUnit,
} from '@/lib/i18n/formats'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import { bidColumns, bidRow, courseColumns, courseRow, type Units, withUnit } from './course'
import { time } from '@/lib/server/printing/times'
import { checkAddress, totalDetails } from '@/lib/server/printing/amount-in-words'
import { printedPlan } from '@/lib/server/printing/plan'
import { type Party, printedParty } from '@/lib/server/printing/issuer'
import type { Column, DetailRow, Piece, Print, PrintedChart } from '@/lib/server/printing/print-document'
import { type DocumentTranslator, documentTranslators } from '@/lib/server/printing/translators'

interface ProtocolToPrint {
  auction: ProtocolAuction
  /** Numbers of the participants who declined a partial offer. */
  refusedParts: ReadonlySet<number>
  /** Of the chart: as on the auction's page. */
  history: readonly AuctionDetail['history'][number][]
  extensions: AuctionDetail['extensions']
  /** Printed even if the record lacks it. */
  auctionNumber: number
  organiser: Party
  head_hash: string
  entry_count: number
  publicKey: string
  /** The portal's address, for the check. */
  publicUrl: string
  /** Page by page. */
  entries(which: 'bids' | 'others'): AsyncIterable<ProtocolEntry[]>
}

/** Beyond this the structure for screen readers makes the file ten times larger, and printing ten times slower. */
const MAX_TAGGED_ENTRIES = 500

/** The protocol as a document to print: the lot, the result, every bid and every event by participant number (R8.3, R8.4). */
export function protocolDocument(protocol: ProtocolToPrint, lang: Language, printedAt: Date): Print {
  const title = documentTranslators[lang]('protocol.title', { number: protocol.auctionNumber })
  return {
    title,
    author: protocol.organiser.name,
    lang,
    tagged: protocol.entry_count <= MAX_TAGGED_ENTRIES,
    printedAt,
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
  const t = documentTranslators[lang]
  const units = unitsOf(auction, lang)
  yield { kind: 'title', text: title }
  const lotTitle = auction.texts[lang].title ?? ''
  if (lotTitle !== '') yield { kind: 'subtitle', text: lotTitle }
  yield { kind: 'text', text: t('document.printed', { at: time(printedAt.toISOString(), lang) }), soft: true }
  yield { kind: 'heading', text: t('protocol.result') }
  yield { kind: 'details', rows: resultDetails(auction, t, lang) }
  yield { kind: 'heading', text: t('protocol.lot') }
  yield { kind: 'details', rows: lotDetails(auction, t, lang) }
  // A cancelled auction allocates nothing.
  if (auction.ranking.length > 0 && auction.state !== 'cancelled') {
    yield { kind: 'heading', text: t('protocol.allocation'), keep: 90 }
    yield { kind: 'table', columns: allocationColumns(t, units) }
    yield { kind: 'rows', rows: allocationRows(protocol, t, lang) }
  }
  if (protocol.history.length > 0) {
    yield { kind: 'heading', text: withUnit(t('protocol.chart'), units.priceUnit), keep: 190 }
    yield { kind: 'chart', ...chartOf(protocol, t, lang) }
  }
  if (auction.bids > 0) {
    yield { kind: 'heading', text: t('protocol.bids'), keep: 90 }
    yield { kind: 'table', columns: bidColumns(lang, units) }
    for await (const page of entries('bids')) yield { kind: 'rows', rows: page.map((entry) => bidRow(entry, t, lang)) }
  }
  yield { kind: 'heading', text: t('protocol.course'), keep: 90 }
  yield { kind: 'table', columns: courseColumns(t) }
  for await (const page of entries('others'))
    yield { kind: 'rows', rows: page.map((entry) => courseRow(entry, { t, lang, unit: units.unit })) }
  yield { kind: 'heading', text: t('protocol.chain'), keep: 170 }
  yield { kind: 'text', text: t('protocol.chainText') }
  const url = checkAddress({ ...protocol, headHash: protocol.head_hash }, lang)
  yield {
    kind: 'check',
    url,
    alt: t('document.code'),
    rows: [
      [t('protocol.entries'), String(protocol.entry_count)],
      [t('document.head'), protocol.head_hash],
      [t('protocol.publicKey'), protocol.publicKey],
      [t('document.checkAt'), url],
    ],
  }
  yield { kind: 'heading', text: t('protocol.signatures'), keep: 240 }
  yield { kind: 'parties', parties: [printedParty(t('protocol.organiser'), organiser, t)] }
}

/** Rows with a value. */
function withValue(rows: [label: string, value: string][]): DetailRow[] {
  return rows.filter(([, value]) => value !== '')
}

const unitsOf = ({ texts }: ProtocolAuction, lang: Language) => ({
  unit: texts[lang].unit,
  priceUnit: texts[lang].price_unit,
})

/** "15 200.00 UAH/t incl. VAT" */
function priceWithUnit(price: string, priceUnit: string, lang: Language): string {
  return [formatPrice(price, lang), wholeUnit(priceUnit), documentTranslators[lang]('document.includingVat')]
    .filter(Boolean)
    .join('\u00A0')
}

function resultDetails(auction: ProtocolAuction, t: DocumentTranslator, lang: Language): DetailRow[] {
  const { result, state, cancel_reason: reason } = auction
  const { unit, priceUnit } = unitsOf(auction, lang)
  const rows: [string, string][] = [
    [t('protocol.outcomeOfAuction'), t(`protocol.states.${state}`)],
    [t('protocol.finished'), time(auction.finished_at, lang)],
    [t('protocol.cancelReason'), reason ?? ''],
    [t('protocol.participants'), String(auction.participants)],
  ]
  if (result !== null) {
    const price = (value: string | null) => (value === null ? '—' : priceWithUnit(value, priceUnit, lang))
    rows.push(
      [t('protocol.winners'), String(result.winners)],
      [t('protocol.volumeSold'), formatQuantity(result.volume_sold, lang, unit)],
      [t('protocol.averagePrice'), price(result.average_price)],
      [t('protocol.finalPrice'), price(result.final_price)],
    )
  }
  if (auction.started_at !== null && state !== 'cancelled')
    rows.push([t('protocol.effectiveEnd'), time(auction.effective_end, lang)])
  const sums = auction.agreements.map(({ price, quantity }) =>
    sumOf(parsePrice(price) ?? 0, parseQuantity(quantity) ?? 0),
  )
  return [...withValue(rows), ...(sums.length > 0 ? totalDetails(sums, lang) : [])]
}

/** The recorded result line by line, for comparison with a printed protocol or agreement. */
export function recordedLines(auction: ProtocolAuction, lang: Language): string[] {
  const t = documentTranslators[lang]
  const { unit, priceUnit } = unitsOf(auction, lang)
  return [
    `${t('protocol.outcomeOfAuction')}: ${t(`protocol.states.${auction.state}`)}`,
    ...auction.agreements.map(({ participant, quantity, price, sum }) =>
      t('document.recorded', {
        participant,
        quantity: formatQuantity(quantity, lang, unit),
        price: `${formatPrice(price, lang)}\u00A0${wholeUnit(priceUnit) || t('document.currency')}`,
        sum: formatPrice(sum, lang),
      }),
    ),
  ]
}

function chartOf(
  { auction, history, extensions }: Pick<ProtocolToPrint, 'auction' | 'history' | 'extensions'>,
  t: DocumentTranslator,
  lang: Language,
): PrintedChart {
  // A cancellation ends the bidding earlier.
  const end = Math.min(Date.parse(auction.effective_end), Date.parse(auction.finished_at))
  const { line, area, prices, times, added } = drawChart(
    { ...auction, history: [...history], extensions, halt: null },
    end,
  )
  const price = (kopecks: number) => formatPrice(toPriceString(kopecks), lang)
  const days = new Set(times.map(({ at }) => formatShortDay(at, lang)))
  return {
    line,
    area,
    prices: prices.map(({ y, kopecks }) => ({ y, label: price(kopecks) })),
    times: times.map(({ x, at }) => ({
      x,
      label: [days.size > 1 ? formatShortDay(at, lang) : '', formatTime(at, lang)].filter(Boolean).join(' '),
    })),
    scheduledEnd: added?.x ?? null,
    alt: t('protocol.chartAlt', {
      unit: auction.texts[lang].price_unit,
      from: formatPrice(history[0]?.price ?? '', lang),
      to: formatPrice(history.at(-1)?.price ?? '', lang),
      start: time(history[0]?.at ?? auction.starts_at, lang),
      end: time(auction.effective_end, lang),
    }),
  }
}

function lotDetails(auction: ProtocolAuction, t: DocumentTranslator, lang: Language): DetailRow[] {
  const { unit, priceUnit } = unitsOf(auction, lang)
  const texts = auction.texts[lang]
  const at = (instant: string | null) => (instant === null ? '' : time(instant, lang))
  function valueOf(name: (typeof PROTOCOL_LOT_FIELDS)[number]): string {
    if (isLotText(name)) return texts[name] ?? ''
    if (name === 'payment_plan') return printedPlan(auction.payment_plan, lang)
    // Outages move the latest end (R3.2).
    const value = name === 'hard_end_at' ? auction.hard_end : auction[name]
    const { kind } = LOT_FIELDS[name]
    if (kind === 'price') return priceWithUnit(String(value), priceUnit, lang)
    if (kind === 'quantity') return formatQuantity(String(value), lang, unit)
    if (kind === 'percent') return formatPercent(String(value), lang)
    if (kind === 'time') return at(String(value))
    if (kind === 'day') return value === '' ? '' : formatDate(`${String(value)}T12:00:00Z`, lang)
    if (kind === 'switch') return LOT_LABELS[lang].switch[value ? 'true' : 'false']
    return kind === 'minutes' ? t('protocol.minutes', { minutes: String(value) }) : String(value)
  }
  return withValue([
    [t('protocol.category'), texts.category],
    ...PROTOCOL_LOT_FIELDS.filter((name) => auction.deposit_rate !== NO_DEPOSIT || !isOfDeposit(name)).map(
      (name): [string, string] => [LOT_LABELS[lang].fields[name], valueOf(name)],
    ),
    [t('protocol.announced'), at(auction.announced_at)],
    [t('protocol.numbersChanged'), at(auction.numbers_changed_at)],
  ])
}

function allocationColumns(t: DocumentTranslator, { unit, priceUnit }: Units): Column[] {
  return [
    { head: t('protocol.rank'), width: 36 },
    { head: t('protocol.participant'), width: 80 },
    { head: withUnit(t('protocol.price'), priceUnit), width: 72, right: true },
    { head: withUnit(t('protocol.quantity'), unit), width: 62, right: true },
    { head: withUnit(t('protocol.allocated'), unit), width: 66, right: true },
    { head: t('protocol.sum'), width: 88, right: true },
    { head: t('protocol.outcome'), wrap: true },
  ]
}

function allocationRows(
  { auction, refusedParts }: Pick<ProtocolToPrint, 'auction' | 'refusedParts'>,
  t: DocumentTranslator,
  lang: Language,
): string[][] {
  return auction.ranking.map((row) => [
    String(row.rank),
    t('protocol.participantNumber', { participant: row.participant }),
    formatPrice(row.price, lang),
    formatQuantity(row.quantity, lang),
    formatQuantity(row.allocated, lang),
    formatPrice(formatSum(sumOf(parsePrice(row.price) ?? 0, parseQuantity(row.allocated) ?? 0)), lang),
    t(
      `protocol.outcomes.${row.outcome === 'passed_over' && refusedParts.has(row.participant) ? 'part_refused' : row.outcome}`,
    ),
  ])
}
