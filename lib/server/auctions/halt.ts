import type { managerEndpoints } from '@/lib/contract/manager'
import type { Halt } from '@/lib/contract/stream'
import { decideHalt, decideResume } from '@/lib/domain/lifecycle'
import { audit } from '@/lib/server/audit/audit'
import { haltShape } from '@/lib/server/events/auction-shapes'
import { answer, type Handlers, refuse, staffOf } from '@/lib/server/http/handler'
import type { Clock } from '@/lib/server/platform/clock'
import { changeAuction, type ChangeDependencies, type OpenAuction } from './change-auction'
import { namesApplicant } from './named-applicants'

/** A manager halts and resumes bidding (R13.1). */
export function haltHandlers(
  deps: ChangeDependencies & { clock: Clock },
): Pick<Handlers<typeof managerEndpoints>, 'haltAuction' | 'resumeAuction'> {
  return {
    async haltAuction({ auction_id: auctionId, reason }, call) {
      const { staffId } = staffOf(call)
      return changeAuction(deps, auctionId, async (auction) => {
        const decision = decideHalt(auction.stream().state, reason, deps.clock.now())
        if (!decision.ok) return refuse(decision.refusal.code)
        if (await namesApplicant(auction.client, auctionId, reason)) return refuse('reason_names_bidder')
        await auction.append(decision.events, { staffId })
        await audit(auction.client, staffId, 'auction_halted', `auction:${auctionId}`, { reason })
        return answer({ data: recordedHalt(auction) })
      })
    },

    async resumeAuction({ auction_id: auctionId, notice_seconds: seconds }, call) {
      const { staffId } = staffOf(call)
      return changeAuction(deps, auctionId, async (auction) => {
        const now = deps.clock.now()
        const decision = decideResume(auction.stream().state, now + seconds * 1_000, now)
        if (!decision.ok) return refuse(decision.refusal.code)
        await auction.append(decision.events, { staffId })
        const halt = recordedHalt(auction)
        await audit(auction.client, staffId, 'auction_resumed', `auction:${auctionId}`, { at: halt.resumes_at })
        return answer({ data: halt })
      })
    },
  }
}

function recordedHalt(auction: OpenAuction): Halt {
  const { halt } = auction.stream().state
  if (halt === null) throw new Error('A halt was not recorded')
  return haltShape(halt)
}
