import { expect, it } from '@jest/globals'
import { decideCancel } from '@/lib/domain/lifecycle'
import { after, bidder, endedAuction } from '@/tests/support/builders/auction'
import { END, MINUTE } from '@/tests/support/builders/lot'
import { ownPositionOf } from './own-position'

it('a buyer has no rank in a cancelled auction', () => {
  const ended = endedAuction([{ price: 15_000, quantity: 300 }])
  const note = { id: 1, reason: null, missing: [] }
  const positionIn = (state: typeof ended) => ownPositionOf({ auctionId: 7, state }, bidder(1), note, END + 2 * MINUTE)
  expect(positionIn(ended)).toMatchObject({ rank: 1, provisional_quantity: '300.000' })
  expect(positionIn(after(ended, decideCancel(ended, 'Аварія', END + MINUTE)))).toMatchObject({
    rank: null,
    provisional_quantity: null,
    last_bid: { price: '15000.00' },
  })
})
