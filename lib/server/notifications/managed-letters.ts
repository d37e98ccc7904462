import type { Input } from '@/lib/contract/endpoint'
import type { LetterState, ManagedLetter, managerLettersEndpoints } from '@/lib/contract/manager'
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

interface WholeLetter extends ManagedLetter {
  language: Language | null
  html: string | null
  text: string | null
}

/** Each condition has an index. */
const inState: Readonly<Record<LetterState, string>> = {
  sent: 'queued.sent_at is not null',
  not_needed: 'queued.sent_at is null and queued.not_needed',
  failed: 'queued.failed_at is not null and queued.sent_at is null and not queued.not_needed',
  waiting: 'queued.sent_at is null and queued.failed_at is null',
}
const stateSql = `case when ${inState.sent} then 'sent' when ${inState.not_needed} then 'not_needed' when ${inState.failed} then 'failed' else 'waiting' end`
const columns = `queued.id, queued.kind, queued.account_id as user_id, company.company_short_name as company_name,
  coalesce(letter.recipients, '{}') as recipients, letter.subject, ${stateSql} as state, queued.created_at, queued.sent_at,
  queued.attempts, case when ${inState.waiting} then queued.next_attempt_at end as next_attempt_at, queued.last_error as reason`
const source = `portal.outbox queued
  left join portal.letters letter on letter.outbox_id = queued.id
  left join cms.companies company on company.id = queued.account_id`

/** The text of such a letter is deleted from the queue when it fails for good, so it cannot be sent again. */
const BACK_OFFICE_KIND = 'staff_letter'

async function listLetters(
  db: Queryable,
  query: Input<typeof managerLettersEndpoints.letters>,
): Promise<Page<ManagedLetter>> {
  const { limit = DEFAULT_LIMIT, state, search } = query
  const position = decodeCursor(query.cursor, ['id'])
  const filters = `($1::integer is null or queued.account_id = $1) and ($2::bigint is null or queued.id < $2)
    ${state === undefined ? '' : `and ${inState[state]}`}`
  const newest = 'order by queued.id desc limit $3'
  const matching = search
    ? `(select queued.id from portal.outbox queued join portal.letters letter on letter.outbox_id = queued.id
          where ${filters} and ${containsSql('portal.words_of_letter(letter.recipients, letter.subject)', '$4')} ${newest})
        union
        (select queued.id from portal.outbox queued join cms.companies company on company.id = queued.account_id
          where ${filters} and ${containsSql(COMPANY_SEARCH_TEXT, '$4')} ${newest})
        order by id desc limit $3`
    : `select queued.id from portal.outbox queued where ${filters} ${newest}`
  const rows = await readRows<ManagedLetter>(
    db,
    `select ${columns} from ${source} where queued.id in (select id from (${matching}) matching) order by queued.id desc`,
    [query.user_id ?? null, position?.[0] ?? null, limit + 1, ...(search ? [search] : [])],
  )
  return pageOf(rows, limit, ({ id }) => [id])
}

/** Letters for the back office, stored without their secrets. */
export function createManagedLetters({ pool }: { pool: Pool }): Handlers<typeof managerLettersEndpoints> {
  return {
    async letters(query) {
      return answer({ data: await listLetters(pool, query) })
    },
    async letter({ id }, call) {
      const [letter] = await readRows<WholeLetter>(
        pool,
        `select ${columns}, letter.language, letter.html, letter.text from ${source} where queued.id = $1`,
        [id],
      )
      if (!letter) return refuse('not_found')
      // A link that sets an admin's password would make a manager an admin.
      const withheld = letter.kind === BACK_OFFICE_KIND && staffOf(call).role !== 'admin'
      return answer({
        data: {
          ...letter,
          ...(withheld && { html: null, text: null }),
          withheld,
          can_resend: letter.state === 'failed' && letter.kind !== BACK_OFFICE_KIND,
        },
      })
    },
    resendLetter({ id }, call) {
      const { staffId } = staffOf(call)
      return withTransaction(pool, async (client): Promise<Outcome<{ data: Record<string, never> }>> => {
        const { rowCount } = await client.query(
          `update portal.outbox set failed_at = null, attempts = 0, next_attempt_at = now()
           where id = $1 and failed_at is not null and sent_at is null and not not_needed and kind <> $2`,
          [id, BACK_OFFICE_KIND],
        )
        if (rowCount === 0) {
          const existing = await client.query(`select from portal.outbox where id = $1`, [id])
          return refuse(existing.rowCount === 0 ? 'not_found' : 'letter_not_failed')
        }
        await audit(client, staffId, 'letter_resent', `letter:${id}`)
        await enqueue(client, 'mail', { letter_id: id }, { key: mailKey(id) })
        return answer({ data: {} })
      })
    },
  }
}
