import type { bidsEndpoints, PlacedBid } from '@/lib/contract/bids'
import type { ApplyRefusal } from '@/lib/domain/application'
import type { BidCommand, BidRefusal } from '@/lib/domain/bidding'
import { parsePrice, parseQuantity, toPriceString, toQuantityString } from '@/lib/domain/money'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { accountOf, type Handlers, type Outcome, refuse } from '@/lib/server/http/handler'
import type { BidQueue } from './bid-queue'
import type { IdempotencyRecord } from './decide-batch'

/** A bid on its way to the record. */
export interface PlaceBid extends BidCommand {
  readonly auctionId: number
  /** Chosen by the client (R4.8). */
  readonly idempotencyKey: string
}

export type BidOutcome = Outcome<{ data: PlacedBid }>

/** What was asked, so that a key that comes again with something else is found out. */
export function fingerprintOf({ price, quantity, minimumQuantity, final }: PlaceBid): string {
  return [price, quantity, minimumQuantity ?? '', final ? 'final' : ''].join('|')
}

export function keyOf({ auctionId, bidderId, idempotencyKey }: PlaceBid): string {
  return `${auctionId}:${bidderId}:${idempotencyKey}`
}

/** A refusal of the rules in the wire's form, with the exact bounds that its message needs. */
export function refusalOf(refusal: BidRefusal | ApplyRefusal): ReturnType<typeof refuse> {
  switch (refusal.code) {
    case 'bid_below_minimum':
    case 'price_below_starting':
      return refuse(refusal.code, { extensions: { minimum: toPriceString(refusal.minimum) } })
    case 'bid_above_maximum':
      return refuse(refusal.code, { extensions: { maximum: toPriceString(refusal.maximum) } })
    case 'bid_off_grid':
      return refuse(refusal.code, { extensions: { nearest: refusal.nearest.map(toPriceString) } })
    case 'quantity_above_volume':
      return refuse(refusal.code, { extensions: { maximum: toQuantityString(refusal.maximum) } })
    case 'quantity_below_minimum':
    case 'quantity_reduced':
      return refuse(refusal.code, { extensions: { minimum: toQuantityString(refusal.minimum) } })
    case 'quantity_off_step':
      return refuse(refusal.code, { extensions: { nearest: refusal.nearest.map(toQuantityString) } })
    case 'minimum_quantity_invalid':
      return refuse(refusal.code, {
        extensions: { minimum: toQuantityString(refusal.minimum), maximum: toQuantityString(refusal.maximum) },
      })
    default:
      return refuse(refusal.code)
  }
}

/** The first answers to these commands' keys that are on record, by `keyOf` (R4.8). */
export async function readIdempotencyRecords(
  db: Queryable,
  commands: readonly PlaceBid[],
): Promise<Map<string, IdempotencyRecord>> {
  const { rows } = await db.query<{ index: number; fingerprint: string; answer: string }>({
    name: 'idempotency-records',
    text: `select asked.index::integer as index, request.fingerprint, request.answer
           from unnest($1::integer[], $2::integer[], $3::text[]) with ordinality asked (auction_id, account_id, key, index)
           join portal.bid_requests request
             on request.auction_id = asked.auction_id and request.account_id = asked.account_id
             and request.idempotency_key = asked.key`,
    values: [
      commands.map(({ auctionId }) => auctionId),
      commands.map(({ bidderId }) => bidderId),
      commands.map(({ idempotencyKey }) => idempotencyKey),
    ],
  })
  const kept = new Map<string, IdempotencyRecord>()
  for (const { index, fingerprint, answer } of rows) {
    const command = commands[index - 1]
    // Written by this portal, in the form of BidOutcome.
    if (command !== undefined) kept.set(keyOf(command), { fingerprint, outcome: JSON.parse(answer) as BidOutcome })
  }
  return kept
}

/** The latest answers of this server, so that a double click or a quick retry costs no query. */
interface AnswerMemory extends ReadonlyMap<string, IdempotencyRecord> {
  remember(key: string, answer: IdempotencyRecord): void
}

export function createAnswerMemory(capacity = 20_000): AnswerMemory {
  const answers = new Map<string, IdempotencyRecord>()
  return Object.assign(answers, {
    remember(key: string, { fingerprint, outcome }: IdempotencyRecord) {
      answers.set(key, { fingerprint, outcome })
      const oldest = answers.keys().next()
      if (answers.size > capacity && !oldest.done) answers.delete(oldest.value)
    },
  })
}

export function createPlacing({ bidQueue }: { bidQueue: BidQueue }): Pick<Handlers<typeof bidsEndpoints>, 'place'> {
  return {
    place(input, call) {
      const { accountId } = accountOf(call)
      const { idempotencyKey } = call
      if (idempotencyKey === null) return refuse('idempotency_key_missing')
      const price = parsePrice(input.price)
      const quantity = parseQuantity(input.quantity)
      const minimumQuantity = input.minimum_quantity === undefined ? undefined : parseQuantity(input.minimum_quantity)
      if (price === null || quantity === null || minimumQuantity === null) return refuse('invalid_input')
      const bid = {
        auctionId: input.auction_id,
        bidderId: accountId,
        price,
        quantity,
        minimumQuantity,
        final: input.final,
      }
      return bidQueue.place({ ...bid, receivedAt: call.receivedAt, idempotencyKey }, call.inFlightBid)
    },
  }
}
