import type { Language } from '@/lib/contract/primitives'
import { formatSum, type Sum } from '@/lib/domain/money'
import type { Day } from '@/lib/domain/payment-plan'
import { formatDate, formatIban, formatPrice } from '@/lib/i18n/formats'
import { joinCategoryTexts, joinTexts } from '@/lib/server/platform/company-sql'
import type { Queryable } from '@/lib/server/platform/db/pool'
import type { Payer } from '@/lib/domain/fulfilment'
import type { Party } from '@/lib/server/printing/issuer'
import type { DetailRow, Piece, Print } from '@/lib/server/printing/print-document'
import { time } from '@/lib/server/printing/times'
import { documentTranslators } from '@/lib/server/printing/translators'

/** What the documents of an agreement say about it. */
export interface AgreementDetails {
  number: string
  /** A day in Kyiv. */
  madeOn: Day
  product: string
  unit: string
  /** As they were when the agreement was made. */
  seller: Party
  buyer: Party
  /** The seller as banks know it. */
  recipient: string
}

export async function readDetails(db: Queryable, agreementId: number, lang: Language): Promise<AgreementDetails> {
  const { rows } = await db.query<AgreementDetails>({
    name: 'fulfilment-details',
    text: `select agreement.number, to_char(agreement.created_at at time zone 'Europe/Kyiv', 'YYYY-MM-DD') as "madeOn",
        texts.product, names.unit_label as unit, portal.agreement_seller(parties.seller, $2) as seller,
        portal.agreement_buyer(parties.buyer, agreement.company_id) as buyer, portal.agreement_seller(parties.seller, 'uk') ->> 'name' as recipient
      from cms.agreements agreement
      join portal.agreement_parties parties on parties.agreement_id = agreement.id
      left join cms.auctions auction on auction.id = agreement.auction_id
      ${joinTexts('agreements', 'agreement.id', '$2', ['product'])}
      ${joinCategoryTexts('auction.category_id', '$2')}
      where agreement.id = $1`,
    values: [agreementId, lang],
  })
  const [details] = rows
  if (details === undefined) throw new Error('The agreement no longer exists')
  return details
}

/** Writes the sums and days of a document. */
export function documentFormats(lang: Language) {
  const t = documentTranslators[lang]
  return {
    t,
    figure: (sum: Sum) => formatPrice(formatSum(sum), lang),
    money: (sum: Sum) => `${formatPrice(formatSum(sum), lang)}\u00A0${t('document.currency')}`,
    day: (day: Day | number) => formatDate(typeof day === 'number' ? day : `${day}T12:00:00Z`, lang),
  }
}

/** A document of the seller about an agreement. */
export function documentOf(
  { title, subtitle, ...frame }: { title: string; subtitle?: string; lang: Language; author: string; printedAt: Date },
  pieces: readonly Piece[],
): Omit<Print, 'pieces'> & { pieces: Piece[] } {
  const { lang, printedAt } = frame
  const printed = documentTranslators[lang]('document.printed', { at: time(printedAt.toISOString(), lang) })
  return {
    ...{ ...frame, title, tagged: true },
    pieces: [
      { kind: 'title', text: title },
      ...(subtitle === undefined ? [] : [{ kind: 'subtitle', text: subtitle } as const]),
      { kind: 'text', text: printed, soft: true },
      ...pieces,
    ],
  }
}

/** A side with the details that invoices need. */
export function sideDetails(heading: string, side: Party | Payer, lang: Language): Piece[] {
  const t = documentTranslators[lang]
  const rows: DetailRow[] = [
    [t('document.edrpou'), side.edrpou],
    [t('document.taxNumber'), side.taxNumber],
    [t('document.iban'), formatIban(side.iban)],
    [t('document.bank'), side.bank],
    [t('document.address'), side.address],
  ]
  return [
    { kind: 'heading', text: heading, keep: 80 },
    { kind: 'text', text: side.name },
    { kind: 'details', rows: rows.filter(([, value]) => value !== '') },
  ]
}
