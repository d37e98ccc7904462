import type { Input } from '@/lib/contract/endpoint'
import type { managerEndpoints } from '@/lib/contract/manager'
import type { AuctionState } from '@/lib/domain/auction-state'
import { decideCancel, decideHalt, decideResume } from '@/lib/domain/lifecycle'
import { audit } from '@/lib/server/platform/audit'
import { haltShape } from '@/lib/server/events/auction-shapes'
import { answer, type Call, type Handlers, type Outcome, refuse, staffOf } from '@/lib/server/platform/call'
import { type EmailPayload, queueEmails } from '@/lib/server/jobs/emails'
import type { Clock } from '@/lib/server/platform/clock'
import { changeAuction, type ChangeDependencies } from './change-auction'
import { type OpenAuction } from '@/lib/server/events/open-auction'
import { refuseNaming } from './named-applicants'

/** A manager halts, resumes and cancels auctions (R1.2, R13.1). */
export function interruptionHandlers(
  deps: ChangeDependencies & { clock: Clock },
): Pick<Handlers<typeof managerEndpoints>, 'haltAuction' | 'resumeAuction' | 'cancelAuction'> {
  /** The reason is public, so it must not name a bidder (R8.3). */
  function interrupt(
    call: Call,
    action: 'auction_halted' | 'auction_cancelled',
    decide: typeof decideHalt | typeof decideCancel,
    { auction_id: auctionId, reason, names_confirmed: areNamesConfirmed }: Input<typeof managerEndpoints.haltAuction>,
  ): Promise<Outcome<AuctionState>> {
    const { staffId } = staffOf(call)
    return changeAuction(deps, auctionId, async (auction) => {
      const decision = decide(auction.stream().state, reason, deps.clock.now())
      if (!decision.ok) return refuse(decision.refusal.code)
      const named = await refuseNaming(auction.client, auctionId, reason, areNamesConfirmed)
      if (named !== null) return named
      await auction.append(decision.events, { staffId })
      if (action === 'auction_cancelled') await tellFollowers(auction, reason)
      await audit(auction.client, staffId, action, `auction:${auctionId}`, { reason })
      return answer(auction.stream().state)
    })
  }

  return {
    async haltAuction(input, call) {
      const outcome = await interrupt(call, 'auction_halted', decideHalt, input)
      return outcome.ok ? answer({ data: recordedHalt(outcome.answer) }) : outcome
    },

    async resumeAuction({ auction_id: auctionId, notice_seconds: seconds }, call) {
      const { staffId } = staffOf(call)
      return changeAuction(deps, auctionId, async (auction) => {
        const now = deps.clock.now()
        const decision = decideResume(auction.stream().state, now + seconds * 1_000, now)
        if (!decision.ok) return refuse(decision.refusal.code)
        await auction.append(decision.events, { staffId })
        const halt = recordedHalt(auction.stream().state)
        await audit(auction.client, staffId, 'auction_resumed', `auction:${auctionId}`, { at: halt.resumes_at })
        return answer({ data: halt })
      })
    },

    async cancelAuction(input, call) {
      const outcome = await interrupt(call, 'auction_cancelled', decideCancel, input)
      return outcome.ok ? answer({ data: {} }) : outcome
    },
  }
}

function recordedHalt({ halt }: AuctionState) {
  if (halt === null) throw new Error('A halt was not recorded')
  return haltShape(halt)
}

/** Followers without an application: applicants get the email of the event. */
async function tellFollowers({ client, stream }: OpenAuction, reason: string): Promise<void> {
  const { auctionId, state } = stream()
  const { rows } = await client.query<{ company_id: number }>(
    'select company_id from portal.lot_followers where auction_id = $1 order by 1',
    [auctionId],
  )
  const strangers = rows.filter(
    ({ company_id: id }) => (state.applications.get(id)?.status ?? 'withdrawn') === 'withdrawn',
  )
  const payload: EmailPayload<'auction_cancelled'> = { auction_id: auctionId, reason, following: true }
  await queueEmails(
    client,
    strangers.map(({ company_id }) => ({ kind: 'auction_cancelled', company_id, payload, dedupe_key: null })),
  )
}
