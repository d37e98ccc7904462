import type { bidsEndpoints } from '@/lib/contract/auctions'
import { kopecksOf, thousandthsOf } from '@/lib/domain/money'
import { automaticShape } from '@/lib/server/events/own-position'
import { newNonce, sealOf } from '@/lib/server/events/sealed-bids'
import type { StreamCache } from '@/lib/server/events/snapshots'
import { accountOf, answer, type Call, type Handlers, refuse } from '@/lib/server/platform/call'
import type { ChangeOrder, OrderOutcome, PlaceBid } from './decide-batch'
import type { BidQueue } from './bid-queue'

type BidHandlers = Pick<Handlers<typeof bidsEndpoints>, 'place' | 'leaveAutomatic' | 'withdrawAutomatic'>

/** Bids and changes of automatic orders, once their sender is admitted. */
export function bidHandlers({ bidQueue, streams }: { bidQueue: BidQueue; streams: StreamCache }): BidHandlers {
  async function changeOrder(auctionId: number, order: ChangeOrder['order'], call: Call) {
    const { companyId: bidderId, personId } = accountOf(call)
    const { idempotencyKey } = call
    if (idempotencyKey === null) return refuse('idempotency_key_missing')
    const fingerprints: ChangeOrder['fingerprints'] =
      order === null
        ? ['automatic order withdrawn']
        : streams.vault.fingerprints(
            { price: order.ceiling, quantity: order.quantity, minimumQuantity: order.minimumQuantity },
            [auctionId, bidderId, idempotencyKey].join('|'),
          )
    const outcome: OrderOutcome = await bidQueue.place<ChangeOrder>(call.ticket ?? bidQueue.receive(call.receivedAt), {
      auctionId,
      bidderId,
      personId,
      order,
      fingerprints,
      idempotencyKey,
    })
    if (!outcome.ok) return outcome
    const stream = streams.remembered(auctionId)
    return answer({
      data: { ...outcome.answer.data, automatic: stream === undefined ? null : automaticShape(stream.state, bidderId) },
    })
  }

  return {
    place(input, call) {
      const { companyId, personId } = accountOf(call)
      const { idempotencyKey } = call
      if (idempotencyKey === null) return refuse('idempotency_key_missing')
      return bidQueue.place<PlaceBid>(call.ticket ?? bidQueue.receive(call.receivedAt), {
        auctionId: input.auction_id,
        bidderId: companyId,
        personId,
        price: kopecksOf(input.price),
        quantity: thousandthsOf(input.quantity),
        minimumQuantity: input.minimum_quantity === undefined ? undefined : thousandthsOf(input.minimum_quantity),
        final: input.final,
        idempotencyKey,
      })
    },

    leaveAutomatic(input, call) {
      const ceiling = kopecksOf(input.ceiling)
      const quantity = thousandthsOf(input.quantity)
      const minimumQuantity = thousandthsOf(input.minimum_quantity)
      const salt = newNonce()
      const seal = sealOf(salt, { price: ceiling, quantity, minimumQuantity })
      return changeOrder(input.auction_id, { ceiling, quantity, minimumQuantity, salt, seal }, call)
    },

    withdrawAutomatic: ({ auction_id: auctionId }, call) => changeOrder(auctionId, null, call),
  }
}
