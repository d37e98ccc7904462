import type { Agreement } from '@/lib/contract/cabinet'
import {
  type AgreementSigning,
  isVerified,
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
import { agreementFileName, readMissingTerms, readSignablePrints } from '@/lib/server/signatures/agreement/agreement'
import { readSignedPrint, type StoredPrint } from '@/lib/server/printing/stored-prints'
import { compareEdrpou, type SignatureChecks } from './checks'
import { readSignatureDecision } from '@/lib/server/platform/signature-decision'
import { startsWith } from './message'

type Side = 'buyer' | 'organiser' | 'paper'

interface AgreementRow {
  number: string
  company_id: number
  status: Agreement['status']
  buyer_edrpou: string | null
  seller_edrpou: string | null
}

/** The call of a buyer, who signs its own agreements, or of the staff, who sign any. */
export type SigningCall = Pick<Call, 'caller' | 'signal'>
type SignedBy = { companyId: number; personId: number } | { staffId: number }

interface SigningDependencies {
  pool: Pool
  clock: Clock
  checks: SignatureChecks
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

/** Signing agreements (R15.2): the buyer first, then the organiser, over the same PDF; or both on paper. */
export function createAgreementSignings({ pool, clock, checks, publicUrl, inspectFile }: SigningDependencies) {
  /** Verifies a stored signature against the certificates that are trusted now. */
  async function readSide(
    { agreementId, side, agreement }: { agreementId: number; side: 'buyer' | 'organiser'; agreement: AgreementRow },
    { signatures, print }: { signatures: Map<Side, SignatureRow>; print: StoredPrint | null },
    call: SigningCall,
  ): Promise<AgreementSigning['buyer']> {
    const signature = signatures.get(side)
    if (signature === undefined || print === null) return null
    const beside = { name: pdfNameOf(agreement), content: print.content, since: print.printed_at }
    const checked = await checks.checkFile(signature.file_id, senderOf(call), beside)
    if (checked === null) return null
    const document = compareEdrpou(checked, edrpouOf(agreement, side))
    const verified = isVerified(document)
    // What decided when the agreement came into force stays.
    if (verified !== signature.verified && agreement.status === 'signed_by_buyer')
      await pool.query(
        'update portal.agreement_signatures set verified = $3 where agreement_id = $1 and side = $2 and file_id = $4',
        [agreementId, side, verified, signature.file_id],
      )
    return { ...signingOf(signature), document, verified }
  }

  return {
    /** Null for an unknown agreement, or one of another company. */
    async read(agreementId: number, call: SigningCall): Promise<AgreementSigning | null> {
      const companyId = companyIdOf(call)
      const agreement = await readAgreement(pool, agreementId, companyId)
      if (agreement === null) return null
      const print = await readSignedPrint(pool, { agreementId, actId: null })
      const signatures = await readSignatures(pool, agreementId)
      const paper = signatures.get('paper')
      return {
        status: agreement.status,
        missing: agreement.status === 'awaiting_signature' ? await readMissingTerms(pool, agreementId) : [],
        pdf_sha256: print?.sha256 ?? null,
        buyer: await readSide({ agreementId, side: 'buyer', agreement }, { signatures, print }, call),
        organiser: await readSide({ agreementId, side: 'organiser', agreement }, { signatures, print }, call),
        paper: paper === undefined ? null : signingOf(paper),
        decision: await readSignatureDecision(pool, agreementId),
        container: signatures.has('organiser') ? `/storage/files/agreement-${agreementId}.signed` : null,
      }
    },

    /** @param check of the organiser only, which brings the agreement into force over signatures that are not verified */
    async sign(
      agreementId: number,
      file: File,
      call: SigningCall,
      check: ManualCheck | null = null,
    ): Promise<Outcome<null>> {
      const companyId = companyIdOf(call)
      const side = companyId === null ? 'organiser' : 'buyer'
      const agreement = await readAgreement(pool, agreementId, companyId)
      if (agreement === null) return refuse('not_found')
      const inspected = signatureIn(await inspectFile(file, call))
      if (!inspected.ok) return inspected
      const signed = await readSignedPrint(pool, { agreementId, actId: null })
      const prints = signed === null ? await readSignablePrints(pool, publicUrl, agreementId) : [signed]
      if (await isIncomplete(pool, agreementId, agreement.status)) return refuse('agreement_incomplete')
      const found = await findSignedPrint(checks, { agreement, side, inspected: inspected.answer, prints, call })
      if (!found.ok) return found
      const { print, document } = found.answer
      if (side === 'organiser') {
        if (!document.signatures.every(({ verdict }) => INTACT.has(verdict))) return refuse('own_signature_unverified')
        // Certificates may have become trusted since the buyer signed.
        const stored = { signatures: await readSignatures(pool, agreementId), print: signed }
        await readSide({ agreementId, side: 'buyer', agreement }, stored, call)
      }
      return withOutcome(pool, async (client) => {
        const refused = await refusalOf(client, agreementId, side)
        if (refused) return refused
        // In the meantime the buyer may have signed another print, or a manager may have changed the terms.
        const current = await readSignedPrint(client, { agreementId, actId: null })
        const signable = current === null ? await readSignablePrints(client, publicUrl, agreementId) : [current]
        if (!signable.some(({ id }) => id === print.id)) return refuse('signature_of_another_file')
        const signing = { agreementId, side, by: signedBy(call), agreement, print, document } as const
        if (side === 'organiser') {
          const undecided = await decide(client, signing, check, kyivDate(new Date(clock.now())))
          if (undecided) return undecided
        }
        return storeSigned(client, signing, inspected.answer)
      })
    },

    async markSignedOnPaper(agreementId: number, file: File, call: SigningCall): Promise<Outcome<null>> {
      const agreement = await readAgreement(pool, agreementId, null)
      if (agreement === null) return refuse('not_found')
      const inspected = await inspectFile(file, call)
      if (!inspected.ok) return inspected
      return withOutcome(pool, async (client) => {
        const refused = await refusalOf(client, agreementId, 'paper')
        if (refused) return refused
        if (await isIncomplete(client, agreementId, agreement.status)) return refuse('agreement_incomplete')
        const signing = {
          agreementId,
          side: 'paper',
          by: signedBy(call),
          agreement,
          print: null,
          document: null,
        } as const
        return storeSigned(client, signing, inspected.answer)
      })
    },
  }
}

async function readAgreement(db: Queryable, id: number, companyId: number | null): Promise<AgreementRow | null> {
  const { rows } = await db.query<AgreementRow>(
    `select agreement.number, agreement.company_id, ${agreementStatus('agreement')} as status,
       nullif(parties.buyer ->> 'edrpou', '') as buyer_edrpou, nullif(portal.agreement_seller(parties.seller, 'uk') ->> 'edrpou', '') as seller_edrpou
     from cms.agreements agreement join portal.agreement_parties parties on parties.agreement_id = agreement.id
     where agreement.id = $1 and ($2::integer is null or agreement.company_id = $2)`,
    [id, companyId],
  )
  return rows[0] ?? null
}

/** Whether terms are missing (R15.3). Those of a signed agreement are complete. */
async function isIncomplete(db: Queryable, agreementId: number, status: Agreement['status']): Promise<boolean> {
  return status === 'awaiting_signature' && (await readMissingTerms(db, agreementId)).length > 0
}

interface SignatureRow {
  side: Side
  file_id: number
  name: string
  /** Null: a scan. */
  verified: boolean | null
  at: Date
  by: string | null
}

async function readSignatures(db: Queryable, agreementId: number): Promise<Map<Side, SignatureRow>> {
  const { rows } = await db.query<SignatureRow>(
    `select signature.side, signature.file_id, file.name, signature.verified, signature.at,
       coalesce(nullif(concat_ws(', ', company.company_short_name, portal.person_name(person)), ''), staff.name) as by
     from portal.agreement_signatures signature join portal.files file on file.id = signature.file_id
     left join cms.companies company on company.id = signature.company_id
     left join portal.people person on person.id = signature.person_id
     left join cms.staff staff on staff.id = signature.staff_id
     where signature.agreement_id = $1`,
    [agreementId],
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

function pdfNameOf({ number }: AgreementRow): string {
  return `${agreementFileName(number)}.pdf`
}

function edrpouOf(agreement: AgreementRow, side: 'buyer' | 'organiser'): string | null {
  return side === 'buyer' ? agreement.buyer_edrpou : agreement.seller_edrpou
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
  document: SignedDocument
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
    agreement: AgreementRow
    side: 'buyer' | 'organiser'
    inspected: InspectedFile
    prints: StoredPrint[]
    call: SigningCall
  },
): Promise<Outcome<SignedPrint>> {
  const { agreement, side, inspected, prints, call } = signed
  const { file, mediaType } = inspected
  const content = Buffer.from(await file.arrayBuffer())
  const beside = prints.map((print) => ({
    name: pdfNameOf(agreement),
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
    return { ok: true, answer: { print, document: compareEdrpou(checked, edrpouOf(agreement, side)) } }
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
  { agreementId, by, document }: Signing,
  check: ManualCheck | null,
  today: string,
): Promise<RefusedOutcome | null> {
  const { rows } = await client.query<{ file_id: number; verified: boolean; received_on: string }>(
    `select file_id, verified, to_char(at at time zone 'Europe/Kyiv', 'YYYY-MM-DD') as received_on
     from portal.agreement_signatures where agreement_id = $1 and side = 'buyer'`,
    [agreementId],
  )
  const [buyer] = rows
  if (buyer === undefined || document === null || !('staffId' in by)) return null
  const sides = [...(buyer.verified ? [] : ['buyer']), ...(isVerified(document) ? [] : ['organiser'])]
  if (sides.length === 0) return null
  if (check === null) return refuse('signature_check_needed')
  if (check.of !== undefined && check.of !== fileAddress(buyer.file_id)) return refuse('signature_replaced')
  if (check.on > today || check.on < buyer.received_on) return refuse('signature_check_day_wrong')
  await client.query(
    'insert into portal.signature_decisions (agreement_id, how, checked_on, sides, staff_id) values ($1, $2, $3, $4, $5)',
    [agreementId, check.how, check.on, sides, by.staffId],
  )
  await audit(client, by.staffId, 'agreement_signature_checked', `agreements:${agreementId}`, {
    reason: `${check.on}: ${check.how}`,
    sides,
  })
  return null
}

/** Locks the agreement, so that the second of two concurrent signatures sees the first. */
async function refusalOf(client: PoolClient, agreementId: number, side: Side) {
  const { rows } = await client.query<{ status: Agreement['status'] }>(
    `select ${agreementStatus('agreement')} as status from cms.agreements agreement where id = $1 for update`,
    [agreementId],
  )
  const status = rows[0]?.status
  if (status !== 'awaiting_signature' && status !== 'signed_by_buyer') return refuse('agreement_already_signed')
  return side === 'organiser' && status === 'awaiting_signature' ? refuse('agreement_awaits_buyer') : null
}

interface Signing {
  agreementId: number
  side: Side
  by: SignedBy
  agreement: AgreementRow
  /** Null: signed on paper. */
  print: StoredPrint | null
  /** The signatures; null on paper. */
  document: SignedDocument | null
}

/** Stores the signature, and notifies the other side. */
async function storeSigned(client: PoolClient, signing: Signing, inspected: InspectedFile): Promise<Outcome<null>> {
  const { agreementId, side, by, agreement, print, document } = signing
  const verified = document && isVerified(document)
  const personId = 'personId' in by ? by.personId : null
  // The company reads the organiser's signature too, so it owns both files.
  const upload = { companyId: agreement.company_id, personId, kind: 'agreement_signature', byStaff: 'staffId' in by }
  // First, because a replaced file no longer counts in the company's quota.
  await client.query(
    `with replaced as (
       update portal.files set deleted_at = now()
       where id = (select file_id from portal.agreement_signatures where agreement_id = $1 and side = $2) returning id
     ), checks as (
       delete from portal.signature_checks where file_id in (select id from replaced)
     )
     delete from portal.file_contents where file_id in (select id from replaced)`,
    [agreementId, side],
  )
  const stored = await storeFile(client, upload, inspected)
  if (!stored.ok) return stored
  await client.query(
    `insert into portal.agreement_signatures (agreement_id, side, print_id, file_id, company_id, staff_id, person_id, verified) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (agreement_id, act_id, side) do update
       set print_id = excluded.print_id, file_id = excluded.file_id, company_id = excluded.company_id, person_id = excluded.person_id,
         verified = excluded.verified, at = now()`,
    [
      agreementId,
      side,
      print?.id ?? null,
      stored.answer.id,
      'companyId' in by ? by.companyId : null,
      'staffId' in by ? by.staffId : null,
      personId,
      verified,
    ],
  )
  const status = side === 'buyer' ? 'signed_by_buyer' : 'current'
  await client.query('update cms.agreements set status = $2, updated_at = now() where id = $1', [agreementId, status])
  const signed = { agreement_id: agreementId, number: agreement.number }
  if (side === 'buyer')
    await queueEmail(client, 'agreement_signed', null, {
      ...signed,
      company_id: agreement.company_id,
      verified: verified === true,
    })
  else await queueEmail(client, 'agreement_in_force', agreement.company_id, { ...signed, paper: side === 'paper' })
  if ('staffId' in by) {
    const action = side === 'paper' ? 'agreement_marked_signed' : 'agreement_signed'
    const verdicts = document?.signatures.map(({ verdict }) => verdict) ?? []
    await audit(client, by.staffId, action, `agreements:${agreementId}`, {
      pdf_sha256: print?.sha256 ?? null,
      verdicts,
    })
  }
  return { ok: true, answer: null }
}
