import { containsSql } from '@/lib/server/platform/db/contains'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import type { Input } from '@/lib/contract/endpoint'
import type { AuditEntry, managerAuditEndpoints } from '@/lib/contract/manager'
import { answer, type Handlers } from '@/lib/server/platform/call'
import { decodeCursor, DEFAULT_LIMIT, type Page, pageOf } from '@/lib/server/platform/keyset'

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

/**
 * Entries with the current names of their objects. A subject is `account:12` or, of a kind with one object, the kind: `settings`.
 * `entries`: a page of them is chosen here, not by a condition on the result, because PostgreSQL plans only eight joins together
 * (join_collapse_limit) and would join every entry first.
 */
const namedEntries = (entries: string) => `${entries} entry
  cross join lateral (
    select split_part(entry.subject, ':', 1) as kind,
      case when entry.subject ~ '^[a-z_-]+:[0-9]{1,9}$' then split_part(entry.subject, ':', 2)::integer end as object_id
  ) object
  left join cms.staff staff on staff.id = entry.staff_id
  left join portal.applications application on object.kind = 'application' and application.id = object.object_id
  left join cms.companies company on company.id = case when object.kind in ('account', 'companies') then object.object_id else application.company_id end
  left join cms.agreements agreement on object.kind = 'agreements' and agreement.id = object.object_id
  left join cms.staff member on object.kind = 'staff' and member.id = object.object_id
  left join cms.auctions auction on auction.id = case when object.kind in ('auction', 'auctions') then object.object_id else application.auction_id end
  left join cms.auctions_locales title on title._parent_id = auction.id and title._locale = 'uk'
  cross join lateral (
    select concat_ws(' · ', company.company_short_name, member.name, '№\u00A0' || agreement.number, '№\u00A0' || coalesce(auction.number, auction.id), case when company.id is null then title.title end,
      case when coalesce(company.id, auction.id, member.id, agreement.id) is null then nullif(entry.details ->> 'title', '') end) as title
  ) named`

const columns = `entry.id, entry.at, entry.staff_id, coalesce(staff.name, '') as staff_name, entry.action, object.kind, object.object_id, named.title,
  auction.id as auction_id, entry.details ->> 'reason' as reason, entry.details -> 'fields' as fields`

/** The searchable texts of an entry. */
const allTexts = `concat_ws(' ', named.title, entry.details ->> 'reason', entry.details ->> 'title')`

/** If more companies or auctions match, so do most entries: then reading from the newest fills a page quickly. */
const MAX_OBJECTS = 500

interface MatchingObjects {
  companies: number[]
  auctions: number[]
}

/** Companies, and auctions by title or number, that match a text; null: too many. */
async function findObjects(db: Queryable, text: string): Promise<MatchingObjects | null> {
  const { rows } = await db.query<MatchingObjects>(
    `select
       array(select portal.companies_with($1) limit $2) as companies,
       array(
         select portal.auctions_titled($1)
         union
         select auction.id from cms.auctions auction where ${containsSql('portal.words_of_number(auction.number, auction.id)', '$1')}
         limit $2
       ) as auctions`,
    [text, MAX_OBJECTS + 1],
  )
  const { companies = [], auctions = [] } = rows[0] ?? {}
  return companies.length > MAX_OBJECTS || auctions.length > MAX_OBJECTS ? null : { companies, auctions }
}

/** The subjects of companies, auctions and applications, by the parameters that hold the ids. */
const subjectsSql = (companies: `$${number}`, auctions: `$${number}`) => `array(
    select kind || ':' || id from unnest(array['account', 'companies']) kind, unnest(${companies}::integer[]) id
    union all
    select kind || ':' || id from unnest(array['auction', 'auctions']) kind, unnest(${auctions}::integer[]) id
    union all
    select 'application:' || application.id from portal.applications application
    where application.company_id = any (${companies}) or application.auction_id = any (${auctions})
  )`

async function listAudit(db: Queryable, query: AuditQuery): Promise<Page<AuditEntry>> {
  const { limit = DEFAULT_LIMIT, search } = query
  const position = decodeCursor(query.cursor, ['id'])
  const values: unknown[] = [
    query.staff_id ?? null,
    query.action ?? null,
    query.object ?? null,
    query.from ?? null,
    query.to ?? null,
    position?.[0] ?? null,
    limit + 1,
    query.company_id === undefined ? [] : [query.company_id],
    [],
  ]
  const filters = `($1::integer is null or entry.staff_id = $1)
    and ($2::text is null or entry.action = $2)
    and ($3::text is null or split_part(entry.subject, ':', 1) = $3)
    and ($4::date is null or entry.at >= $4::date::timestamp at time zone 'Europe/Kyiv')
    and ($5::date is null or entry.at < ($5::date + 1)::timestamp at time zone 'Europe/Kyiv')
    and ($6::bigint is null or entry.id < $6)
    and ${query.company_id === undefined ? '$8::integer[] is not null and $9::integer[] is not null' : `entry.subject = any (${subjectsSql('$8', '$9')})`}`
  const newest = (condition: string, from = 'portal.audit entry') =>
    `select id from (select entry.id from ${from} where ${condition} and ${filters} order by entry.id desc limit $7) newest`
  const parts: string[] = []
  if (search) {
    const objects = await findObjects(db, search)
    values.push(search)
    if (objects === null)
      parts.push(newest(`strpos(portal.folded(${allTexts}), portal.folded($10)) > 0`, namedEntries('portal.audit')))
    else {
      values.push(objects.companies, objects.auctions)
      parts.push(
        newest(containsSql('portal.words_of_entry(entry.details)', '$10')),
        newest(`entry.subject = any (${subjectsSql('$11', '$12')})`),
        newest(
          `entry.subject = any (array(select 'staff:' || id from cms.staff where strpos(portal.folded(name), portal.folded($10)) > 0))`,
        ),
      )
    }
  } else parts.push(newest('true'))
  const page = `(select * from portal.audit where id in (select id from (${parts.join(' union ')} order by id desc limit $7) matching))`
  const { rows } = await db.query<Row>(`select ${columns} from ${namedEntries(page)} order by entry.id desc`, values)
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

/** The distinct values of an indexed column, read by skipping from one to the next. */
function distinctSql(column: string): string {
  return `with recursive distinct_value as (
      select (select ${column} from portal.audit order by ${column} limit 1) as value
      union all
      select (select ${column} from portal.audit where ${column} > value order by ${column} limit 1) from distinct_value where value is not null
    )`
}

export function createAuditEndpoints({ pool }: { pool: Pool }): Handlers<typeof managerAuditEndpoints> {
  return {
    async audit(query) {
      return answer({ data: await listAudit(pool, query) })
    },
    async auditChoices() {
      const [staff, actions, objects] = await Promise.all([
        pool.query<{ id: number; name: string }>(
          `${distinctSql('staff_id')} select value as id, coalesce(staff.name, '') as name from distinct_value
           left join cms.staff staff on staff.id = value where value is not null order by name, id limit 500`,
        ),
        pool.query<{ action: string }>(
          `${distinctSql('action')} select value as action from distinct_value where value is not null order by action limit 200`,
        ),
        pool.query<{ kind: string }>(
          `${distinctSql("split_part(subject, ':', 1)")} select value as kind from distinct_value where value is not null order by kind limit 200`,
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
