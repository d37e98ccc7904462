import type { Pool } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'

let made = 0

/** An agreement over 300 t at 15 200.00, without an auction; in force, it was signed on paper. */
export async function makeAgreement(
  pool: Pool,
  { companyId, isInForce }: { companyId: number; isInForce: boolean },
): Promise<{ id: number; number: string }> {
  const number = `T${process.pid}-${(made += 1)}`
  const { rows } = await pool.query<{ id: number }>(
    `insert into cms.agreements (number, company_id, quantity, price, sum, starts_on, ends_on, status)
     values ($1, $2, '300.000', '15200.00', '4560000.00', now(), now() + interval '90 days', 'awaiting_signature') returning id`,
    [number, companyId],
  )
  const id = rows[0]?.id ?? 0
  await pool.query(
    `insert into cms.agreements_locales (_parent_id, _locale, name, product) values
       ($1, 'uk', $2, 'Газовий конденсат'), ($1, 'en', $3, 'Gas condensate'), ($1, 'ru', $4, 'Газовый конденсат')`,
    [id, `Договір № ${number}`, `Agreement No. ${number}`, `Договор № ${number}`],
  )
  if (isInForce) await signOnPaper(pool, { id, companyId })
  return { id, number }
}

/** Both sides have signed an agreement on paper, so that it is in force. */
export async function signOnPaper(pool: Pool, { id, companyId }: { id: number; companyId: number }): Promise<void> {
  await pool.query(
    `with scan as (insert into portal.files (company_id, kind, name, media_type, bytes, sha256) values ($2, 'agreement', 'scan.pdf', 'application/pdf', 1, sha256('1')) returning id)
     insert into portal.agreement_signatures (agreement_id, side, file_id, staff_id) select $1, 'paper', id, 1 from scan`,
    [id, companyId],
  )
  await pool.query(`update cms.agreements set status = 'current' where id = $1`, [id])
}

/** Moves what has happened to an agreement into the past, with the days by which its invoices are due. */
export async function passDays(pool: Pool, id: number, days: number): Promise<void> {
  await withTransaction(pool, async (client) => {
    // Facts are append-only.
    await client.query('set local session_replication_role = replica')
    await client.query(
      `update portal.fulfilment_facts set at = at - make_interval(days => $2),
         body = body || case when body ? 'dueOn' then jsonb_build_object('dueOn', (body ->> 'dueOn')::date - $2) else '{}' end
       where agreement_id = $1`,
      [id, days],
    )
    await client.query('update portal.fulfilments set due_on = due_on - $2::integer where agreement_id = $1', [
      id,
      days,
    ])
  })
}
