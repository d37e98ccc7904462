import type { CompanyAuditEntry } from '@/lib/contract/people'
import { type Queryable, readRows } from '@/lib/server/platform/db/pool'
import { decodeCursor, DEFAULT_LIMIT, type Page, pageOf } from './keyset'

interface ActionEntry {
  companyId: number
  personId: number
  action: CompanyAuditEntry['action']
  /** `person:12`, `invitation:<uuid>`, `agreement:3`, `file:44`, `auction:7`: no names or addresses, which must be deletable. */
  subject?: string
  details?: Record<string, unknown>
}

/** Records an action of one of a company's people, in the transaction of the action (R14.1). */
export async function recordAction(
  db: Queryable,
  { companyId, personId, action, subject, details }: ActionEntry,
): Promise<void> {
  await db.query(
    `insert into portal.company_audit (company_id, person_id, action, subject, details) values ($1, $2, $3, $4, $5)`,
    [companyId, personId, action, subject ?? '', JSON.stringify(details ?? {})],
  )
}

/** The actions of a company's people, newest first. */
export async function listActions(
  db: Queryable,
  companyId: number,
  { cursor, limit = DEFAULT_LIMIT }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<CompanyAuditEntry>> {
  const position = decodeCursor(cursor, ['id'])
  const rows = await readRows<CompanyAuditEntry>(
    db,
    `select act.id, act.at, portal.person_name(actor) as by, act.action, act.subject,
       coalesce(nullif(portal.person_name(other), ''), agreement.number, file.name, auction.number::text, invitation.email, token.name, '') as title,
       act.details ->> 'role' as role
     from (select *, split_part(subject, ':', 1) as kind, substring(subject from ':(\\d+)$')::bigint as object_id
       from portal.company_audit where company_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3) act
     join portal.people actor on actor.id = act.person_id
     left join portal.people other on act.kind = 'person' and other.id = act.object_id
     left join portal.invitations invitation on act.kind = 'invitation' and invitation.id::text = split_part(act.subject, ':', 2)
     left join cms.agreements agreement on act.kind = 'agreement' and agreement.id = act.object_id
     left join portal.files file on act.kind = 'file' and file.id = act.object_id
     left join portal.api_tokens token on act.kind = 'token' and token.id = act.object_id
     left join cms.auctions auction on act.kind = 'auction' and auction.id = act.object_id
     order by act.id desc`,
    [companyId, position?.[0] ?? null, limit + 1],
  )
  return pageOf(rows, limit, ({ id }) => [id])
}
