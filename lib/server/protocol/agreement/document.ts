import type { Language } from '@/lib/contract/primitives'
import { formatDate, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { time } from '@/lib/server/protocol/course'
import { checkAddress, totalDetails } from '@/lib/server/protocol/amount-in-words'
import { type Party, partyDetails, signatoryDetails } from '@/lib/server/protocol/issuer'
import type { DetailRow, Piece, Print, PrintedParty } from '@/lib/server/protocol/print-document'
import { partyWords } from '@/lib/server/protocol/words'
import type { AgreementRecord } from './agreement'
import { agreementWords } from './words'

interface AgreementToPrint {
  agreement: AgreementRecord
  seller: Party
  /** The portal's address, for the protocol and the check. */
  publicUrl: string
}

/** The agreement as a contract to sign: what the portal knows filled in, a line for what it does not. */
export function agreementDocument(printed: AgreementToPrint, lang: Language, printedAt: Date): Print {
  const title = agreementWords[lang].title(printed.agreement.number)
  const { page, unknown } = partyWords[lang]
  return {
    title,
    author: printed.seller.name,
    lang,
    footer: `${title} · ${page}`,
    unknown,
    tagged: true,
    printedAt: printedAt.toISOString(),
    pieces: [...pieces(printed, title, lang, printedAt)],
  }
}

function* pieces({ agreement, seller, publicUrl }: AgreementToPrint, title: string, lang: Language, printedAt: Date) {
  const words = agreementWords[lang]
  const common = partyWords[lang]
  let section = 0
  const heading = (text: string, keep?: number): Piece => ({ kind: 'heading', text: `${++section}. ${text}`, keep })
  const day = (date: string | null) => (date === null ? null : formatDate(`${date}T12:00:00Z`, lang))
  const deposit = agreement.deposit === null ? '' : `${formatPrice(agreement.deposit, lang)}\u00A0${common.currency}`

  yield piece({ kind: 'title', text: title })
  const name = agreement.name.replaceAll('\u00A0', ' ')
  if (name !== '' && name !== title.replaceAll('\u00A0', ' ')) yield piece({ kind: 'subtitle', text: agreement.name })
  yield piece({ kind: 'text', text: common.printed(time(printedAt.toISOString(), lang)), soft: true })
  yield piece({ kind: 'text', text: words.preamble(agreement.auctionNumber) })

  yield heading(words.subject, 110)
  yield piece({ kind: 'text', text: words.transfer })
  yield piece({ kind: 'table', columns: goodsColumns(words) })
  yield piece({
    kind: 'rows',
    rows: [
      [
        agreement.product,
        agreement.unit || '—',
        formatQuantity(agreement.quantity, lang),
        formatPrice(agreement.price, lang),
        formatPrice(agreement.sum, lang),
      ],
    ],
  })
  yield piece({ kind: 'details', rows: given([[words.resource, agreement.resource]]) })
  yield heading(words.priceAndTotal, 100)
  yield piece({ kind: 'details', rows: totalDetails(BigInt(agreement.sum.replace('.', '')), lang) })
  yield heading(words.payment)
  yield piece({
    kind: 'details',
    rows: [
      [words.paymentTerms, agreement.paymentTerms || null],
      [words.paymentPeriod, agreement.paymentPeriod || null],
      ...given([[words.deposit, deposit]]),
    ],
  })
  yield heading(words.delivery)
  yield piece({
    kind: 'details',
    rows: [
      [words.shipmentPeriod, agreement.shipmentPeriod || null],
      [words.transferPoint, agreement.transferPoint || null],
    ],
  })
  yield heading(words.term, 80)
  yield piece({
    kind: 'details',
    rows: [
      [words.made, day(agreement.madeOn)],
      [words.from, day(agreement.startsOn)],
      [words.until, day(agreement.endsOn)],
    ],
  })
  if (agreement.auctionNumber !== null && agreement.headHash !== null) {
    yield heading(words.basis, 140)
    yield check(agreement, agreement.auctionNumber, agreement.headHash, { publicUrl, lang })
  }
  yield heading(words.signatures, 260)
  yield piece({
    kind: 'parties',
    parties: [party(words.seller, seller, lang), party(words.buyer, agreement.buyer, lang)],
  })
  yield piece({ kind: 'text', text: words.standing, soft: true })
}

const piece = (made: Piece): Piece => made

/** Rows that say something. */
function given(rows: [label: string, value: string][]): DetailRow[] {
  return rows.filter(([, value]) => value !== '')
}

function goodsColumns(words: (typeof agreementWords)[Language]) {
  return [
    { head: words.product, wrap: true },
    { head: words.unit, width: 62, wrap: true },
    { head: words.volume, width: 70, right: true },
    { head: words.price, width: 96, right: true, wrap: true },
    { head: words.total, width: 96, right: true, wrap: true },
  ]
}

/** The protocol that the agreement rests on, and the hash that its record has to end with (R8.4). */
function check(
  agreement: AgreementRecord,
  auctionNumber: number,
  headHash: string,
  { publicUrl, lang }: { publicUrl: string; lang: Language },
): Piece {
  const words = agreementWords[lang]
  const common = partyWords[lang]
  const url = checkAddress({ publicUrl, auctionNumber, headHash }, lang)
  const sign = lang === 'en' ? 'No.' : '№'
  return {
    kind: 'check',
    url,
    alt: common.code,
    rows: [
      [words.auction, [`${sign}\u00A0${auctionNumber}`, agreement.auctionTitle].filter(Boolean).join(' · ')],
      [words.protocol, `${publicUrl}/storage/files/protocol-${auctionNumber}.pdf?lang=${lang}`],
      [common.head, headHash],
      [common.checkAt, url],
    ],
  }
}

function party(heading: string, details: Party, lang: Language): PrintedParty {
  const words = partyWords[lang]
  return {
    heading,
    name: details.name,
    rows: [...partyDetails(details, words), ...signatoryDetails(details, words)],
    sign: { signature: words.signature, person: words.person },
  }
}
