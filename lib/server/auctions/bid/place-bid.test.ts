import { expect, it, jest } from '@jest/globals'
import type { StreamCache } from '@/lib/server/events/snapshots'
import { answer } from '@/lib/server/platform/call'
import { buyer, callBy } from '@/tests/support/auction-house'
import type { BidQueue } from './bid-queue'
import { bidHandlers } from './place-bid'

const input = { auction_id: 1, price: '14010.00', quantity: '10.000', final: false }

function open() {
  const place = jest.fn<BidQueue['place']>(async () => answer({ data: {} as never }))
  const receive = jest.fn<BidQueue['receive']>(() => 'of the receipt' as never)
  return {
    place,
    receive,
    handlers: bidHandlers({ bidQueue: { place, receive } as unknown as BidQueue, streams: {} as StreamCache }),
  }
}

it('a bid without an idempotency key is refused before it is queued', async () => {
  const { place, handlers } = open()
  expect(await handlers.place(input, callBy(buyer(7), 1_000))).toMatchObject({
    refusal: { code: 'idempotency_key_missing' },
  })
  expect(place).not.toHaveBeenCalled()
})

it('a bid is queued in whole units, with the account of the call and the time of receipt', async () => {
  const { place, receive, handlers } = open()
  await handlers.place({ ...input, minimum_quantity: '2.500' }, callBy(buyer(7), 1_000, 'key'))
  expect(receive).toHaveBeenCalledWith(1_000)
  expect(place.mock.calls[0]).toEqual([
    'of the receipt',
    {
      auctionId: 1,
      bidderId: 7,
      personId: 7,
      price: 1_401_000,
      quantity: 10_000,
      minimumQuantity: 2_500,
      final: false,
      idempotencyKey: 'key',
    },
  ])
})

it('a bid keeps the ticket that it got at its receipt', async () => {
  const { place, receive, handlers } = open()
  const ticket = 'of the earlier receipt' as never
  await handlers.place(input, { ...callBy(buyer(7), 1_000, 'key'), ticket })
  expect(receive).not.toHaveBeenCalled()
  expect(place.mock.calls[0]?.[0]).toBe(ticket)
})
