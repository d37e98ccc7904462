import { expect, it } from '@jest/globals'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { AuctionEvent } from '@/lib/domain/events'
import { evolveAll } from '@/lib/domain/evolve'
import { decideConfirmWinners, decideDisqualify } from '@/lib/domain/selection'
import { endedAuction, eventsOf, runningAuction } from '@/tests/support/builders/auction'
import { aLot, END, MINUTE } from '@/tests/support/builders/lot'
import type { AuctionEvents } from './details'
import type { EmailKind } from '@/lib/server/jobs/emails'
import { contextOf, draftOf } from './write-email'

const LATER = END + 10 * MINUTE
const ACT = { id: '1', sha256: 'ab'.repeat(32) }
const AUCTION: AuctionEvents = {
  id: 1,
  number: 35,
  title: 'Газовий конденсат',
  slug: 'hazovyi-kondensat-35',
  category: 'gas-condensate',
  unit: 'т',
  priceUnit: 'грн/т',
  startsAt: new Date(END - 60 * MINUTE),
  applicationDeadline: new Date(END - 60 * MINUTE),
  effectiveEnd: new Date(END),
  cancelled: false,
  entrySeq: null,
  entryHash: null,
}

function draftFor(state: AuctionState, kind: EmailKind, participant: number, payload: object, now = LATER) {
  const readsPrice = (text: string) => text.includes('portal.bids')
  const deps = {
    db: { query: async (text: string) => ({ rows: readsPrice(text) ? [{ price: 1_500_000 }] : [AUCTION] }) },
    streams: { snapshotOf: async () => ({ state }) },
    publicUrl: 'https://portal.test',
  }
  const account = { id: state.lastBids[participant - 1]?.bidderId, name: 'Company', language: 'uk' }
  const context = contextOf(deps as never, { payload: {} }, account as never, now)
  return draftOf(kind, { auction_id: 1, ...payload }, context)
}

/** Whether an email would be sent to a participant now. */
async function isSent(
  state: AuctionState,
  kind: 'winner_confirmed' | 'win_withdrawn',
  participant: number,
  volume: string,
): Promise<boolean> {
  const payload = { quantity: volume, price: '15000.00', before: volume }
  return !('dropped' in (await draftFor(state, kind, participant, payload)))
}

it.each([
  ['open', ['Ціна за весь ваш обсяг зараз', '15\u00A0300,00\u00A0грн/т']],
  ['closed', undefined],
] as const)(
  'an outbid buyer reads which bid gets all of the volume back, if the ranking is %s',
  async (visibility, row) => {
    const lot = aLot({ visibility, volume: 300_000, minimumStep: 10_000, maximumStep: 500_000 })
    const state = runningAuction(
      [
        { price: 15_200, quantity: 300 },
        { price: 15_000, quantity: 300 },
      ],
      lot,
    )
    const draft = await draftFor(state, 'outbid', 2, { provisional_quantity: '0.000' }, END - MINUTE)
    if ('dropped' in draft) throw new Error('not sent')
    expect(draft.rows?.find(([label]) => label.startsWith('Ціна за весь'))).toEqual(row)
  },
)

it('emails to winners that a later confirmation has replaced are not sent (R8.1)', async () => {
  let state = endedAuction([
    { price: 15_300, quantity: 250 },
    { price: 15_200, quantity: 100 },
    { price: 15_100, quantity: 300, atLeast: 300 },
    { price: 15_000, quantity: 150, atLeast: 150 },
  ])
  const record = (events: readonly AuctionEvent[]) => (state = evolveAll(state, events))
  const disqualify = (participant: number) =>
    record(eventsOf(decideDisqualify(state, { participant, reason: 'Licence withdrawn', document: ACT }, LATER)))
  const confirm = () => record(eventsOf(decideConfirmWinners(state, LATER)))

  confirm()
  expect(await isSent(state, 'winner_confirmed', 1, '250.000')).toBe(true)
  expect(await isSent(state, 'winner_confirmed', 4, '150.000')).toBe(true)
  disqualify(1)
  expect(await isSent(state, 'winner_confirmed', 1, '250.000')).toBe(false)
  // Each confirmation replaces the previous one.
  expect(await isSent(state, 'winner_confirmed', 4, '150.000')).toBe(true)
  confirm()
  expect(await isSent(state, 'winner_confirmed', 3, '300.000')).toBe(true)
  expect(await isSent(state, 'winner_confirmed', 3, '100.000')).toBe(false)
  expect(await isSent(state, 'winner_confirmed', 4, '150.000')).toBe(false)
  expect(await isSent(state, 'win_withdrawn', 4, '150.000')).toBe(true)
  disqualify(3)
  confirm()
  expect(await isSent(state, 'win_withdrawn', 4, '150.000')).toBe(false)
  expect(await isSent(state, 'winner_confirmed', 4, '150.000')).toBe(true)
  record([{ kind: 'cancelled', at: LATER, reason: 'The pipeline is closed' }])
  expect(await isSent(state, 'winner_confirmed', 4, '150.000')).toBe(false)
})
