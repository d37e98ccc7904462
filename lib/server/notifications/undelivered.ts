import type { Undelivered } from '@/lib/contract/manager-auctions'
import type { EmailKind } from '@/lib/server/jobs/emails'
import { type Queryable, readRows } from '@/lib/server/platform/db/pool'

/** Emails with a term that runs out whether or not they arrive. */
export type TermEmail = Extract<EmailKind, 'partial_offer' | 'agreement_ready' | 'deposit_due' | 'deposit_reminder'>

/** An email that was due so long ago and is still not sent is late. */
const LATE_AFTER = `interval '10 minutes'`

/** SQL: whether `queued`, a row of portal.outbox, should have arrived and has not; `at` is SQL of an instant. */
export const undeliveredSql = (at: string): string =>
  `(queued.sent_at is null and not queued.not_needed
    and (queued.failed_at is not null or queued.last_error is not null or queued.next_attempt_at < ${at} - ${LATE_AFTER}))`

/**
 * The companies that the last of these emails about an auction has not reached at every address. An email about an agreement counts
 * until the company has signed.
 */
export async function readUndelivered(
  db: Queryable,
  { auctionId, companyIds, kinds, now }: { auctionId: number; companyIds: number[]; kinds: TermEmail[]; now: number },
): Promise<Map<number, Undelivered>> {
  if (companyIds.length === 0) return new Map()
  const rows = await readRows<Undelivered & { company_id: number }>(db, {
    name: 'emails-undelivered',
    text: `select company_id, since, final, emails, reached, phone from (
        select queued.company_id, min(queued.created_at) as since, bool_and(queued.failed_at is not null) filter (where undelivered) as final,
          coalesce(array_agg(queued.address order by queued.address) filter (where undelivered), '{}') as emails,
          (count(*) filter (where queued.sent_at is not null))::integer as reached, company.phone
        from (
          select queued.*, coalesce(queued.email, person.email, '') as address, ${undeliveredSql('$4::timestamptz')} as undelivered,
            rank() over (partition by queued.company_id order by queued.created_at desc) as age
          from portal.outbox queued left join portal.people person on person.id = queued.person_id
          where queued.company_id = any ($1) and queued.kind = any ($2) and queued.payload ->> 'auction_id' = $3::text
            and (queued.kind <> 'agreement_ready' or exists (select from cms.agreements agreement
              where agreement.id = (queued.payload ->> 'agreement_id')::integer and agreement.status = 'awaiting_signature'))
        ) queued
        join cms.companies company on company.id = queued.company_id
        where queued.age = 1 group by queued.company_id, company.phone
      ) emails where final is not null`,
    values: [companyIds, kinds, auctionId, new Date(now)],
  })
  return new Map(rows.map(({ company_id: companyId, ...undelivered }) => [companyId, undelivered]))
}
