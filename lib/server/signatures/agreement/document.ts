import { agreementTexts } from '@/lib/contract/lot-fields'
import type { Language } from '@/lib/contract/primitives'
import type { ProtocolAuction } from '@/lib/contract/protocol'
import type { PaymentPlan } from '@/lib/domain/payment-plan'
import { formatDate, formatPrice, formatQuantity, numberSign } from '@/lib/i18n/formats'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import { time } from '@/lib/server/printing/times'
import { checkAddress, totalDetails } from '@/lib/server/printing/amount-in-words'
import { printedPlan } from '@/lib/server/printing/plan'
import { type Party, printedParty } from '@/lib/server/printing/issuer'
import type { DetailRow, Piece, Print } from '@/lib/server/printing/print-document'
import { type DocumentTranslator, documentTranslators } from '@/lib/server/printing/translators'

/** All data of a printed agreement. The signatories are the only people in it. */
export interface AgreementRecord {
  companyId: number
  number: string
  name: string
  product: string
  /** Wire decimals. */
  quantity: string
  price: string
  sum: string
  deposit: string | null
  /** Days in Kyiv, "2026-11-24". */
  startsOn: string | null
  endsOn: string | null
  madeOn: string
  /** As they were when the agreement was made. */
  seller: Party
  buyer: Party
  /** The draft agreement that was published with the lot, a file of the media library. */
  draftFile: string | null
  plan: PaymentPlan
  auctionNumber: number | null
  /** The last hash of the auction's record (R8.4). */
  headHash: string | null
  /** As recorded by the auction, whose record ends with its completion; null for an agreement without an auction. */
  lot: ProtocolAuction['texts'][Language] | null
}

export interface AgreementToPrint {
  agreement: AgreementRecord
  /** The portal's address, for the protocol and the check. */
  publicUrl: string
  /** Of the draft agreement, hex; null without one. */
  draftSha256: string | null
}

/** The agreement as a contract to sign, with its details, and a line to fill in for each missing one. */
export function agreementDocument(printed: AgreementToPrint, lang: Language, printedAt: Date): Print {
  const title = documentTranslators[lang]('agreement.title', { number: printed.agreement.number })
  return {
    title,
    author: printed.agreement.seller.name,
    lang,
    tagged: true,
    printedAt,
    pieces: [...pieces(printed, title, lang, printedAt)],
  }
}

function* pieces(
  { agreement, publicUrl, draftSha256 }: AgreementToPrint,
  title: string,
  lang: Language,
  printedAt: Date,
): Generator<Piece> {
  const t = documentTranslators[lang]
  const { lot } = agreement
  let section = 0
  const heading = (text: string, keep?: number): Piece => ({ kind: 'heading', text: `${++section}. ${text}`, keep })
  const lotTexts = (place: Parameters<typeof agreementTexts>[0]) =>
    agreementTexts(place).map((name): DetailRow => [LOT_LABELS[lang].fields[name], lot?.[name] || null])
  const day = (date: string | null) => (date === null ? null : formatDate(`${date}T12:00:00Z`, lang))
  const deposit: DetailRow[] =
    agreement.deposit === null
      ? []
      : [[t('agreement.deposit'), `${formatPrice(agreement.deposit, lang)}\u00A0${t('document.currency')}`]]

  yield { kind: 'title', text: title }
  const name = agreement.name.replaceAll('\u00A0', ' ')
  if (name !== '' && name !== title.replaceAll('\u00A0', ' ')) yield { kind: 'subtitle', text: agreement.name }
  yield { kind: 'text', text: t('document.printed', { at: time(printedAt.toISOString(), lang) }), soft: true }
  yield { kind: 'text', text: t('agreement.preamble', { auction: agreement.auctionNumber ?? 'none' }) }

  yield heading(t('agreement.subject'), 110)
  yield { kind: 'text', text: t('agreement.transfer') }
  yield { kind: 'table', columns: goodsColumns(t) }
  yield {
    kind: 'rows',
    rows: [
      [
        agreement.product,
        lot?.unit || '—',
        formatQuantity(agreement.quantity, lang),
        formatPrice(agreement.price, lang),
        formatPrice(agreement.sum, lang),
      ],
    ],
  }
  yield { kind: 'details', rows: lotTexts('subject').filter(([, value]) => value !== null) }
  yield heading(t('agreement.priceAndTotal'), 100)
  yield { kind: 'details', rows: totalDetails([BigInt(agreement.sum.replace('.', ''))], lang) }
  yield heading(t('agreement.payment'))
  yield {
    kind: 'details',
    rows: [
      ...lotTexts('payment'),
      [LOT_LABELS[lang].fields.payment_plan, printedPlan(agreement.plan, lang)],
      ...deposit,
    ],
  }
  yield heading(t('agreement.delivery'))
  yield { kind: 'details', rows: lotTexts('delivery') }
  yield heading(t('agreement.term'), 80)
  yield {
    kind: 'details',
    rows: [
      [t('agreement.made'), day(agreement.madeOn)],
      [t('agreement.from'), day(agreement.startsOn)],
      [t('agreement.until'), day(agreement.endsOn)],
    ],
  }
  if (agreement.draftFile !== null) {
    yield heading(t('agreement.otherTerms'), 90)
    yield { kind: 'text', text: t('agreement.draftApplies') }
    yield {
      kind: 'details',
      rows: [
        [t('agreement.draft'), `${publicUrl}/storage/media/${agreement.draftFile}`],
        [t('agreement.draftHash'), draftSha256],
      ],
    }
  }
  if (agreement.auctionNumber !== null && agreement.headHash !== null) {
    yield heading(t('agreement.basis'), 140)
    yield check(agreement, agreement.auctionNumber, agreement.headHash, { publicUrl, lang })
  }
  yield heading(t('agreement.signatures'), 260)
  yield {
    kind: 'parties',
    parties: [
      printedParty(t('agreement.seller'), agreement.seller, t),
      { ...printedParty(t('agreement.buyer'), agreement.buyer, t), unknown: t('agreement.fillIn') },
    ],
  }
  yield { kind: 'text', text: t('agreement.standing'), soft: true }
}

function goodsColumns(t: DocumentTranslator) {
  return [
    { head: t('agreement.product'), wrap: true },
    { head: t('agreement.unit'), width: 62, wrap: true },
    { head: t('document.volume'), width: 70, right: true },
    { head: t('agreement.price'), width: 96, right: true, wrap: true },
    { head: t('agreement.total'), width: 96, right: true, wrap: true },
  ]
}

/** The auction's protocol and the hash that its record must end with (R8.4). */
function check(
  agreement: AgreementRecord,
  auctionNumber: number,
  headHash: string,
  { publicUrl, lang }: { publicUrl: string; lang: Language },
): Piece {
  const t = documentTranslators[lang]
  const url = checkAddress({ publicUrl, auctionNumber, headHash }, lang)
  return {
    kind: 'check',
    url,
    alt: t('document.code'),
    rows: [
      [t('agreement.auction'), [numberSign(auctionNumber, lang), agreement.lot?.title].filter(Boolean).join(' · ')],
      [t('agreement.protocol'), `${publicUrl}/storage/files/protocol-${auctionNumber}.pdf?lang=${lang}`],
      [t('document.head'), headHash],
      [t('document.checkAt'), url],
    ],
  }
}
