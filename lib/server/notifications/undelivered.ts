import type { Undelivered } from '@/lib/contract/manager-auctions'
import type { LetterKind } from '@/lib/server/jobs/letters'
import { type Queryable, readRows } from '@/lib/server/platform/db/pool'

/** Letters with a term that runs out whether or not they arrive. */
export type TermLetter = Extract<LetterKind, 'partial_offer' | 'agreement_ready' | 'deposit_due' | 'deposit_reminder'>

/** A letter that was due so long ago and is still not sent is late. */
const LATE_AFTER = `interval '10 minutes'`

/** SQL: whether `letter`, a row of portal.outbox, should have arrived and has not; `at` is SQL of an instant. */
export const undeliveredSql = (at: string): string =>
  `(letter.sent_at is null and not letter.not_needed
    and (letter.failed_at is not null or letter.last_error is not null or letter.next_attempt_at < ${at} - ${LATE_AFTER}))`

/**
 * The companies that the last of these letters about an auction has not reached at every address. A letter about an agreement counts
 * until the company has signed.
 */
export async function readUndelivered(
  db: Queryable,
  { auctionId, accountIds, kinds, now }: { auctionId: number; accountIds: number[]; kinds: TermLetter[]; now: number },
): Promise<Map<number, Undelivered>> {
  if (accountIds.length === 0) return new Map()
  const rows = await readRows<Undelivered & { account_id: number }>(db, {
    name: 'letters-undelivered',
    text: `select account_id, since, final, emails, reached, phone from (
        select letter.account_id, min(letter.created_at) as since, bool_and(letter.failed_at is not null) filter (where undelivered) as final,
          coalesce(array_agg(letter.address order by letter.address) filter (where undelivered), '{}') as emails,
          (count(*) filter (where letter.sent_at is not null))::integer as reached, company.phone
        from (
          select letter.*, coalesce(letter.email, person.email, '') as address, ${undeliveredSql('$4::timestamptz')} as undelivered,
            rank() over (partition by letter.account_id order by letter.created_at desc) as age
          from portal.outbox letter left join portal.people person on person.id = letter.person_id
          where letter.account_id = any ($1) and letter.kind = any ($2) and letter.payload ->> 'auction_id' = $3::text
            and (letter.kind <> 'agreement_ready' or exists (select from cms.agreements agreement
              where agreement.id = (letter.payload ->> 'agreement_id')::integer and agreement.status = 'awaiting_signature'))
        ) letter
        join cms.companies company on company.id = letter.account_id
        where letter.age = 1 group by letter.account_id, company.phone
      ) letters where final is not null`,
    values: [accountIds, kinds, auctionId, new Date(now)],
  })
  return new Map(rows.map(({ account_id: accountId, ...undelivered }) => [accountId, undelivered]))
}
