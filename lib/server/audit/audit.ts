import type { Statements, Pool, Queryable } from '@/lib/server/db/pool'
import type { Input } from '@/lib/contract/endpoint'
import type { AuditEntry, managerAuditEndpoints } from '@/lib/contract/manager-office'
import { containing, answer, type Handlers } from '@/lib/server/kernel/handler'
import { decodeCursor, defaultLimit, type Page, pageOf } from '@/lib/server/kernel/keyset'

type AuditQuery = Input<typeof managerAuditEndpoints.audit>

interface Row {
  id: number
  at: Date
  staff_id: number
  staff_name: string
  action: string
  kind: string
  object_id: number | null
  title: string
  auction_id: number | null
  reason: string | null
  fields: unknown
}

/** A subject is `account:12`, or only the kind where it is one of a kind: `settings`. Names are as they are now, not as they were then. */
const source = `portal.audit entry
  cross join lateral (
    select split_part(entry.subject, ':', 1) as kind,
      case when entry.subject ~ '^[a-z_-]+:[0-9]{1,9}$' then split_part(entry.subject, ':', 2)::integer end as object_id
  ) object
  left join cms.staff staff on staff.id = entry.staff_id
  left join portal.applications application on object.kind = 'application' and application.id = object.object_id
  left join cms.companies company on company.id = case when object.kind in ('account', 'companies') then object.object_id else application.account_id end
  left join cms.staff member on object.kind = 'staff' and member.id = object.object_id
  left join cms.auctions auction on auction.id = case when object.kind in ('auction', 'auctions') then object.object_id else application.auction_id end
  left join cms.auctions_locales title on title._parent_id = auction.id and title._locale = 'uk'
  cross join lateral (
    select concat_ws(' · ', company.company_short_name, member.name, '№ ' || coalesce(auction.number, auction.id), case when company.id is null then title.title end,
      case when company.id is null and auction.id is null and member.id is null then nullif(entry.details ->> 'title', '') end) as title
  ) named`

const columns = `entry.id, entry.at, entry.staff_id, coalesce(staff.name, '') as staff_name, entry.action, object.kind, object.object_id, named.title,
  auction.id as auction_id, entry.details ->> 'reason' as reason, entry.details -> 'fields' as fields`

/** The audit trail, the newest first. */
async function listAudit(db: Queryable, query: AuditQuery): Promise<Page<AuditEntry>> {
  const { limit = defaultLimit } = query
  const position = decodeCursor(query.cursor, ['id'])
  const { rows } = await db.query<Row>(
    `select ${columns} from ${source}
     where ($1::integer is null or entry.staff_id = $1)
       and ($2::text is null or entry.action = $2)
       and ($3::text is null or object.kind = $3)
       and ($4::integer is null or company.id = $4)
       and ($5::text is null or concat_ws(' ', named.title, entry.details ->> 'reason', entry.details ->> 'title') ilike $5)
       and ($6::date is null or entry.at >= $6::date::timestamp at time zone 'Europe/Kyiv')
       and ($7::date is null or entry.at < ($7::date + 1)::timestamp at time zone 'Europe/Kyiv')
       and ($8::bigint is null or entry.id < $8)
     order by entry.id desc limit $9`,
    [
      query.staff_id ?? null,
      query.action ?? null,
      query.object ?? null,
      query.user_id ?? null,
      containing(query.search),
      query.from ?? null,
      query.to ?? null,
      position?.[0] ?? null,
      limit + 1,
    ],
  )
  return pageOf(rows, limit, (row) => [row.id], entryOf)
}

function entryOf(row: Row): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    staff: { id: row.staff_id, name: row.staff_name },
    action: row.action,
    object: { kind: row.kind, id: row.object_id, title: row.title, auction_id: row.auction_id },
    reason: row.reason,
    fields: Array.isArray(row.fields) ? row.fields.filter((field) => typeof field === 'string') : [],
  }
}

export function createAuditEndpoints({ pool }: { pool: Pool }): Handlers<typeof managerAuditEndpoints> {
  return {
    async audit(query) {
      return answer({ data: await listAudit(pool, query) })
    },
    async auditChoices() {
      const [staff, actions, objects] = await Promise.all([
        pool.query<{ id: number; name: string }>(
          `select used.staff_id as id, coalesce(staff.name, '') as name from (select distinct staff_id from portal.audit) used
           left join cms.staff staff on staff.id = used.staff_id order by name, id limit 500`,
        ),
        pool.query<{ action: string }>(`select distinct action from portal.audit order by action limit 200`),
        pool.query<{ kind: string }>(
          `select distinct split_part(subject, ':', 1) as kind from portal.audit order by kind limit 200`,
        ),
      ])
      return answer({
        data: {
          staff: staff.rows,
          actions: actions.rows.map(({ action }) => action),
          objects: objects.rows.map(({ kind }) => kind),
        },
      })
    },
  }
}

/**
 * Notes what one of the staff did, in the transaction that does it; the database lets nobody change a row.
 *
 * @param subject what it was done to, as `account:12`, or the kind alone where there is one of it: `settings`
 * @param details the reason and what else a reader needs; no values of personal data
 */
export async function audit(
  db: Statements,
  staffId: number,
  action: string,
  subject: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await db.query('insert into portal.audit (staff_id, action, subject, details) values ($1, $2, $3, $4::jsonb)', [
    staffId,
    action,
    subject,
    JSON.stringify(details),
  ])
}
