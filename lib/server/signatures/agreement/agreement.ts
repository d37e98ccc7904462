import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { language, type Language } from '@/lib/contract/primitives'
import { keptPlan } from '@/lib/contract/payment-plan'
import { type MissingTerm, missingTerm } from '@/lib/contract/signatures'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { joinTexts } from '@/lib/server/platform/company-sql'
import type { Clock } from '@/lib/server/platform/clock'
import { type Caller, RefusalError, refuse } from '@/lib/server/platform/call'
import { mayReadFilesOf, privateFile } from '@/lib/server/platform/private-file'
import { recordedLot } from '@/lib/server/events/protocol'
import { createFileCache, printDocument } from '@/lib/server/printing/print-document'
import { readLotEntries } from '@/lib/server/events/protocol'
import { noLogo, type ReadLogo, type ServeMedia } from '@/lib/server/printing/issuer'
import { agreementDocument, type AgreementRecord, type AgreementToPrint } from './document'
import { readPrints, readSignedPrint, type StoredPrint, storePrint } from '@/lib/server/printing/stored-prints'

const day = (column: string) => `to_char(${column} at time zone 'Europe/Kyiv', 'YYYY-MM-DD')`

async function readAgreement(db: Queryable, id: number, lang: Language): Promise<AgreementRecord | null> {
  const { rows } = await db.query<Omit<AgreementRecord, 'lot' | 'plan'> & { plan: unknown; recordOf: number | null }>({
    name: 'agreement-record',
    text: `select agreement.company_id as "companyId", agreement.number,
        texts.name, texts.product, agreement.quantity, agreement.price, agreement.sum, nullif(agreement.deposit, '') as deposit,
        ${day('agreement.starts_on')} as "startsOn", ${day('agreement.ends_on')} as "endsOn", ${day('agreement.created_at')} as "madeOn",
        portal.agreement_seller(parties.seller, $2) as seller,
        portal.agreement_buyer(parties.buyer, agreement.company_id) as buyer, parties.draft_file as "draftFile", parties.plan,
        auction.number::integer as "auctionNumber", head.last_hash as "headHash", head.auction_id as "recordOf"
      from cms.agreements agreement
      join portal.agreement_parties parties on parties.agreement_id = agreement.id
      ${joinTexts('agreements', 'agreement.id', '$2', ['name', 'product'])}
      left join cms.auctions auction on auction.id = agreement.auction_id
      left join portal.auction_heads head on head.auction_id = auction.id
      where agreement.id = $1`,
    values: [id, lang],
  })
  const [row] = rows
  if (row === undefined) return null
  const { recordOf, ...agreement } = row
  const record = recordOf === null ? null : recordedLot(await readLotEntries(db, recordOf))
  return { ...agreement, plan: keptPlan(row.plan), lot: record?.texts[lang] ?? null }
}

export type ServeAgreement = (id: number, lang: string | null, caller: Caller) => Promise<Response | null>

interface AgreementDependencies {
  pool: Pool
  clock: Clock
  /** The directory in which prints are created; they are stored in the database. */
  dataDir: string
  publicUrl: string
  readLogo?: ReadLogo
  serveMedia: ServeMedia
  /** Maximum number of concurrent prints; more are refused. */
  waiting?: number
}

const signableOf = (agreementId: number) => ({ agreementId, actId: null })

/** Increase with every change of layout or text: it invalidates cached prints. */
const LAYOUT_VERSION = 10

/**
 * `/storage/files/agreement-<id>.pdf`: for its company and for the managers; null for other callers.
 *
 * @throws {RefusalError} if too many are being made, or the draft agreement cannot be read: the contract must identify it
 */
export function createAgreementServing({
  pool,
  clock,
  dataDir,
  publicUrl,
  readLogo = noLogo,
  serveMedia,
  waiting,
}: AgreementDependencies): ServeAgreement {
  const files = createFileCache(join(dataDir, 'agreements'), waiting)

  async function hashOfMedia(name: string): Promise<string> {
    const file = await serveMedia(name)
    if (file === null) throw new RefusalError(refuse('service_unavailable', { retryAfter: 5 }))
    return createHash('sha256')
      .update(Buffer.from(await file.arrayBuffer()))
      .digest('hex')
  }

  /** The PDF of the agreement as it is now, printed once. */
  async function currentPrint(agreement: AgreementRecord, id: number, lang: Language): Promise<StoredPrint> {
    const printed = { agreement, publicUrl }
    const source = sourceOf(printed, lang)
    const [existing] = await readPrints(pool, signableOf(id), [source])
    if (existing !== undefined) return existing
    const draftSha256 = agreement.draftFile === null ? null : await hashOfMedia(agreement.draftFile)
    const logo = await readLogo()
    const file = await files.of(`${source}.pdf`, async (path) =>
      printDocument(
        path,
        agreementDocument({ ...printed, draftSha256 }, lang, new Date(clock.now())),
        await logo?.readPng(),
      ),
    )
    if (file === null) throw new RefusalError(refuse('service_unavailable', { retryAfter: 5 }))
    return storePrint(pool, signableOf(id), source, await readFile(file.path))
  }

  return async function serveAgreement(id, requestedLanguage, caller) {
    const lang = language.catch('uk').parse(requestedLanguage)
    const agreement = await readAgreement(pool, id, lang)
    if (agreement === null || !mayReadFilesOf(agreement.companyId, caller)) return null
    const print = (await readSignedPrint(pool, signableOf(id))) ?? (await currentPrint(agreement, id, lang))
    return privateFile(new Uint8Array(print.content), {
      mediaType: 'application/pdf',
      disposition: `inline; filename="${documentFileName('agreement', agreement.number)}.pdf"`,
    })
  }
}

/** Identifies a print by its inputs. */
function sourceOf(printed: Omit<AgreementToPrint, 'draftSha256'>, lang: Language): string {
  return createHash('sha256')
    .update(JSON.stringify([LAYOUT_VERSION, lang, printed]))
    .digest('hex')
    .slice(0, 40)
}

/** The prints that may be signed: downloaded ones of the present agreement, in any language. */
export async function readSignablePrints(db: Queryable, publicUrl: string, id: number): Promise<StoredPrint[]> {
  const sources: string[] = []
  for (const lang of language.options) {
    const agreement = await readAgreement(db, id, lang)
    if (agreement !== null) sources.push(sourceOf({ agreement, publicUrl }, lang))
  }
  return readPrints(db, signableOf(id), sources)
}

/** The missing terms, without which the agreement may not be signed: each is printed as a line to fill in (R15.3). */
export async function readMissingTerms(db: Queryable, id: number): Promise<MissingTerm[]> {
  const agreement = await readAgreement(db, id, 'uk')
  if (agreement === null) return []
  const { seller, buyer, startsOn, endsOn } = agreement
  const terms: Record<MissingTerm, string | null> = {
    starts_on: startsOn,
    ends_on: endsOn,
    seller_name: seller.name,
    seller_edrpou: seller.edrpou,
    seller_tax_number: seller.taxNumber,
    seller_eic: seller.eic,
    seller_iban: seller.iban,
    seller_bank: seller.bank,
    seller_address: seller.address,
    seller_signatory: seller.signatory,
    seller_authority: seller.authority,
    buyer_tax_number: buyer.taxNumber,
    buyer_bank: buyer.bank,
    buyer_address: buyer.address,
    buyer_signatory: buyer.signatory,
    buyer_authority: buyer.authority,
  }
  return missingTerm.options.filter((term) => !terms[term])
}

export function documentFileName(kind: 'agreement' | 'act', number: string): string {
  return `${kind}-${number.replace(/[^\w.-]+/g, '-')}`
}
