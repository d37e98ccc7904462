import type { bidsEndpoints } from '@/lib/contract/auctions'
import { parsePrice, parseQuantity } from '@/lib/domain/money'
import { automaticShape } from '@/lib/server/events/own-position'
import { newNonce, sealOf } from '@/lib/server/events/sealed-bids'
import type { StreamCache } from '@/lib/server/events/snapshots'
import { accountOf, answer, type Call, type Handlers, type Outcome, refuse } from '@/lib/server/http/handler'
import type { ChangeOrder, PlaceBid } from './bid'
import type { BidQueue } from './bid-queue'

type BidHandlers = Pick<Handlers<typeof bidsEndpoints>, 'place' | 'leaveAutomatic' | 'withdrawAutomatic'>
type Changed = Awaited<ReturnType<BidHandlers['withdrawAutomatic']>>

/** The calls of the contract, once their sender has been admitted: on the leader alone. */
export function bidHandlers({ bidQueue, streams }: { bidQueue: BidQueue; streams: StreamCache }): BidHandlers {
  async function changeOrder(auctionId: number, order: ChangeOrder['order'], call: Call): Promise<Changed> {
    const { accountId: bidderId, personId } = accountOf(call)
    const { idempotencyKey } = call
    if (idempotencyKey === null) return refuse('idempotency_key_missing')
    const ticket = call.ticket ?? bidQueue.receive(call.receivedAt)
    const outcome: Outcome<{ data: { entry_seq: number; entry_hash: string } }> = await bidQueue.place<ChangeOrder>(
      ticket,
      { auctionId, bidderId, personId, order, idempotencyKey },
    )
    if (!outcome.ok) return outcome
    const stream = streams.remembered(auctionId)
    return answer({
      data: { ...outcome.answer.data, automatic: stream === undefined ? null : automaticShape(stream.state, bidderId) },
    })
  }

  return {
    place(input, call) {
      const { accountId, personId } = accountOf(call)
      const { idempotencyKey } = call
      if (idempotencyKey === null) return refuse('idempotency_key_missing')
      const price = parsePrice(input.price)
      const quantity = parseQuantity(input.quantity)
      const minimumQuantity = input.minimum_quantity === undefined ? undefined : parseQuantity(input.minimum_quantity)
      if (price === null || quantity === null || minimumQuantity === null) return refuse('invalid_input')
      return bidQueue.place<PlaceBid>(call.ticket ?? bidQueue.receive(call.receivedAt), {
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

    leaveAutomatic(input, call) {
      const ceiling = parsePrice(input.ceiling)
      const quantity = parseQuantity(input.quantity)
      const minimumQuantity = parseQuantity(input.minimum_quantity)
      if (ceiling === null || quantity === null || minimumQuantity === null) return refuse('invalid_input')
      const salt = newNonce()
      const seal = sealOf(salt, { price: ceiling, quantity, minimumQuantity })
      return changeOrder(input.auction_id, { ceiling, quantity, minimumQuantity, salt, seal }, call)
    },

    withdrawAutomatic: ({ auction_id: auctionId }, call) => changeOrder(auctionId, null, call),
  }
}
