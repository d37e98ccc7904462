import type { auctionsEndpoints } from '@/lib/contract/auctions'
import type { ErrorCode } from '@/lib/contract/errors'
import type { managerEndpoints } from '@/lib/contract/manager'
import type { WinnersBoard } from '@/lib/contract/manager-auctions'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { Decision, EvidenceFile } from '@/lib/domain/events'
import { thousandthsOf, toQuantityString } from '@/lib/domain/money'
import {
  type Deactivated,
  decideComplete,
  decideConfirmWinners,
  decideDisqualify,
  decidePartial,
  type PartialRefusal,
} from '@/lib/domain/selection'
import { audit } from '@/lib/server/platform/audit'
import type { PoolClient } from '@/lib/server/platform/db/pool'
import { winnersVersion } from '@/lib/server/events/auction-shapes'
import type { Clock } from '@/lib/server/platform/clock'
import type { InspectEvidence } from '@/lib/server/platform/files'
import { accountOf, answer, type Call, type Handlers, type Outcome, refuse, staffOf } from '@/lib/server/platform/call'
import { ownPositionOf } from '@/lib/server/events/own-position'
import { lockDeactivated } from './account-status'
import { queueAgreements } from './agreements'
import { changeAuction, type ChangeDependencies } from './change-auction'
import { refuseNaming } from './named-applicants'

interface SelectionDependencies extends ChangeDependencies {
  clock: Clock
  /** The allocation with names, as the manager sees it. */
  showWinners: (auctionId: number) => Promise<WinnersBoard | null>
  inspectEvidence: InspectEvidence
}

type ManagerNames = 'confirmWinners' | 'disqualify' | 'complete'

/** Decisions between the end and the result (R7.3, R8). They record events only; the rules compute the allocation. */
export function selectionHandlers(
  deps: SelectionDependencies,
): Pick<Handlers<typeof managerEndpoints>, ManagerNames> & Pick<Handlers<typeof auctionsEndpoints>, 'answerPartial'> {
  const { clock } = deps

  function decideAs(
    call: Call,
    action: string,
    auctionId: number,
    decide: (
      state: AuctionState,
      client: PoolClient,
      deactivated: Deactivated,
    ) => Promise<Outcome<{ events: Extract<Decision<never>, { ok: true }>['events']; details?: object }>>,
  ): Promise<Outcome<null>> {
    const staff = staffOf(call)
    let deactivated: Deactivated = new Set()
    return changeAuction(
      deps,
      auctionId,
      async (auction): Promise<Outcome<null>> => {
        const decision = await decide(auction.stream().state, auction.client, deactivated)
        if (!decision.ok) return decision
        const { events, details } = decision.answer
        await auction.append(events, { staffId: staff.staffId })
        if (events.length > 0)
          await audit(auction.client, staff.staffId, action, `auction:${auctionId}`, { ...details })
        return answer(null)
      },
      async (client) => {
        deactivated = await lockDeactivated(client, auctionId)
      },
    )
  }

  async function board(auctionId: number, outcome: Outcome<null>) {
    if (!outcome.ok) return outcome
    const winners = await deps.showWinners(auctionId)
    return winners === null ? refuse('not_found') : answer({ data: winners })
  }

  return {
    async confirmWinners({ auction_id: auctionId, version }, call) {
      const outcome = await decideAs(call, 'winners_confirmed', auctionId, async (state, _client, deactivated) =>
        isCurrent(state, version)
          ? outcomeOf(decideConfirmWinners(state, clock.now(), deactivated))
          : refuse('winners_changed'),
      )
      return board(auctionId, outcome)
    },

    async disqualify({ auction_id: auctionId, participant, reason, file, names_confirmed: areNamesConfirmed }, call) {
      const inspected = file === undefined ? null : await deps.inspectEvidence(file, call)
      if (inspected !== null && !inspected.ok) return inspected
      const outcome = await decideAs(call, 'winner_disqualified', auctionId, async (state, client) => {
        const decide = (document: EvidenceFile | null) =>
          decideDisqualify(state, { participant, reason, document }, clock.now())
        if (inspected === null) return outcomeOf(decide(null))
        const allowed = decide(PENDING_FILE)
        if (!allowed.ok) return refuse(allowed.refusal.code)
        const named = await refuseNaming(client, auctionId, reason, areNamesConfirmed)
        if (named !== null) return named
        const stored = await inspected.answer(client)
        if (!stored.ok) return stored
        const decision = decide(stored.answer)
        return decision.ok
          ? answer({ events: decision.events, details: { participant, reason, document: stored.answer.id } })
          : refuse(decision.refusal.code)
      })
      return board(auctionId, outcome)
    },

    async complete({ auction_id: auctionId, version }, call) {
      const outcome = await decideAs(call, 'auction_completed', auctionId, async (state, client, deactivated) => {
        if (!isCurrent(state, version)) return refuse('winners_changed')
        const decision = decideComplete(state, clock.now(), deactivated)
        if (decision.ok) await queueAgreements(client, auctionId)
        return outcomeOf(decision)
      })
      return outcome.ok ? answer({ data: {} }) : outcome
    },

    async answerPartial({ auction_id: auctionId, accept, quantity }, call) {
      const { companyId, personId } = accountOf(call)
      return changeAuction(deps, auctionId, async (auction) => {
        const { state, applicants } = auction.stream()
        const participant = state.applications.get(companyId)?.participant ?? null
        if (participant === null) return refuse('partial_not_pending')
        // The time of receipt counts; the lapse is recorded a little after the term (LAPSE_DELAY_MS).
        const decision = decidePartial(
          state,
          { participant, accept, quantity: thousandthsOf(quantity) },
          call.receivedAt,
        )
        if (!decision.ok) return refusedAnswer(decision.refusal)
        await auction.append(decision.events, { companyId, personId })
        const id = applicants.get(companyId)?.id
        return answer({
          data: ownPositionOf(
            auction.stream(),
            companyId,
            id === undefined ? null : { id, reason: null, missing: [] },
            clock.now(),
          ),
        })
      })
    },
  }
}

/** Whether the allocation is the one that the manager saw (R8.1); before the end there is none. */
function isCurrent(state: AuctionState, version: string | undefined): boolean {
  return version === undefined || state.selection === null || version === winnersVersion(state)
}

/** Placeholder until the disqualification has been allowed and the file is stored. */
const PENDING_FILE: EvidenceFile = { id: '', sha256: '' }

/** Includes the volume offered now, so that the page can show it. */
function refusedAnswer(refusal: PartialRefusal) {
  if (refusal.code !== 'partial_offer_changed') return refuse(refusal.code)
  return refuse(refusal.code, { extensions: { quantity: toQuantityString(refusal.quantity) } })
}

function outcomeOf(decision: Decision<{ readonly code: ErrorCode }>) {
  return decision.ok ? answer({ events: decision.events }) : refuse(decision.refusal.code)
}
