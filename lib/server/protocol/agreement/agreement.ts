import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Language, language } from '@/lib/contract/primitives'
import type { Pool, Queryable } from '@/lib/server/db/pool'
import type { Caller } from '@/lib/server/kernel/handler'
import { type DetailRow, events, pageLook } from '@/lib/server/protocol/document'
import { createPdfCache, type PrintableDocument } from '@/lib/server/protocol/pdf-cache'
import { agreementWords } from './words'
import { number } from '@/lib/server/protocol/course'

/** An agreement with everything that its print says. Names companies and nobody of their people. */
interface AgreementRecord {
  companyId: number
  number: string
  name: string
  product: string
  /** Wire decimals; the unit as the language writes it, empty where no auction stands behind the agreement. */
  quantity: string
  price: string
  sum: string
  deposit: string | null
  unit: string
  priceUnit: string
  /** Days in Kyiv, "2026-11-24". */
  startsOn: string | null
  endsOn: string | null
  madeOn: string
  seller: string
  buyer: string
  edrpou: string
  eic: string
  iban: string
  auctionNumber: number | null
  auctionTitle: string
  paymentTerms: string
  paymentPeriod: string
  shipmentPeriod: string
  transferPoint: string
  resource: string
  /** The last hash of the auction's record (R8.4). */
  headHash: string | null
}

const day = (column: string) => `to_char(${column} at time zone 'Europe/Kyiv', 'YYYY-MM-DD')`
/** Another language's text is better than none. */
const text = (column: string) => `coalesce(nullif(words.${column}, ''), original.${column}, '')`

async function readAgreement(db: Queryable, id: number, lang: Language): Promise<AgreementRecord | null> {
  const { rows } = await db.query<AgreementRecord>({
    name: 'agreement-record',
    text: `select agreement.company_id as "companyId", agreement.number,
        coalesce(nullif(texts.name, ''), fallback.name, '') as name, coalesce(nullif(texts.product, ''), fallback.product, '') as product,
        agreement.quantity, agreement.price, agreement.sum, nullif(agreement.deposit, '') as deposit,
        coalesce(unit.unit_label, '') as unit, coalesce(unit.price_unit_label, '') as "priceUnit",
        ${day('agreement.starts_on')} as "startsOn", ${day('agreement.ends_on')} as "endsOn", ${day('agreement.created_at')} as "madeOn",
        coalesce((select company_name from cms.settings_locales where _locale::text in ($2, 'uk') order by _locale::text = $2 desc limit 1), '') as seller,
        company.company_name as buyer, company.edrpou, company.eic, company.iban,
        auction.number::integer as "auctionNumber", ${text('title')} as "auctionTitle", ${text('payment_terms')} as "paymentTerms",
        ${text('payment_period')} as "paymentPeriod", ${text('shipment_period')} as "shipmentPeriod", ${text('transfer_point')} as "transferPoint",
        ${text('resource')} as resource, head.last_hash as "headHash"
      from cms.agreements agreement
      join cms.companies company on company.id = agreement.company_id
      left join cms.agreements_locales texts on texts._parent_id = agreement.id and texts._locale::text = $2
      left join cms.agreements_locales fallback on fallback._parent_id = agreement.id and fallback._locale = 'uk'
      left join cms.auctions auction on auction.id = agreement.auction_id
      left join cms.auctions_locales words on words._parent_id = auction.id and words._locale::text = $2
      left join cms.auctions_locales original on original._parent_id = auction.id and original._locale = 'uk'
      left join cms.categories_locales unit on unit._parent_id = auction.category_id and unit._locale::text = $2
      left join portal.auction_heads head on head.auction_id = auction.id
      where agreement.id = $1`,
    values: [id, lang],
  })
  return rows[0] ?? null
}

/** The agreement as a document to print. `publicUrl`: where the protocol that it rests on is read. */
function agreementDocument(agreement: AgreementRecord, lang: Language, publicUrl: string): PrintableDocument {
  const words = agreementWords[lang]
  const figure = (decimal: string) => number(decimal, lang)
  const title = words.title(agreement.number)
  const money = (sum: string | null) => (sum === null ? '' : `${figure(sum)} ${words.currency}`)
  const section = (heading: string, rows: readonly DetailRow[]) => {
    const known = rows.filter(([, value]) => value !== '')
    return known.length === 0 ? [] : [{ text: heading, style: 'heading' }, events(known)]
  }
  const protocol =
    agreement.auctionNumber === null
      ? ''
      : `${publicUrl}/storage/files/protocol-${agreement.auctionNumber}.pdf?lang=${lang}`
  return {
    definition: {
      info: { title },
      ...pageLook,
      defaultStyle: { ...pageLook.defaultStyle, fontSize: 10, lineHeight: 1.35 },
      content: [
        { text: title, style: 'title' },
        { text: agreement.name === title ? agreement.product : agreement.name, fontSize: 12, margin: [0, 2, 0, 0] },
        ...section(words.parties, [
          [words.seller, agreement.seller],
          [words.buyer, agreement.buyer],
          [words.edrpou, agreement.edrpou],
          [words.eic, agreement.eic],
          [words.iban, agreement.iban],
        ]),
        ...section(words.subject, [
          [words.product, agreement.product],
          [words.resource, agreement.resource],
          [words.quantity, `${figure(agreement.quantity)} ${agreement.unit}`.trim()],
          [words.price, `${figure(agreement.price)} ${agreement.priceUnit || words.currency}`],
          [words.sum, money(agreement.sum)],
          [words.deposit, money(agreement.deposit)],
        ]),
        ...section(words.terms, [
          [words.made, shownDay(agreement.madeOn)],
          [words.from, shownDay(agreement.startsOn)],
          [words.until, shownDay(agreement.endsOn)],
          [words.paymentTerms, agreement.paymentTerms],
          [words.paymentPeriod, agreement.paymentPeriod],
          [words.shipmentPeriod, agreement.shipmentPeriod],
          [words.transferPoint, agreement.transferPoint],
        ]),
        ...(agreement.auctionNumber === null
          ? []
          : [
              { text: words.basis, style: 'heading' },
              { text: [words.auction(agreement.auctionNumber), agreement.auctionTitle].filter(Boolean).join(' · ') },
              {
                text: [
                  { text: `${words.protocol}: `, style: 'label' },
                  { text: protocol, link: protocol },
                ],
                margin: [0, 4, 0, 0] as [number, number, number, number],
              },
              {
                text: [
                  { text: `${words.head}: `, style: 'label' },
                  { text: agreement.headHash ?? '', style: 'hash' },
                ],
                margin: [0, 4, 0, 0] as [number, number, number, number],
              },
            ]),
        { text: words.standing, style: 'label', margin: [0, 24, 0, 0] },
      ],
    },
    footer: `${title} · ${words.page}`,
  }
}

/** "2026-11-24" as it is written in the countries of these languages. */
function shownDay(day: string | null): string {
  return day === null ? '' : day.split('-').reverse().join('.')
}

export type ServeAgreement = (id: number, lang: string | null, caller: Caller) => Promise<Response | null>

/** Counts up with every change of the layout or the words. */
const layoutVersion = 2

/** `/storage/files/agreement-<id>.pdf`: for the company whose agreement it is, and for the managers; null to everybody else. */
export function createAgreementServing({
  pool,
  dataDir,
  publicUrl,
}: {
  pool: Pool
  dataDir: string
  publicUrl: string
}): ServeAgreement {
  const pdfs = createPdfCache(join(dataDir, 'agreements'))
  return async function serveAgreement(id, asked, caller) {
    const lang = language.catch('uk').parse(asked)
    const agreement = await readAgreement(pool, id, lang)
    if (agreement === null || !mayRead(caller, agreement.companyId)) return null
    const tag = createHash('sha256')
      .update(JSON.stringify([layoutVersion, lang, publicUrl, agreement]))
      .digest('hex')
      .slice(0, 40)
    const pdf = await pdfs.printed(tag, () => agreementDocument(agreement, lang, publicUrl))
    return new Response(new Uint8Array(pdf), {
      headers: {
        'content-type': 'application/pdf',
        'content-length': String(pdf.length),
        'content-disposition': `inline; filename="agreement-${agreement.number.replace(/[^\w.-]+/g, '-')}.pdf"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      },
    })
  }
}

function mayRead(caller: Caller, owner: number): boolean {
  if (caller.kind === 'staff') return caller.role !== 'editor'
  return caller.kind === 'account' && caller.accountId === owner
}
