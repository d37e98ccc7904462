import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { language, type Language } from '@/lib/contract/primitives'
import type { Pool, Queryable } from '@/lib/server/db/pool'
import type { Clock } from '@/lib/server/kernel/database-clock'
import type { Caller } from '@/lib/server/kernel/handler'
import { readSeller, type Party } from '@/lib/server/protocol/issuer'
import { createFileCache, printDocument } from '@/lib/server/protocol/print-document'
import { agreementDocument } from './document'

/** An agreement with everything that its print says. Names companies and nobody of their people. */
export interface AgreementRecord {
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
  /** Days in Kyiv, "2026-11-24". */
  startsOn: string | null
  endsOn: string | null
  madeOn: string
  buyer: Party
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
        coalesce(unit.unit_label, '') as unit,
        ${day('agreement.starts_on')} as "startsOn", ${day('agreement.ends_on')} as "endsOn", ${day('agreement.created_at')} as "madeOn",
        json_build_object('name', company.company_name, 'edrpou', company.edrpou, 'eic', company.eic, 'iban', company.iban,
          'taxNumber', '', 'bank', '', 'address', '', 'signatory', '', 'authority', '') as buyer,
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

export type ServeAgreement = (id: number, lang: string | null, caller: Caller) => Promise<Response | null>

interface AgreementDependencies {
  pool: Pool
  clock: Clock
  /** Where prints are kept; they can be made again at any time. */
  dataDir: string
  publicUrl: string
}

/** Counts up with every change of the layout or the words. */
const layoutVersion = 4

/** `/storage/files/agreement-<id>.pdf`: for the company whose agreement it is, and for the managers; null to everybody else. */
export function createAgreementServing({ pool, clock, dataDir, publicUrl }: AgreementDependencies): ServeAgreement {
  const files = createFileCache(join(dataDir, 'agreements'))
  return async function serveAgreement(id, asked, caller) {
    const lang = language.catch('uk').parse(asked)
    const agreement = await readAgreement(pool, id, lang)
    if (agreement === null || !mayRead(caller, agreement.companyId)) return null
    const printed = { agreement, seller: await readSeller(pool, lang), publicUrl }
    const name = createHash('sha256')
      .update(JSON.stringify([layoutVersion, lang, printed]))
      .digest('hex')
      .slice(0, 40)
    const file = await files.of(`${name}.pdf`, (path) =>
      printDocument(path, agreementDocument(printed, lang, new Date(clock.now()))),
    )
    if (file === null)
      return new Response('Busy', { status: 503, headers: { 'cache-control': 'no-store', 'retry-after': '5' } })
    return new Response(Readable.toWeb(createReadStream(file.path)) as ReadableStream, {
      headers: {
        'content-type': 'application/pdf',
        'content-length': String(file.bytes),
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
