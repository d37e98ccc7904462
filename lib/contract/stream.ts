import * as z from 'zod'
import { auctionResult, auctionState, rankingRow } from './auctions'
import { chatMessage } from './chat'
import { instant, price, quantity } from './primitives'
import { ownPosition } from './bids'

/**
 * Events of `GET /api/auctions/{id}/events`. Public events carry the auction’s event sequence as their `id`;
 * `own`, `chat` and `tick` carry none, so that `Last-Event-ID` always names a public event.
 */
export const streamEvents = {
  state: z.object({
    state: auctionState,
    effective_end: instant,
    hard_end: instant,
    participants: z.int(),
    at: instant,
  }),
  /** `ranking` stands in the last bid of what is sent together; it holds for all of them. */
  bid: z.object({
    seq: z.int(),
    participant: z.int(),
    price,
    quantity,
    final: z.boolean(),
    at: instant,
    ranking: z.array(rankingRow).optional(),
  }),
  extended: z.object({ effective_end: instant, hard_end: instant, cause: z.enum(['bid', 'outage']), at: instant }),
  cancelled: z.object({ reason: z.string(), at: instant }),
  winners: z.object({ ranking: z.array(rankingRow), confirmed: z.boolean(), at: instant }),
  completed: z.object({ result: auctionResult, ranking: z.array(rankingRow), at: instant }),
  own: ownPosition,
  chat: chatMessage,
  tick: z.object({ now: instant }),
} as const

export type StreamEventName = keyof typeof streamEvents
export type StreamEventData<Name extends StreamEventName> = z.infer<(typeof streamEvents)[Name]>
export type StreamEvent = {
  [Name in StreamEventName]: { id: number | null; name: Name; data: StreamEventData<Name> }
}[StreamEventName]

export function eventsPath(auctionId: number): `/api/${string}` {
  return `/api/auctions/${auctionId}/events`
}
