import type { AuctionEvent } from '@/lib/domain/events'
import type { PoolClient } from '@/lib/server/platform/db/pool'
import type { DecidedBy } from '@/lib/server/events/open-auction'
import type { LoadedStream } from '@/lib/server/events/stream'

/**
 * Writes what the public log omits of decisions: free-text reasons, files, and who decided. Must precede the log's
 * entries, because the database finds a first bid's bidder by the number in the confirmation.
 */
export async function recordDecisions(
  client: PoolClient,
  stream: LoadedStream,
  events: readonly AuctionEvent[],
  by: DecidedBy,
): Promise<void> {
  const applicationRows = events.flatMap((event) => applicationRow(event, stream, by))
  if (applicationRows.length > 0) {
    await client.query(
      `insert into portal.application_decisions (application_id, kind, auction_id, participant, reason, note, note_nonce, staff_id, person_id, at)
       select * from json_to_recordset($1) r (application_id integer, kind text, auction_id integer, participant integer, reason text, note text, note_nonce text, staff_id integer, person_id integer, at timestamptz)`,
      [JSON.stringify(applicationRows)],
    )
  }
  const selectionRows = events.flatMap((event) => selectionRow(event, stream, by))
  if (selectionRows.length > 0) {
    await client.query(
      `insert into portal.selection_decisions (auction_id, kind, participant, quantity, reason, document_id, staff_id, company_id, person_id, at)
       select * from json_to_recordset($1) r (auction_id integer, kind text, participant integer, quantity bigint, reason text, document_id text, staff_id integer, company_id integer, person_id integer, at timestamptz)`,
      [JSON.stringify(selectionRows)],
    )
  }
}

function applicationRow(event: AuctionEvent, stream: LoadedStream, by: DecidedBy): object[] {
  const row = (kind: string, bidderId: number, columns: object) => [
    {
      application_id: stream.applicants.get(bidderId)?.id,
      kind,
      auction_id: stream.auctionId,
      staff_id: by.staffId,
      person_id: by.personId,
      at: new Date(event.at),
      ...columns,
    },
  ]
  switch (event.kind) {
    case 'documents_sent':
      return row('documents_sent', event.bidderId, {})
    case 'application_confirmed':
      return row('confirmed', event.bidderId, {
        participant: event.participant,
        reason: event.depositWaiver,
        note: event.note.text,
        note_nonce: event.note.nonce,
      })
    case 'application_rejected':
      return row('rejected', event.bidderId, { reason: event.reason })
    case 'application_withdrawn':
      return row('withdrawn', event.bidderId, {})
    default:
      return []
  }
}

function selectionRow(event: AuctionEvent, { auctionId }: LoadedStream, by: DecidedBy): object[] {
  const row = (columns: object) => [
    {
      auction_id: auctionId,
      kind: event.kind,
      staff_id: by.staffId,
      company_id: by.companyId,
      person_id: by.personId,
      at: new Date(event.at),
      ...columns,
    },
  ]
  switch (event.kind) {
    case 'winners_confirmed':
    case 'completed':
    case 'resumed':
    case 'question_answered':
      return row({})
    case 'partial_accepted':
    case 'partial_refused':
      return row({ participant: event.participant, quantity: event.quantity })
    case 'winner_disqualified':
      return row({ participant: event.participant, reason: event.reason, document_id: event.document?.id })
    case 'cancelled':
    case 'halted':
      return row({ reason: event.reason })
    default:
      return []
  }
}
