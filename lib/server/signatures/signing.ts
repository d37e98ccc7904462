import type { Agreement } from '@/lib/contract/cabinet'
import { language } from '@/lib/contract/primitives'
import {
  type AgreementSigning,
  isVerified,
  type MissingTerm,
  type SignatureVerdict,
  type SignedDocument,
} from '@/lib/contract/signatures'
import { agreementStatus } from '@/lib/server/platform/company-sql'
import { fileAddress, type InspectedFile, type InspectFile, storeFile, senderOf } from '@/lib/server/platform/files'
import { type Call, type Outcome, type RefusedOutcome, refuse, withOutcome } from '@/lib/server/platform/call'
import { audit } from '@/lib/server/platform/audit'
import { queueEmail } from '@/lib/server/jobs/emails'
import { kyivDate } from '@/lib/i18n/formats'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool, PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { documentFileName, readMissingTerms, readSignablePrints } from '@/lib/server/signatures/agreement/agreement'
import { readPrints, readSignedPrint, type Signable, type StoredPrint } from '@/lib/server/printing/stored-prints'
import { compareEdrpou, type SignatureChecks } from './checks'
import { readSignatureDecision } from '@/lib/server/platform/signature-decision'
import { startsWith } from './message'

export type SigningSide = 'buyer' | 'organiser' | 'paper'

/** An agreement or one of its acts, with both sides. */
interface SignableRow extends Signable {
  number: string
  company_id: number
  status: Agreement['status']
  buyer_edrpou: string | null
  seller_edrpou: string | null
}

export type SignableAct = Signable & { readonly actId: number }

/** The acts of agreements, which are signed as these are (R16.5). */
export interface SignableActs {
  /** Null for an unknown act, or one of another agreement; a cancelled one is archived. */
  read(db: Queryable, act: SignableAct): Promise<Pick<SignableRow, 'number' | 'status'> | null>
  /** Records in the transaction of `client` that a side signs; refuses if it may not. */
  sign(client: PoolClient, act: SignableAct, signed: { side: SigningSide; by: SignedBy }): Promise<Outcome<unknown>>
}

/** The call of a buyer, who signs its own agreements, or of the staff, who sign any. */
export type SigningCall = Pick<Call, 'caller' | 'signal'>
export type SignedBy = { companyId: number; personId: number } | { staffId: number }

interface SigningDependencies {
  pool: Pool
  clock: Clock
  checks: SignatureChecks
  acts: SignableActs
  publicUrl: string
  inspectFile: InspectFile
}

/** How a manager checked signatures that the portal could not verify, and on which day in Kyiv. */
interface ManualCheck {
  how: string
  on: string
  /** The address of the buyer's signature that was checked. */
  of?: string | undefined
}

/** Signing agreements (R15.2) and their acts: the buyer first, then the organiser, over the same PDF; or both on paper. */
export function createAgreementSignings({ pool, clock, checks, acts, publicUrl, inspectFile }: SigningDependencies) {
  async function readSignable(signable: Signable, companyId: number | null): Promise<SignableRow | null> {
    const agreement = await readAgreement(pool, signable.agreementId, companyId)
    if (agreement === null || !isAct(signable)) return agreement && { ...agreement, ...signable }
    const act = await acts.read(pool, signable)
    return act && { ...agreement, ...signable, ...act }
  }

  /** The prints that may be signed: the signed one, or those that were downloaded. */
  async function readPrintsToSign(db: Queryable, signable: Signable): Promise<StoredPrint[]> {
    const signed = await readSignedPrint(db, signable)
    if (signed !== null) return [signed]
    return isAct(signable)
      ? readPrints(db, signable, language.options)
      : readSignablePrints(db, publicUrl, signable.agreementId)
  }

  /** Refuses if the side may not sign; records that it does. */
  async function refusalOf(client: PoolClient, { document, side, by }: Pick<Signing, 'document' | 'side' | 'by'>) {
    if (!isAct(document)) return refusalOfAgreement(client, document.agreementId, side)
    const signed = await acts.sign(client, document, { side, by })
    return signed.ok ? null : signed
  }

  /** Verifies a stored signature against the certificates that are trusted now. */
  async function readSide(
    { document, side }: { document: SignableRow; side: 'buyer' | 'organiser' },
    { signatures, print }: { signatures: Map<SigningSide, SignatureRow>; print: StoredPrint | null },
    call: SigningCall,
  ): Promise<AgreementSigning['buyer']> {
    const signature = signatures.get(side)
    if (signature === undefined || print === null) return null
    const beside = { name: pdfNameOf(document), content: print.content, since: print.printed_at }
    const checked = await checks.checkFile(signature.file_id, senderOf(call), beside)
    if (checked === null) return null
    const contents = compareEdrpou(checked, edrpouOf(document, side))
    const verified = isVerified(contents)
    // What decided when the document came into force stays.
    if (verified !== signature.verified && document.status === 'signed_by_buyer')
      await pool.query(
        `update portal.agreement_signatures set verified = $4
         where agreement_id = $1 and act_id is not distinct from $2 and side = $3 and file_id = $5`,
        [document.agreementId, document.actId, side, verified, signature.file_id],
      )
    return { ...signingOf(signature), document: contents, verified }
  }

  return {
    /** Null for an unknown document, or one of another company. */
    async read(signable: Signable, call: SigningCall): Promise<AgreementSigning | null> {
      const document = await readSignable(signable, companyIdOf(call))
      if (document === null) return null
      const print = await readSignedPrint(pool, signable)
      const signatures = await readSignatures(pool, signable)
      const paper = signatures.get('paper')
      return {
        status: document.status,
        missing: await readMissing(pool, document),
        pdf_sha256: print?.sha256 ?? null,
        buyer: await readSide({ document, side: 'buyer' }, { signatures, print }, call),
        organiser: await readSide({ document, side: 'organiser' }, { signatures, print }, call),
        paper: paper === undefined ? null : signingOf(paper),
        decision: await readSignatureDecision(pool, signable),
        container: signatures.has('organiser') ? `/storage/files/${addressOf(signable)}.signed` : null,
      }
    },

    /** @param check of the organiser only, which brings the document into force over signatures that are not verified */
    async sign(
      signable: Signable,
      file: File,
      call: SigningCall,
      check: ManualCheck | null = null,
    ): Promise<Outcome<null>> {
      const companyId = companyIdOf(call)
      const side = companyId === null ? 'organiser' : 'buyer'
      const document = await readSignable(signable, companyId)
      if (document === null) return refuse('not_found')
      const inspected = signatureIn(await inspectFile(file, call))
      if (!inspected.ok) return inspected
      const prints = await readPrintsToSign(pool, signable)
      if ((await readMissing(pool, document)).length > 0) return refuse('agreement_incomplete')
      const found = await findSignedPrint(checks, { document, side, inspected: inspected.answer, prints, call })
      if (!found.ok) return found
      const { print, contents } = found.answer
      if (side === 'organiser') {
        if (!contents.signatures.every(({ verdict }) => INTACT.has(verdict))) return refuse('own_signature_unverified')
        // Certificates may have become trusted since the buyer signed.
        const stored = {
          signatures: await readSignatures(pool, signable),
          print: await readSignedPrint(pool, signable),
        }
        await readSide({ document, side: 'buyer' }, stored, call)
      }
      const signing: Signing = { document, side, by: signedBy(call), print, contents }
      return withOutcome(pool, async (client) => {
        const refused = await refusalOf(client, signing)
        if (refused) return refused
        // In the meantime the buyer may have signed another print, or a manager may have changed the terms.
        const current = await readPrintsToSign(client, signable)
        if (!current.some(({ id }) => id === print.id)) return refuse('signature_of_another_file')
        if (side === 'organiser') {
          const undecided = await decide(client, signing, check, kyivDate(new Date(clock.now())))
          if (undecided) return undecided
        }
        return storeSigned(client, signing, inspected.answer)
      })
    },

    async markSignedOnPaper(signable: Signable, file: File, call: SigningCall): Promise<Outcome<null>> {
      const document = await readSignable(signable, null)
      if (document === null) return refuse('not_found')
      const inspected = await inspectFile(file, call)
      if (!inspected.ok) return inspected
      const signing: Signing = { document, side: 'paper', by: signedBy(call), print: null, contents: null }
      return withOutcome(pool, async (client) => {
        const refused = await refusalOf(client, signing)
        if (refused) return refused
        if ((await readMissing(client, document)).length > 0) return refuse('agreement_incomplete')
        return storeSigned(client, signing, inspected.answer)
      })
    },
  }
}

const isAct = (signable: Signable): signable is SignableAct => signable.actId !== null

const addressOf = ({ agreementId, actId }: Signable) => (actId === null ? `agreement-${agreementId}` : `act-${actId}`)

async function readAgreement(
  db: Queryable,
  id: number,
  companyId: number | null,
): Promise<Omit<SignableRow, keyof Signable> | null> {
  const { rows } = await db.query<Omit<SignableRow, keyof Signable>>(
    `select agreement.number, agreement.company_id, ${agreementStatus('agreement')} as status,
       nullif(parties.buyer ->> 'edrpou', '') as buyer_edrpou, nullif(portal.agreement_seller(parties.seller, 'uk') ->> 'edrpou', '') as seller_edrpou
     from cms.agreements agreement join portal.agreement_parties parties on parties.agreement_id = agreement.id
     where agreement.id = $1 and ($2::integer is null or agreement.company_id = $2)`,
    [id, companyId],
  )
  return rows[0] ?? null
}

/** The missing terms (R15.3). Those of a signed agreement are complete, and an act has the agreement's. */
async function readMissing(db: Queryable, { agreementId, actId, status }: SignableRow): Promise<MissingTerm[]> {
  return actId === null && status === 'awaiting_signature' ? readMissingTerms(db, agreementId) : []
}

interface SignatureRow {
  side: SigningSide
  file_id: number
  name: string
  /** Null: a scan. */
  verified: boolean | null
  at: Date
  by: string | null
}

async function readSignatures(
  db: Queryable,
  { agreementId, actId }: Signable,
): Promise<Map<SigningSide, SignatureRow>> {
  const { rows } = await db.query<SignatureRow>(
    `select signature.side, signature.file_id, file.name, signature.verified, signature.at,
       coalesce(nullif(concat_ws(', ', company.company_short_name, portal.person_name(person)), ''), staff.name) as by
     from portal.agreement_signatures signature join portal.files file on file.id = signature.file_id
     left join cms.companies company on company.id = signature.company_id
     left join portal.people person on person.id = signature.person_id
     left join cms.staff staff on staff.id = signature.staff_id
     where signature.agreement_id = $1 and signature.act_id is not distinct from $2`,
    [agreementId, actId],
  )
  return new Map(rows.map((row) => [row.side, row]))
}

function signingOf({ at, by, file_id: fileId, name }: SignatureRow) {
  return { at: at.toISOString(), by, url: fileAddress(fileId), name }
}

function companyIdOf({ caller }: SigningCall): number | null {
  return caller.kind === 'account' ? caller.companyId : null
}

function signedBy({ caller }: SigningCall): SignedBy {
  if (caller.kind === 'visitor') throw new Error('visitors cannot sign')
  return caller.kind === 'account'
    ? { companyId: caller.companyId, personId: caller.personId }
    : { staffId: caller.staffId }
}

function pdfNameOf({ number, actId }: SignableRow): string {
  return `${documentFileName(actId === null ? 'agreement' : 'act', number)}.pdf`
}

function edrpouOf(document: SignableRow, side: 'buyer' | 'organiser'): string | null {
  return side === 'buyer' ? document.buyer_edrpou : document.seller_edrpou
}

const PDF_TYPE = 'application/pdf'
const ZIP_TYPE = 'application/zip'

function signatureIn(inspected: Outcome<InspectedFile>): Outcome<InspectedFile> {
  if (!inspected.ok) return inspected.refusal.code === 'file_type_refused' ? refuse('signature_expected') : inspected
  const { mediaType, signed } = inspected.answer
  if (signed) return inspected
  if (mediaType === PDF_TYPE) return refuse('signature_missing_in_pdf')
  return refuse(mediaType === ZIP_TYPE ? 'signature_missing_in_archive' : 'signature_expected')
}

interface SignedPrint {
  print: StoredPrint
  contents: SignedDocument
}

const REFUSED_VERDICTS = [
  ['altered', 'signature_altered'],
  ['no_certificate', 'signature_without_certificate'],
  ['wrong', 'signature_wrong'],
  ['changed_after', 'signature_of_changed_pdf'],
] as const satisfies [SignatureVerdict, string][]

/** The print that every signature of the file covers. */
async function findSignedPrint(
  checks: SignatureChecks,
  signed: {
    document: SignableRow
    side: 'buyer' | 'organiser'
    inspected: InspectedFile
    prints: StoredPrint[]
    call: SigningCall
  },
): Promise<Outcome<SignedPrint>> {
  const { document, side, inspected, prints, call } = signed
  const { file, mediaType } = inspected
  const content = Buffer.from(await file.arrayBuffer())
  const beside = prints.map((print) => ({
    name: pdfNameOf(document),
    content: print.content,
    since: print.printed_at,
  }))
  const checked = await checks.check({ name: file.name, content }, beside, senderOf(call))
  // A PDF may have a time stamp, or a place for a signature, and none.
  if (checked.problem === 'unreadable' && mediaType === PDF_TYPE) return refuse('signature_missing_in_pdf')
  if (checked.problem !== null) return refuse('signature_unreadable')
  for (const [verdict, code] of REFUSED_VERDICTS)
    if (checked.signatures.some((signature) => signature.verdict === verdict)) return refuse(code)
  const isCovered = (name: string) => checked.signatures.every(({ covers }) => covers.includes(name))
  const covered = checked.files.filter(({ name }) => isCovered(name))
  const print = prints.find(({ sha256 }) =>
    covered.some((each) => each.sha256 === sha256 || each.revision_of === sha256),
  )
  if (print !== undefined)
    return { ok: true, answer: { print, contents: compareEdrpou(checked, edrpouOf(document, side)) } }
  if (checked.form === 'pdf' && prints.some((each) => startsWith(content, each.content)))
    return refuse('signature_of_changed_pdf')
  const isUnknown = checked.form === 'detached' && checked.signatures.some(({ verdict }) => verdict === 'unverifiable')
  return refuse(isUnknown ? 'signature_unverifiable' : 'signature_of_another_file')
}

/** Verdicts of the organiser's own signature: it is intact, so at most its certificate's origin is checked by hand. */
const INTACT: ReadonlySet<SignatureVerdict> = new Set(['verified', 'signer_unchecked', 'centre_unknown'])

/** Records how a manager checked what the portal could not verify; refuses if that is needed and missing. */
async function decide(
  client: PoolClient,
  { document, by, contents }: Signing,
  check: ManualCheck | null,
  today: string,
): Promise<RefusedOutcome | null> {
  const { rows } = await client.query<{ file_id: number; verified: boolean; received_on: string }>(
    `select file_id, verified, to_char(at at time zone 'Europe/Kyiv', 'YYYY-MM-DD') as received_on
     from portal.agreement_signatures where agreement_id = $1 and act_id is not distinct from $2 and side = 'buyer'`,
    [document.agreementId, document.actId],
  )
  const [buyer] = rows
  if (buyer === undefined || contents === null || !('staffId' in by)) return null
  const sides = [...(buyer.verified ? [] : ['buyer']), ...(isVerified(contents) ? [] : ['organiser'])]
  if (sides.length === 0) return null
  if (check === null) return refuse('signature_check_needed')
  if (check.of !== undefined && check.of !== fileAddress(buyer.file_id)) return refuse('signature_replaced')
  if (check.on > today || check.on < buyer.received_on) return refuse('signature_check_day_wrong')
  await client.query(
    'insert into portal.signature_decisions (agreement_id, act_id, how, checked_on, sides, staff_id) values ($1, $2, $3, $4, $5, $6)',
    [document.agreementId, document.actId, check.how, check.on, sides, by.staffId],
  )
  await audit(client, by.staffId, 'agreement_signature_checked', `agreements:${document.agreementId}`, {
    reason: `${check.on}: ${check.how}`,
    sides,
    ...(document.actId !== null && { act: document.actId }),
  })
  return null
}

/** Locks the agreement, so that the second of two concurrent signatures sees the first. */
async function refusalOfAgreement(client: PoolClient, agreementId: number, side: SigningSide) {
  const { rows } = await client.query<{ status: Agreement['status'] }>(
    `select ${agreementStatus('agreement')} as status from cms.agreements agreement where id = $1 for update`,
    [agreementId],
  )
  const status = rows[0]?.status
  if (status !== 'awaiting_signature' && status !== 'signed_by_buyer') return refuse('agreement_already_signed')
  return side === 'organiser' && status === 'awaiting_signature' ? refuse('agreement_awaits_buyer') : null
}

interface Signing {
  document: SignableRow
  side: SigningSide
  by: SignedBy
  /** Null: signed on paper. */
  print: StoredPrint | null
  /** The signatures; null on paper. */
  contents: SignedDocument | null
}

/** Stores the signature; of an agreement, notifies the other side. */
async function storeSigned(client: PoolClient, signing: Signing, inspected: InspectedFile): Promise<Outcome<null>> {
  const { document, side, by, print, contents } = signing
  const { agreementId, actId } = document
  const personId = 'personId' in by ? by.personId : null
  // The company reads the organiser's signature too, so it owns both files.
  const upload = { companyId: document.company_id, personId, kind: 'agreement_signature', byStaff: 'staffId' in by }
  // First, because a replaced file no longer counts in the company's quota.
  await client.query(
    `with replaced as (
       update portal.files set deleted_at = now()
       where id = (select file_id from portal.agreement_signatures where agreement_id = $1 and act_id is not distinct from $2 and side = $3)
       returning id
     ), checks as (
       delete from portal.signature_checks where file_id in (select id from replaced)
     )
     delete from portal.file_contents where file_id in (select id from replaced)`,
    [agreementId, actId, side],
  )
  const stored = await storeFile(client, upload, inspected)
  if (!stored.ok) return stored
  await client.query(
    `insert into portal.agreement_signatures (agreement_id, act_id, side, print_id, file_id, company_id, staff_id, person_id, verified)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (agreement_id, act_id, side) do update
       set print_id = excluded.print_id, file_id = excluded.file_id, company_id = excluded.company_id, person_id = excluded.person_id,
         verified = excluded.verified, at = now()`,
    [
      agreementId,
      actId,
      side,
      print?.id ?? null,
      stored.answer.id,
      'companyId' in by ? by.companyId : null,
      'staffId' in by ? by.staffId : null,
      personId,
      contents && isVerified(contents),
    ],
  )
  // Of an act, the recorded fact tells the rest.
  if (actId === null) await announceAgreement(client, signing)
  return { ok: true, answer: null }
}

async function announceAgreement(client: PoolClient, { document, side, by, print, contents }: Signing): Promise<void> {
  const { agreementId, number, company_id: companyId } = document
  const status = side === 'buyer' ? 'signed_by_buyer' : 'current'
  await client.query('update cms.agreements set status = $2, updated_at = now() where id = $1', [agreementId, status])
  const signed = { agreement_id: agreementId, number }
  if (side === 'buyer')
    await queueEmail(client, 'agreement_signed', null, {
      ...signed,
      company_id: companyId,
      verified: contents !== null && isVerified(contents),
    })
  else await queueEmail(client, 'agreement_in_force', companyId, { ...signed, paper: side === 'paper' })
  if ('staffId' in by) {
    const action = side === 'paper' ? 'agreement_marked_signed' : 'agreement_signed'
    const verdicts = contents?.signatures.map(({ verdict }) => verdict) ?? []
    await audit(client, by.staffId, action, `agreements:${agreementId}`, {
      pdf_sha256: print?.sha256 ?? null,
      verdicts,
    })
  }
}
