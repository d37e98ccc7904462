import { type BidMessage, createBidMessages } from '@/lib/server/auctions/bid/bid-messages'
import { createListener } from '@/lib/server/platform/db/listener'
import type { TestDatabase } from '@/tests/support/database'

type Said<K extends BidMessage['kind']> = Extract<BidMessage, { kind: K }>

export interface PlayedServer {
  /** The next message of this kind that it is sent from now on. */
  hears<K extends BidMessage['kind']>(kind: K, which?: (said: Said<K>) => boolean): Promise<Said<K>>
  /** Makes itself known to the server that decides in this epoch. */
  join(decider: string, epoch: number): void
  /** Answers a question: it has received no bid. */
  answer(ask: Said<'ask'>): void
  /** Refuses bids that were passed on to it. */
  refuse(pass: Said<'pass'>): void
  /** Decides bids from now on, as the database says; the others have to find out. */
  takeLease(): Promise<void>
  close(): Promise<void>
}

/** Another server of the portal, as far as bids go: it gives signs of life, and says only what the test has it say. */
export async function playServer(db: TestDatabase, serverId: string): Promise<PlayedServer> {
  const listener = await createListener({ url: db.url })
  const problems: unknown[] = []
  const messages = createBidMessages({
    pool: db.pool,
    listener,
    serverId,
    failed: (error) => void problems.push(error),
  })
  const waiting = new Set<(said: BidMessage) => void>()
  await messages.start((said) => {
    for (const look of waiting) look(said)
  })
  await db.pool.query(
    `insert into portal.bid_servers (id, seen_at) values ($1, clock_timestamp() + interval '1 hour')`,
    [serverId],
  )

  return {
    hears<K extends BidMessage['kind']>(kind: K, which: (said: Said<K>) => boolean = () => true) {
      const isSought = (said: BidMessage): said is Said<K> => said.kind === kind && which(said as Said<K>)
      return new Promise<Said<K>>((resolve) => {
        const look = (said: BidMessage) => {
          if (!isSought(said)) return
          waiting.delete(look)
          resolve(said)
        }
        waiting.add(look)
      })
    },
    join: (decider, epoch) => messages.send(decider, { kind: 'join', from: serverId, epoch }),
    answer: ({ from, epoch, round, upTo }) =>
      messages.send(from, { kind: 'done', from: serverId, epoch, round, upTo, run: 0, count: 0 }),
    refuse: ({ from, bids }) =>
      messages.send(from, {
        kind: 'answers',
        from: serverId,
        answers: bids.map(({ id }) => [id, { ok: false, refusal: { code: 'service_unavailable' } }]),
      }),
    async takeLease() {
      await db.pool.query(
        `update portal.bid_lease set epoch = epoch + 1, holder = $1, until = clock_timestamp() + interval '1 hour'`,
        [serverId],
      )
    },
    async close() {
      await listener.stop()
      if (problems.length > 0) throw new AggregateError(problems, 'what the played server said was not sent')
    },
  }
}
