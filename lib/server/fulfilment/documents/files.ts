import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { language, type Language } from '@/lib/contract/primitives'
import { type Day, isDay } from '@/lib/domain/payment-plan'
import { reconcile } from '@/lib/domain/reconciliation'
import { kyivDayOf } from '@/lib/domain/working-hours'
import { type Caller, contentDisposition, RefusalError, refuse } from '@/lib/server/platform/call'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool } from '@/lib/server/platform/db/pool'
import { ACCOUNTANTS, mayReadFilesOf, privateFile } from '@/lib/server/platform/private-file'
import { noLogo, type ReadLogo } from '@/lib/server/printing/issuer'
import { createFileCache, printDocument } from '@/lib/server/printing/print-document'
import { readPrints, readSignedPrint, storePrint } from '@/lib/server/printing/stored-prints'
import { type LoadedAgreement, loadAgreement } from '../open-agreement'
import { actDocument } from './act'
import { type documentOf, readDetails } from './details'
import { invoiceDocument } from './invoice'
import { reconciliationDocument, reconciliationTable } from './reconciliation'

interface Dependencies {
  pool: Pool
  clock: Clock
  /** The directory in which prints are kept. */
  dataDir: string
  readLogo?: ReadLogo
  /** Maximum number of concurrent prints; more are refused. */
  waiting?: number
}

type DocumentFormat = 'pdf' | 'xlsx' | 'csv'

/** Increase with every change of layout: it invalidates cached prints. */
const LAYOUT_VERSION = 2

const MEDIA_TYPES: Record<DocumentFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/**
 * `/storage/files/invoice-<id>.pdf`, `act-<id>.pdf` and `reconciliation-<agreement>.pdf`: for the company and the staff who may read
 * money; null for others.
 *
 * @throws {RefusalError} for a wrong period, or if too many are being made
 */
export function createFulfilmentFiles({ pool, clock, dataDir, readLogo = noLogo, waiting }: Dependencies) {
  const files = createFileCache(join(dataDir, 'fulfilment'), waiting)

  /** Prints a document once for each of its contents, whatever time it is. */
  async function print(documentAt: (at: Date) => ReturnType<typeof documentOf>): Promise<Buffer> {
    const logo = await readLogo()
    const source = createHash('sha256')
      .update(JSON.stringify([LAYOUT_VERSION, logo?.name ?? null, documentAt(new Date(0))]))
      .digest('hex')
    const file = await files.of(`${source}.pdf`, async (path) =>
      printDocument(path, documentAt(new Date(clock.now())), await logo?.readPng()),
    )
    if (file === null) throw new RefusalError(refuse('service_unavailable', { retryAfter: 5 }))
    return readFile(file.path)
  }

  async function open(agreementId: number | undefined, caller: Caller): Promise<LoadedAgreement | null> {
    if (agreementId === undefined) return null
    const agreement = await loadAgreement(pool, agreementId, { companyId: null, now: clock.now() })
    return agreement !== null && mayReadFilesOf(agreement.companyId, caller, ACCOUNTANTS) ? agreement : null
  }

  async function openOf(factId: number, kind: 'invoice_issued' | 'act_made', caller: Caller) {
    const { rows } = await pool.query<{ agreement_id: number }>(
      'select agreement_id from portal.fulfilment_facts where id = $1 and kind = $2',
      [factId, kind],
    )
    return open(rows[0]?.agreement_id, caller)
  }

  async function serveInvoice(id: number, lang: Language, caller: Caller): Promise<Response | null> {
    const agreement = await openOf(id, 'invoice_issued', caller)
    const invoice = agreement?.state.invoices.find((each) => each.id === id)
    if (!agreement || !invoice) return null
    const details = await readDetails(pool, agreement.id, lang)
    const content = await print((at) => invoiceDocument({ agreement, details, invoice }, lang, at))
    return served(content, `${invoice.type === 'penalty' ? 'claim' : 'invoice'}-${invoice.number}`, 'pdf')
  }

  /** Its bytes are stored: signatures cover them. */
  async function serveAct(id: number, lang: Language, caller: Caller): Promise<Response | null> {
    const agreement = await openOf(id, 'act_made', caller)
    const act = agreement?.state.acts.find((each) => each.id === id)
    if (!agreement || !act) return null
    const printed = { agreement, details: await readDetails(pool, agreement.id, lang), act }
    const printOf = () => print((at) => actDocument(printed, lang, at))
    if (act.cancelled !== null) return served(await printOf(), `act-${act.number}`, 'pdf')
    const signable = { agreementId: agreement.id, actId: id }
    const stored =
      (await readSignedPrint(pool, signable)) ??
      (await readPrints(pool, signable, [lang]))[0] ??
      (await storePrint(pool, signable, lang, await printOf()))
    return served(stored.content, `act-${act.number}`, 'pdf')
  }

  async function serveReconciliation(
    id: number,
    { format, lang, from, until }: { format: DocumentFormat; lang: Language; from: string; until: string },
    caller: Caller,
  ): Promise<Response | null> {
    const agreement = await open(id, caller)
    if (agreement === null) return null
    const period = periodOf(from, until, kyivDayOf(clock.now()))
    const details = await readDetails(pool, agreement.id, lang)
    const account = reconcile(agreement.terms, agreement, { ...period, dayOf: kyivDayOf })
    const printed = { details, period, account }
    const content =
      format === 'pdf'
        ? await print((at) => reconciliationDocument(printed, lang, at))
        : await reconciliationTable(printed, lang, format)
    return served(content, `reconciliation-${agreement.number}-${from}-${until}`, format)
  }

  return function serve(
    { document, id, format }: { document: 'invoice' | 'act' | 'reconciliation'; id: number; format: DocumentFormat },
    query: { lang?: string | undefined; from?: string | undefined; until?: string | undefined },
    caller: Caller,
  ): Promise<Response | null> {
    const lang = language.catch('uk').parse(query.lang)
    if (document === 'reconciliation')
      return serveReconciliation(id, { format, lang, from: query.from ?? '', until: query.until ?? '' }, caller)
    if (format !== 'pdf') return Promise.resolve(null)
    return document === 'invoice' ? serveInvoice(id, lang, caller) : serveAct(id, lang, caller)
  }
}

/** @throws {RefusalError} */
function periodOf(from: string, until: string, today: Day): { from: Day; until: Day } {
  if (!isDay(from) || !isDay(until) || until < from || until > today) throw new RefusalError(refuse('period_wrong'))
  return { from, until }
}

function served(content: Uint8Array, name: string, format: DocumentFormat): Response {
  const fileName = `${name.replace(/[^\w.-]+/g, '-')}.${format}`
  return privateFile(new Uint8Array(content), {
    mediaType: MEDIA_TYPES[format],
    disposition: contentDisposition(format === 'pdf' ? 'inline' : 'attachment', fileName),
  })
}
