import type { auctionsEndpoints } from '@/lib/contract/auctions'
import type { ErrorCode } from '@/lib/contract/errors'
import type { managerEndpoints, WinnersBoard } from '@/lib/contract/manager'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { AuctionFact, Decision, EvidenceFile } from '@/lib/domain/facts'
import { decidePartial } from '@/lib/domain/partial-offers'
import { decideComplete, decideConfirmWinners, decideDisqualify } from '@/lib/domain/selection'
import type { PoolClient } from '@/lib/server/db/pool'
import type { Journal } from '@/lib/server/events/event-stream'
import type { Clock } from '@/lib/server/kernel/database-clock'
import { accountOf, answer, type Call, type Handlers, type Outcome, refuse, staffOf } from '@/lib/server/kernel/handler'
import { ownPositionOf } from '@/lib/server/kernel/own-position'
import { namesApplicant } from './apply'
import { audit, changeAuction, type ChangeDependencies } from './change-auction'

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
  const row = (kind: string, bidderId: number, rest: object) => [{
    application_id: journal.applicants.get(bidderId)?.id,
    kind,
    auction_id: journal.auctionId,
    staff_id: by.staffId,
    at: new Date(fact.at),
    ...rest,
  }]
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
  const row = (rest: object) => [{
    auction_id: auctionId,
    kind: fact.kind,
    staff_id: by.staffId,
    account_id: by.accountId,
    at: new Date(fact.at),
    ...rest,
  }]
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

interface SelectingDependencies extends ChangeDependencies {
  clock: Clock
  /** The allocation as the manager sees it, with names. */
  showWinners: (auctionId: number) => Promise<WinnersBoard | null>
  inspectEvidence: InspectEvidence
  /** Told after an auction was completed, so that its agreements are made at once. */
  completed: () => Promise<void>
}

/** Keeps a file that was checked, in the transaction of `client`: undone with it. */
type KeepEvidence = (client: PoolClient) => Promise<Outcome<EvidenceFile>>

/** Checks the file behind a disqualification, which may take seconds, so that no auction is locked meanwhile. */
export type InspectEvidence = (file: File) => Promise<Outcome<KeepEvidence>>

type ManagerNames = 'confirmWinners' | 'disqualify' | 'complete'

/** What happens between the end and the result (R7.3, R8). Nobody edits a number: facts only, and the rules allocate. */
export function createSelecting(
  deps: SelectingDependencies,
): Pick<Handlers<typeof managerEndpoints>, ManagerNames> & Pick<Handlers<typeof auctionsEndpoints>, 'answerPartial'> {
  const { clock } = deps

  function decideAs(
    call: Call,
    action: string,
    auctionId: number,
    decide: (state: AuctionState, client: PoolClient) => Promise<Outcome<{ facts: Extract<Decision<never>, { ok: true }>['facts']; details?: object }>>,
  ): Promise<Outcome<null>> {
    const staff = staffOf(call)
    return changeAuction(deps, auctionId, async (auction): Promise<Outcome<null>> => {
      const decision = await decide(auction.journal().state, auction.client)
      if (!decision.ok) return decision
      const { facts, details } = decision.answer
      await auction.append(facts, { staffId: staff.staffId })
      if (facts.length > 0) await audit(auction.client, staff, action, `auction:${auctionId}`, { ...details })
      return answer(null)
    })
  }

  async function board(auctionId: number, outcome: Outcome<null>) {
    if (!outcome.ok) return outcome
    const shown = await deps.showWinners(auctionId)
    return shown === null ? refuse('not_found') : answer({ data: shown })
  }

  return {
    async confirmWinners({ auction_id: auctionId }, call) {
      const outcome = await decideAs(call, 'winners_confirmed', auctionId, async (state) =>
        outcomeOf(decideConfirmWinners(state, clock.now())),
      )
      return board(auctionId, outcome)
    },

    async disqualify({ auction_id: auctionId, participant, reason, file }, call) {
      const inspected = file === undefined ? null : await deps.inspectEvidence(file)
      if (inspected !== null && !inspected.ok) return inspected
      const outcome = await decideAs(call, 'winner_disqualified', auctionId, async (state, client) => {
        const decide = (document: EvidenceFile | null) => decideDisqualify(state, { participant, reason, document }, clock.now())
        if (inspected === null) return outcomeOf(decide(null))
        const allowed = decide(unstored)
        if (!allowed.ok) return refuse(allowed.refusal.code)
        if (await namesApplicant(client, auctionId, reason)) return refuse('reason_names_bidder')
        const stored = await inspected.answer(client)
        if (!stored.ok) return stored
        const decision = decide(stored.answer)
        return decision.ok ? answer({ facts: decision.facts, details: { participant, reason, document: stored.answer.id } }) : refuse(decision.refusal.code)
      })
      return board(auctionId, outcome)
    },

    async complete({ auction_id: auctionId }, call) {
      const outcome = await decideAs(call, 'auction_completed', auctionId, async (state) =>
        outcomeOf(decideComplete(state, clock.now())),
      )
      if (!outcome.ok) return outcome
      await deps.completed()
      return answer({ data: {} })
    },

    async answerPartial({ auction_id: auctionId, accept }, call) {
      const { accountId } = accountOf(call)
      return changeAuction(deps, auctionId, async (auction) => {
        const { state, applicants } = auction.journal()
        const participant = state.applications.get(accountId)?.participant ?? null
        if (participant === null) return refuse('partial_not_pending')
        // Answered in time counts, even where the lapse would be recorded a moment later.
        const decision = decidePartial(state, { participant, accept }, call.receivedAt)
        if (!decision.ok) return refuse(decision.refusal.code)
        await auction.append(decision.facts, { accountId })
        const id = applicants.get(accountId)?.id
        return answer({
          data: ownPositionOf(auction.journal(), accountId, id === undefined ? null : { id, reason: null, missing: [] }, clock.now()),
        })
      })
    },
  }
}

/** Stands for the file while it is decided whether one is needed at all. */
const unstored: EvidenceFile = { id: '', sha256: '' }

function outcomeOf(decision: Decision<{ readonly code: ErrorCode }>) {
  return decision.ok ? answer({ facts: decision.facts }) : refuse(decision.refusal.code)
}
