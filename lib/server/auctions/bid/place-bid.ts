import type { bidsEndpoints } from '@/lib/contract/auctions'
import { parsePrice, parseQuantity } from '@/lib/domain/money'
import { accountOf, type Handlers, refuse } from '@/lib/server/http/handler'
import type { BidQueue } from './bid-queue'

/** The call of the contract, once its sender has been admitted: on the leader alone. */
export function bidHandlers({ bidQueue }: { bidQueue: BidQueue }): Pick<Handlers<typeof bidsEndpoints>, 'place'> {
  return {
    place(input, call) {
      const { accountId, personId } = accountOf(call)
      const { idempotencyKey } = call
      if (idempotencyKey === null) return refuse('idempotency_key_missing')
      const price = parsePrice(input.price)
      const quantity = parseQuantity(input.quantity)
      const minimumQuantity = input.minimum_quantity === undefined ? undefined : parseQuantity(input.minimum_quantity)
      if (price === null || quantity === null || minimumQuantity === null) return refuse('invalid_input')
      return bidQueue.place(call.ticket ?? bidQueue.receive(call.receivedAt), {
        auctionId: input.auction_id,
        bidderId: accountId,
        personId,
        price,
        quantity,
        minimumQuantity,
        final: input.final,
        idempotencyKey,
      })
    },
  }
}
