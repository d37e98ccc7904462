import { type CompanyDocument, documentKind, type documentsEndpoints } from '@/lib/contract/documents'
import { recordAction } from '@/lib/server/platform/company-audit'
import { type Pool, type PoolClient, type Queryable, readRows } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { queueEmail, queueEmails } from '@/lib/server/jobs/emails'
import { readMissingDocuments } from '@/lib/server/platform/company-sql'
import { accountOf, answer, type Handlers, type Outcome, refuse, withOutcome } from '@/lib/server/platform/call'
import { decodeCursor, DEFAULT_LIMIT, pageOf } from '@/lib/server/platform/keyset'
import { answeredBefore, type Sending, sendOnce } from '@/lib/server/platform/send-once'
import { fileAddress, type InspectFile, storeFile } from '@/lib/server/platform/files'

/** The companies' accreditation documents by account, the newest first, for decisions on their applications (R2.4). */
export async function documentsOfAccounts(
  db: Queryable,
  companyIds: readonly number[],
): Promise<Map<number, CompanyDocument[]>> {
  const rows = await readRows<DocumentRow & { company_id: number }>(
    db,
    `select company_id, ${documentColumns} from portal.files file
     where company_id = any ($1) and kind = any ($2) and deleted_at is null order by id desc`,
    [companyIds, documentKind.options],
  )
  const documents = new Map<number, CompanyDocument[]>()
  for (const { company_id: companyId, ...row } of rows)
    documents.set(companyId, [...(documents.get(companyId) ?? []), documentOf(row)])
  return documents
}

export function createDocumentsEndpoints({
  pool,
  inspectFile,
}: {
  pool: Pool
  inspectFile: InspectFile
}): Handlers<typeof documentsEndpoints> {
  return {
    async list({ cursor, limit = DEFAULT_LIMIT }, call) {
      const position = decodeCursor(cursor, ['id'])
      const rows = await readRows<DocumentRow>(
        pool,
        `select ${documentColumns} from portal.files file
         where company_id = $1 and kind = any ($4) and deleted_at is null and ($2::bigint is null or id < $2) order by id desc limit $3`,
        [accountOf(call).companyId, position?.[0] ?? null, limit + 1, documentKind.options],
      )
      return answer({ data: pageOf(rows, limit, (row) => [row.id], documentOf) })
    },

    /** The email to the managers is queued in the transaction that stores the document (R2.4). */
    async upload({ kind, file, replaces }, call) {
      const { companyId, personId } = accountOf(call)
      const sending: Sending = {
        companyId,
        call: 'document',
        key: call.idempotencyKey,
        sentAt: call.receivedAt,
        content: [kind, replaces, file.name, file.size],
      }
      // A repeated upload is neither inspected again nor refused because the first one counts towards the quota.
      const before = await answeredBefore(pool, sending, (id) => find(pool, id))
      if (before !== null) return before
      const inspected = await inspectFile(file, call)
      if (!inspected.ok) return inspected
      const store = async (client: PoolClient): Promise<Outcome<{ data: CompanyDocument }>> => {
        // A refusal of the new document rolls this back.
        const refused = replaces === undefined ? null : await remove(client, companyId, Number(replaces))
        if (refused) return refuse(refused)
        const stored = await storeFile(client, { companyId, personId, kind }, inspected.answer)
        if (!stored.ok) return stored
        const { id: fileId } = stored.answer
        await announce(client, companyId, fileId, call.receivedAt)
        if ((await readMissingDocuments(client, companyId)).length === 0) await sendCompleted(client, companyId)
        const document = await find(client, fileId)
        if (document === undefined) throw new Error('stored document not found')
        return answer({ data: document })
      }
      return withOutcome(pool, (client) =>
        sendOnce(
          client,
          sending,
          (id) => find(client, id),
          () => store(client),
        ),
      )
    },

    async delete({ id }, call) {
      const { companyId, personId } = accountOf(call)
      return withTransaction(pool, async (client) => {
        const refused = await remove(client, companyId, id)
        if (refused) return refuse(refused)
        await recordAction(client, { companyId, personId, action: 'document_deleted', subject: `file:${id}` })
        return answer({ data: {} })
      })
    },
  }
}

/** For so long after a company's first document, the email to the managers collects the next ones. */
const COLLECTING_MS = 5 * 60_000

/**
 * Adds a stored document to the email that is waiting to be sent, or queues one. Storing the document has locked the company's uploads;
 * the mailer counts its attempt when it takes the email with its documents, so that a later one is never added to an email under way.
 */
async function announce(client: PoolClient, companyId: number, fileId: number, now: number): Promise<void> {
  const { rowCount } = await client.query(
    `update portal.outbox set payload = jsonb_insert(payload, '{file_ids,-1}', to_jsonb($2::bigint), true)
     where kind = 'document_uploaded' and payload @> jsonb_build_object('company_id', $1::integer)
       and attempts = 0 and sent_at is null and failed_at is null`,
    [companyId, fileId],
  )
  if (rowCount !== 0) return
  const payload = { company_id: companyId, file_ids: [fileId] }
  const sendAt = new Date(now + COLLECTING_MS).toISOString()
  await queueEmails(client, [
    { kind: 'document_uploaded', company_id: null, payload, dedupe_key: null, send_at: sendAt },
  ])
}

/** Sends the managers the applications of which only this document was missing, with all documents (R2.4). */
async function sendCompleted(client: PoolClient, companyId: number): Promise<void> {
  const { rows } = await client.query<{ id: number; auction_id: number }>(
    `select application.id, application.auction_id from portal.applications application join portal.auction_heads head using (auction_id)
     where application.company_id = $1 and head.started_at is null and head.unsuccessful_at is null and head.cancelled_at is null
       and not exists (select from portal.application_decisions decision where decision.application_id = application.id)`,
    [companyId],
  )
  for (const { id: applicationId, auction_id: auctionId } of rows) {
    const payload = { auction_id: auctionId, company_id: companyId, completed: true }
    await queueEmail(client, 'application_received', null, payload, `application_completed:${applicationId}`)
  }
}

/** Deletes a document and its content; returns the code of a refusal if it must stay. */
async function remove(
  client: PoolClient,
  companyId: number,
  id: number,
): Promise<'not_found' | 'document_in_use' | null> {
  const { rows } = await client.query<Pick<CompanyDocument, 'relied_on'>>(
    `select ${reliedOnColumn} from portal.files file where id = $1 and company_id = $2 and kind = any ($3) and deleted_at is null for update`,
    [id, companyId, documentKind.options],
  )
  const file = rows[0]
  if (!file) return 'not_found'
  if (file.relied_on.length > 0) return 'document_in_use'
  await client.query(`update portal.files set deleted_at = now() where id = $1`, [id])
  await client.query(`delete from portal.file_contents where file_id = $1`, [id])
  return null
}

/** Undefined if it was deleted. */
async function find(db: Queryable, id: number): Promise<CompanyDocument | undefined> {
  const rows = await readRows<DocumentRow>(
    db,
    `select ${documentColumns} from portal.files file where id = $1 and deleted_at is null`,
    [id],
  )
  return rows[0] && documentOf(rows[0])
}

type DocumentRow = Omit<CompanyDocument, 'url'>

/**
 * The applications that rely on a document, as a column of `portal.files file`: those that wait for a decision in an auction that is not
 * over, and those that were confirmed since its upload and are still valid (R2.4). While there is one, the document cannot be deleted.
 */
const reliedOnColumn = `(
  select coalesce(json_agg(json_build_object('auction_number', auction.number, 'waiting', decided.waits) order by application.id desc), '[]')
  from portal.applications application
  join cms.auctions auction on auction.id = application.auction_id
  left join portal.auction_heads head on head.auction_id = application.auction_id
  cross join lateral (
    select count(*) filter (where decision.kind in ('confirmed', 'rejected', 'withdrawn')) = 0 and head.finished_at is null as waits,
      coalesce(bool_or(decision.kind = 'confirmed' and decision.at >= file.uploaded_at) and not bool_or(decision.kind in ('rejected', 'withdrawn')), false)
        as confirmed
    from portal.application_decisions decision where decision.application_id = application.id
  ) decided
  where application.company_id = file.company_id and (decided.waits or decided.confirmed)
) as relied_on`

/** The columns of a document, from `portal.files file`. */
const documentColumns = `id, kind, name, media_type, signed, bytes, uploaded_at, ${reliedOnColumn},
  (select portal.person_name(person) from portal.people person where person.id = file.person_id) as by`

function documentOf(row: DocumentRow): CompanyDocument {
  return { ...row, url: fileAddress(row.id) }
}
