import type { Input } from '@/lib/contract/endpoint'
import type { EmailState, ManagedEmail, managerEmailsEndpoints } from '@/lib/contract/manager'
import type { Language } from '@/lib/contract/primitives'
import { audit } from '@/lib/server/platform/audit'
import { containsSql } from '@/lib/server/platform/db/contains'
import { type Pool, type Queryable, readRows } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { COMPANY_SEARCH_TEXT } from '@/lib/server/platform/company-sql'
import { enqueue } from '@/lib/server/jobs/enqueue'
import { answer, type Handlers, type Outcome, refuse, staffOf } from '@/lib/server/platform/call'
import { decodeCursor, DEFAULT_LIMIT, type Page, pageOf } from '@/lib/server/platform/keyset'
import { mailKey } from './outbox'

interface WholeEmail extends ManagedEmail {
  language: Language | null
  html: string | null
  text: string | null
}

/** Each condition has an index. */
const inState: Readonly<Record<EmailState, string>> = {
  sent: 'queued.sent_at is not null',
  not_needed: 'queued.sent_at is null and queued.not_needed',
  failed: 'queued.failed_at is not null and queued.sent_at is null and not queued.not_needed',
  waiting: 'queued.sent_at is null and queued.failed_at is null',
}
const stateSql = `case when ${inState.sent} then 'sent' when ${inState.not_needed} then 'not_needed' when ${inState.failed} then 'failed' else 'waiting' end`
const columns = `queued.id, queued.kind, queued.company_id, company.company_short_name as company_name,
  coalesce(email.recipients, '{}') as recipients, email.subject, ${stateSql} as state, queued.created_at, queued.sent_at,
  queued.attempts, case when ${inState.waiting} then queued.next_attempt_at end as next_attempt_at, queued.last_error as reason`
const source = `portal.outbox queued
  left join portal.emails email on email.outbox_id = queued.id
  left join cms.companies company on company.id = queued.company_id`

/** The text of such an email is deleted from the queue when it fails for good, so it cannot be sent again. */
const BACK_OFFICE_KIND = 'staff_email'

async function listEmails(
  db: Queryable,
  query: Input<typeof managerEmailsEndpoints.emails>,
): Promise<Page<ManagedEmail>> {
  const { limit = DEFAULT_LIMIT, state, search } = query
  const position = decodeCursor(query.cursor, ['id'])
  const filters = `($1::integer is null or queued.company_id = $1) and ($2::bigint is null or queued.id < $2)
    ${state === undefined ? '' : `and ${inState[state]}`}`
  const newest = 'order by queued.id desc limit $3'
  const matching = search
    ? `(select queued.id from portal.outbox queued join portal.emails email on email.outbox_id = queued.id
          where ${filters} and ${containsSql('portal.words_of_email(email.recipients, email.subject)', '$4')} ${newest})
        union
        (select queued.id from portal.outbox queued join cms.companies company on company.id = queued.company_id
          where ${filters} and ${containsSql(COMPANY_SEARCH_TEXT, '$4')} ${newest})
        order by id desc limit $3`
    : `select queued.id from portal.outbox queued where ${filters} ${newest}`
  const rows = await readRows<ManagedEmail>(
    db,
    `select ${columns} from ${source} where queued.id in (select id from (${matching}) matching) order by queued.id desc`,
    [query.company_id ?? null, position?.[0] ?? null, limit + 1, ...(search ? [search] : [])],
  )
  return pageOf(rows, limit, ({ id }) => [id])
}

/** Emails for the back office, stored without their secrets. */
export function createManagedEmails({ pool }: { pool: Pool }): Handlers<typeof managerEmailsEndpoints> {
  return {
    async emails(query) {
      return answer({ data: await listEmails(pool, query) })
    },
    async email({ id }, call) {
      const [email] = await readRows<WholeEmail>(
        pool,
        `select ${columns}, email.language, email.html, email.text from ${source} where queued.id = $1`,
        [id],
      )
      if (!email) return refuse('not_found')
      // A link that sets an admin's password would make a manager an admin.
      const withheld = email.kind === BACK_OFFICE_KIND && staffOf(call).role !== 'admin'
      return answer({
        data: {
          ...email,
          ...(withheld && { html: null, text: null }),
          withheld,
          can_resend: email.state === 'failed' && email.kind !== BACK_OFFICE_KIND,
        },
      })
    },
    resendEmail({ id }, call) {
      const { staffId } = staffOf(call)
      return withTransaction(pool, async (client): Promise<Outcome<{ data: Record<string, never> }>> => {
        const { rowCount } = await client.query(
          `update portal.outbox set failed_at = null, attempts = 0, next_attempt_at = now()
           where id = $1 and failed_at is not null and sent_at is null and not not_needed and kind <> $2`,
          [id, BACK_OFFICE_KIND],
        )
        if (rowCount === 0) {
          const existing = await client.query(`select from portal.outbox where id = $1`, [id])
          return refuse(existing.rowCount === 0 ? 'not_found' : 'email_not_failed')
        }
        await audit(client, staffId, 'email_resent', `email:${id}`)
        await enqueue(client, 'mail', { email_id: id }, { key: mailKey(id) })
        return answer({ data: {} })
      })
    },
  }
}
