import type { managerEndpoints } from '@/lib/contract/manager'
import { decideCancel } from '@/lib/domain/lifecycle'
import { audit } from '@/lib/server/audit/audit'
import { answer, type Handlers, refuse, staffOf } from '@/lib/server/http/handler'
import type { Clock } from '@/lib/server/platform/clock'
import { changeAuction, type ChangeDependencies } from './change-auction'
import { namesApplicant } from './named-applicants'

export function cancelHandlers(
  deps: ChangeDependencies & { clock: Clock },
): Pick<Handlers<typeof managerEndpoints>, 'cancelAuction'> {
  return {
    async cancelAuction({ auction_id: auctionId, reason }, call) {
      const staff = staffOf(call)
      return changeAuction(deps, auctionId, async (auction) => {
        const decision = decideCancel(auction.stream().state, reason, deps.clock.now())
        if (!decision.ok) return refuse(decision.refusal.code)
        if (await namesApplicant(auction.client, auctionId, reason)) return refuse('reason_names_bidder')
        await auction.append(decision.events, { staffId: staff.staffId })
        await audit(auction.client, staff.staffId, 'auction_cancelled', `auction:${auctionId}`, { reason })
        return answer({ data: {} })
      })
    },
  }
}
