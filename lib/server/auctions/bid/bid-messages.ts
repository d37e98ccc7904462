import * as z from 'zod'
import type { Listener } from '@/lib/server/platform/db/listener'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { BidOutcome, PlaceBid } from './place-bid'

/** A bid on its way from the server that received it to the one that decides. */
const passedBid = z.object({
  id: z.number(),
  order: z.number(),
  auctionId: z.number(),
  bidderId: z.number(),
  price: z.number(),
  quantity: z.number(),
  minimumQuantity: z.number().optional(),
  final: z.boolean(),
  receivedAt: z.number(),
  idempotencyKey: z.string(),
})
export type PassedBid = z.infer<typeof passedBid>

const from = z.string()
const epoch = z.number()

/** What servers say to each other about bids. What they write to the log they do not say: everybody reads that. */
const message = z.discriminatedUnion('kind', [
  /** Nobody decides any more. */
  z.object({ kind: z.literal('free') }),
  /** I decide from now on: pass on to me what is not answered. */
  z.object({ kind: z.literal('decides'), from, epoch }),
  /** I take bids too: ask me from now on. */
  z.object({ kind: z.literal('join'), from, epoch }),
  /** These I have received: of this run the ones from number `first` on. */
  z.object({ kind: z.literal('pass'), from, epoch, run: z.number(), first: z.number(), bids: z.array(passedBid) }),
  /** Pass on everything stamped `upTo` or earlier, and say that you have; `again`: all of it once more, some was lost. */
  z.object({ kind: z.literal('ask'), from, epoch, round: z.number(), upTo: z.number(), again: z.boolean() }),
  /** I have passed on everything stamped `upTo` or earlier: `count` bids of this run. */
  z.object({
    kind: z.literal('done'),
    from,
    epoch,
    round: z.number(),
    upTo: z.number(),
    run: z.number(),
    count: z.number(),
  }),
  /** What became of your bids. */
  z.object({ kind: z.literal('answers'), from, answers: z.array(z.tuple([z.number(), z.unknown()])) }),
])
export type BidMessage = z.infer<typeof message>

export interface BidMessages {
  /** To one server, or to EVERYBODY else. Arrives in the order of sending, or, where a connection breaks, not at all. */
  send(to: string, message: BidMessage): void
  /** Lists are sent in as many messages as they need. */
  sendList<T>(to: string, items: readonly T[], messageOf: (part: T[], first: number) => BidMessage): void
  start(heard: (message: BidMessage) => void): Promise<void>
}

export const EVERYBODY = '*'
const CHANNEL = 'portal_bids'
/** Bytes: PostgreSQL takes less than 8000. */
const MAX_LENGTH = 7_600

export interface BidMessagesDependencies {
  pool: Pool
  listener: Pick<Listener, 'on'>
  serverId: string
  failed: (error: unknown) => void
}

/** Messages by PostgreSQL's notifications: no server need know where another one is. */
export function createBidMessages({ pool, listener, serverId, failed }: BidMessagesDependencies): BidMessages {
  let unsent: { channel: string; payload: string }[] = []
  let sending = false

  function send(to: string, said: BidMessage): void {
    unsent.push({ channel: to === EVERYBODY ? CHANNEL : `${CHANNEL}:${to}`, payload: JSON.stringify(said) })
    if (!sending) {
      sending = true
      // At the end of this turn, with everything else that it says.
      setImmediate(() => void flush())
    }
  }

  async function flush(): Promise<void> {
    while (unsent.length > 0) {
      const part = unsent
      unsent = []
      try {
        await pool.query({
          name: 'tell-servers',
          // Nothing is to outlive a crash here, so that nobody waits for the disk.
          text: `select set_config('synchronous_commit', 'off', true), pg_notify(channel, payload)
                 from unnest($1::text[], $2::text[]) said (channel, payload)`,
          values: [part.map(({ channel }) => channel), part.map(({ payload }) => payload)],
        })
      } catch (error) {
        // Whoever waits for these asks again.
        failed(error)
      }
    }
    sending = false
  }

  return {
    send,
    sendList(to, items, messageOf) {
      let part: (typeof items)[number][] = []
      let bytes = 0
      let first = 0
      const sendPart = () => {
        if (part.length > 0) send(to, messageOf(part, first))
        first += part.length
        part = []
        bytes = 0
      }
      for (const item of items) {
        const size = Buffer.byteLength(JSON.stringify(item)) + 1
        if (bytes + size > MAX_LENGTH - 200) sendPart()
        part.push(item)
        bytes += size
      }
      sendPart()
    },
    async start(heard) {
      const hear = (payload: string) => {
        const said = message.safeParse(JSON.parse(payload))
        // A newer server may say what this one does not know.
        if (said.success && !('from' in said.data && said.data.from === serverId)) heard(said.data)
      }
      await listener.on(CHANNEL, hear)
      await listener.on(`${CHANNEL}:${serverId}`, hear)
    },
  }
}

export function passedBidOf(id: number, order: number, command: PlaceBid): PassedBid {
  const { auctionId, bidderId, price, quantity, minimumQuantity, final, receivedAt, idempotencyKey } = command
  return { id, order, auctionId, bidderId, price, quantity, minimumQuantity, final, receivedAt, idempotencyKey }
}

/** Written by a server of this portal, in the form of BidOutcome. */
export function outcomeOf(told: unknown): BidOutcome {
  return told as BidOutcome
}
