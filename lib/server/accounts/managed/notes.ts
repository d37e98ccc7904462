import type { AccountFile } from '@/lib/contract/manager-accounts'
import type { Pool, Queryable } from '@/lib/server/db/pool'
import { withTransaction } from '@/lib/server/db/transaction'
import { answer, refuse, type Outcome, type StaffCaller } from '@/lib/server/kernel/handler'

type Note = AccountFile['notes'][number]

/** What the staff noted of a company, the newest first. */
export async function readNotes(db: Queryable, accountId: number): Promise<Note[]> {
  const { rows } = await db.query<Omit<Note, 'at'> & { at: Date }>(
    `select note.id, note.text, note.at, coalesce(staff.name, '') as by
     from portal.account_notes note left join cms.staff staff on staff.id = note.staff_id
     where note.account_id = $1 order by note.id desc limit 200`,
    [accountId],
  )
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

export function addNote(pool: Pool, { accountId, text, staff }: { accountId: number; text: string; staff: StaffCaller }): Promise<Outcome<{ data: Note }>> {
  return withTransaction(pool, async (client): Promise<Outcome<{ data: Note }>> => {
    const { rows } = await client.query<{ id: number; at: Date }>(
      `insert into portal.account_notes (account_id, staff_id, text) select id, $2, $3 from cms.companies where id = $1 returning id, at`,
      [accountId, staff.staffId, text],
    )
    const note = rows[0]
    if (!note) return refuse('not_found')
    await client.query(`insert into portal.audit (staff_id, action, subject, details) values ($1, 'account_noted', $2, $3)`, [
      staff.staffId,
      `account:${accountId}`,
      { note: note.id },
    ])
    return answer({ data: { id: note.id, text, at: note.at.toISOString(), by: staff.name } })
  })
}
