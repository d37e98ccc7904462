import type { AuctionFact } from '@/lib/domain/facts'
import type { PoolClient } from '@/lib/server/db/pool'
import type { Journal } from '@/lib/server/events/event-stream'

/** Who decides: one of the staff, the buyer itself, or the system. */
export interface DecidedBy {
  readonly staffId?: number
  readonly accountId?: number
}

/**
 * Writes what the public log leaves out of decisions: reasons in people's words, papers, and who decided. Goes before
 * the log's own entries, because a first bid finds its bidder by the confirmation's number.
 */
export async function recordDecisions(
  client: PoolClient,
  journal: Journal,
  facts: readonly AuctionFact[],
  by: DecidedBy,
): Promise<void> {
  const applicationRows = facts.flatMap((fact) => applicationRow(fact, journal, by))
  if (applicationRows.length > 0) {
    await client.query(
      `insert into portal.application_decisions (application_id, kind, auction_id, participant, reason, staff_id, at)
       select * from json_to_recordset($1) r (application_id integer, kind text, auction_id integer, participant integer, reason text, staff_id integer, at timestamptz)`,
      [JSON.stringify(applicationRows)],
    )
  }
  const selectionRows = facts.flatMap((fact) => selectionRow(fact, journal, by))
  if (selectionRows.length > 0) {
    await client.query(
      `insert into portal.selection_decisions (auction_id, kind, participant, quantity, reason, document_id, staff_id, account_id, at)
       select * from json_to_recordset($1) r (auction_id integer, kind text, participant integer, quantity bigint, reason text, document_id text, staff_id integer, account_id integer, at timestamptz)`,
      [JSON.stringify(selectionRows)],
    )
  }
}

function applicationRow(fact: AuctionFact, journal: Journal, by: DecidedBy): object[] {
  const row = (kind: string, bidderId: number, rest: object) => [
    {
      application_id: journal.applicants.get(bidderId)?.id,
      kind,
      auction_id: journal.auctionId,
      staff_id: by.staffId,
      at: new Date(fact.at),
      ...rest,
    },
  ]
  switch (fact.kind) {
    case 'documents_sent':
      return row('documents_sent', fact.bidderId, {})
    case 'application_confirmed':
      return row('confirmed', fact.bidderId, { participant: fact.participant })
    case 'application_rejected':
      // A confirmed applicant whose account was deactivated is rejected at the start as well (R2.7).
      return row('rejected', fact.bidderId, { reason: fact.reason })
    case 'application_withdrawn':
      return row('withdrawn', fact.bidderId, {})
    default:
      return []
  }
}

function selectionRow(fact: AuctionFact, { auctionId }: Journal, by: DecidedBy): object[] {
  const row = (rest: object) => [
    {
      auction_id: auctionId,
      kind: fact.kind,
      staff_id: by.staffId,
      account_id: by.accountId,
      at: new Date(fact.at),
      ...rest,
    },
  ]
  switch (fact.kind) {
    case 'winners_confirmed':
    case 'completed':
      return row({})
    case 'partial_accepted':
    case 'partial_refused':
      return row({ participant: fact.participant, quantity: fact.quantity })
    case 'winner_disqualified':
      return row({ participant: fact.participant, reason: fact.reason, document_id: fact.document?.id })
    case 'cancelled':
      return row({ reason: fact.reason })
    default:
      return []
  }
}
