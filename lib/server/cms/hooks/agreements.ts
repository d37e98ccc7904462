import { sql } from '@payloadcms/db-postgres/drizzle'
import {
  APIError,
  type CollectionAfterChangeHook,
  type CollectionBeforeChangeHook,
  type FieldAccess,
  type FieldHook,
  type PayloadRequest,
  ValidationError,
} from 'payload'
import { runSql, statementsOf } from '@/lib/server/payload/database'
import type { Agreement } from '@/lib/server/payload/payload-types'
import { isSame } from '@/lib/server/cms/hooks/lots'
import { signatureStanding } from '@/lib/server/platform/company-sql'
import { queueEmail } from '@/lib/server/jobs/emails'
import { translate } from '@/lib/server/cms/translations'

/**
 * The staff can only set the status that the agreement's signatures determine (R15.2): in force with the organiser's, which follows the
 * buyer's, or with a scan; signed by the buyer with only the buyer's; awaiting signature with none. Any agreement may be archived.
 */
export const refuseStatusWithoutSignatures: CollectionBeforeChangeHook<Agreement> = async ({
  data,
  originalDoc,
  req,
}) => {
  const { status } = data
  if (!req.user || status === undefined || status === 'archived' || status === originalDoc?.status) return data
  const signed = await readSignedStatus(req, originalDoc?.id ?? null)
  if (status === signed) return data
  const message = translate(
    req,
    signed === 'current' || status === 'awaiting_signature' ? 'agreementSigned' : 'agreementUnsigned',
  )
  throw new ValidationError({ collection: 'agreements', errors: [{ path: 'status', message }] }, req.t)
}

async function readSignedStatus(req: PayloadRequest, id: number | null): Promise<Agreement['status']> {
  const [row] = await runSql(
    req,
    sql`select case when bool_or(side in ('organiser', 'paper')) then 'current'
        when bool_or(side = 'buyer') then 'signed_by_buyer' else 'awaiting_signature' end as status
      from portal.agreement_signatures where agreement_id = ${id} and act_id is null`,
  )
  return row?.status as Agreement['status']
}

/** Queues an email to the buyer once the agreement has both days of its term, without which it cannot be signed (R15.3). */
export const queueSignableEmail: CollectionAfterChangeHook<Agreement> = async ({
  doc,
  previousDoc,
  operation,
  req,
}) => {
  const hasDays = ({ starts_on, ends_on }: Partial<Agreement>) => Boolean(starts_on && ends_on)
  const { id, auction, company, status } = doc
  if (operation === 'create' || status !== 'awaiting_signature' || !auction || !hasDays(doc) || hasDays(previousDoc))
    return
  await queueEmail(statementsOf(req), 'agreement_ready', idOf(company), {
    auction_id: idOf(auction),
    agreement_id: id,
  })
}

/** Whether the portal verified the agreement's signatures (R15.2). */
export const readSignatureStanding: FieldHook<Agreement> = async ({ originalDoc, data, req }) => {
  const id = originalDoc?.id ?? data?.id
  if (id === undefined) return null
  const [row] = await runSql(req, sql`select ${sql.raw(signatureStanding(String(Number(id))))} as signatures`)
  return row?.signatures ?? null
}

/** Who has to complete the agreement before it can be signed (R15.3); null once a side has signed. */
export const readAwaits: FieldHook<Agreement> = async ({ originalDoc, data, req }) => {
  const id = originalDoc?.id ?? data?.id
  if (id === undefined) return null
  const [row] = await runSql(
    req,
    sql`select portal.agreement_awaits(id) as awaits from cms.agreements where id = ${id} and status = 'awaiting_signature'`,
  )
  return row?.awaits ?? null
}

function idOf(related: number | { id: number }): number {
  return typeof related === 'number' ? related : related.id
}

/** Fields of the form that the agreement's PDF contains. */
const TERMS = ['name', 'product', 'deposit', 'starts_on', 'ends_on'] as const satisfies readonly (keyof Agreement)[]

/** Once a signature is stored, or the agreement is in force, its terms cannot change (R15.3). */
export const refuseEditingSigned: CollectionBeforeChangeHook<Agreement> = async ({ data, originalDoc, req }) => {
  if (!req.user || !originalDoc) return data
  // The lock serialises this change with a signature that arrives now.
  await runSql(req, sql`select from cms.agreements where id = ${originalDoc.id} for update`)
  if (!(await areTermsSigned(req, originalDoc.id))) return data
  const touched = TERMS.filter((field) => field in data && !isSame(data[field], originalDoc[field]))
  if (touched.length === 0) return data
  const message = translate(req, 'agreementTermsSigned')
  throw new APIError(
    message,
    409,
    { code: 'agreement_terms_signed', errors: touched.map((path) => ({ path, message })) },
    true,
  )
}

/**
 * Makes a term read-only in the form of a signed agreement. Permits the term in a write, recognizable by its siblings: Payload would drop it
 * silently, while `refuseEditingSigned` answers with the reason.
 */
export const termAccess: FieldAccess<Agreement> = async ({ doc, siblingData, req }) =>
  siblingData !== undefined || doc?.id === undefined || !(await areTermsSigned(req, doc.id))

async function areTermsSigned(req: PayloadRequest, id: number): Promise<boolean> {
  const [row] = await runSql(
    req,
    sql`select agreement.status <> 'awaiting_signature'
        or exists (select from portal.agreement_signatures where agreement_id = agreement.id and act_id is null) as signed
      from cms.agreements agreement where agreement.id = ${id}`,
  )
  return row?.signed === true
}
