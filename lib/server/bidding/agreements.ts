import { formatPrice, formatSum } from '@/lib/domain/money'
import { formatQuantity } from '@/lib/domain/quantity'
import { agreementsOf } from '@/lib/domain/results'
import type { Pool } from '@/lib/server/db/pool'
import type { BiddingBooks } from './books'

/** What a winner has bought, in the wire's decimal strings (R8.2). */
export interface NewAgreement {
  readonly auctionId: number
  readonly accountId: number
  readonly participant: number
  readonly quantity: string
  readonly price: string
  readonly sum: string
}

/** Makes agreements, which are edited afterwards. An agreement of the same auction and company is not made twice. */
export type CreateAgreements = (agreements: readonly NewAgreement[]) => Promise<void>

/** The first key of the advisory locks, beside the auction's number. */
const AGREEMENTS_LOCK = 420_731

export interface AgreementDependencies {
  pool: Pool
  books: BiddingBooks
  createAgreements: CreateAgreements
  log: { warn(details: object, message: string): void }
}

export interface AgreementWork {
  /** Makes the agreements of every completed auction that has none yet. Never fails: what could not be made is tried again. */
  make(): Promise<void>
  /** Looks now and then for what was interrupted. */
  start(): void
  stop(): Promise<void>
}

const POLL_MS = 10_000

/**
 * Agreements are made in the back office, right after completing and again until it worked: apart from starts and ends, which must never
 * wait for it.
 */
export function createAgreementWork(deps: AgreementDependencies): AgreementWork {
  let stopped = false
  let polling: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  /** One at a time; all who ask meanwhile share the one after it, which begins after they asked. */
  function make(): Promise<void> {
    if (running === null) return begin()
    next ??= running.then(() => {
      next = null
      return make()
    })
    return next
  }

  function begin(): Promise<void> {
    if (stopped) return Promise.resolve()
    running = makeAll(deps)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'agreements could not be made'))
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    make,
    start() {
      polling = setInterval(() => void make(), POLL_MS).unref()
      void make()
    },
    async stop() {
      stopped = true
      clearInterval(polling)
      await running
    },
  }
}

async function makeAll(deps: AgreementDependencies): Promise<void> {
  const { rows } = await deps.pool.query<{ auction_id: number }>({
    name: 'agreements-to-make',
    text: `select auction_id from portal.auction_results result
           where not exists (select from portal.agreements_made made where made.auction_id = result.auction_id)
           order by auction_id`,
  })
  for (const { auction_id: auctionId } of rows) {
    try {
      await makeFor(deps, auctionId)
    } catch (error) {
      // One auction's trouble must not keep the others' agreements from being made.
      deps.log.warn({ auction_id: auctionId, err: error }, 'agreements could not be made')
    }
  }
}

/**
 * One server at a time, by a lock of the session and not of a transaction: the back office works on a connection of its own, and nothing
 * of the auction stays locked meanwhile.
 */
async function makeFor({ pool, books, createAgreements }: AgreementDependencies, auctionId: number): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      `select pg_try_advisory_lock($1, $2) and not exists (select from portal.agreements_made where auction_id = $2) as mine`,
      [AGREEMENTS_LOCK, auctionId],
    )
    const journal = rows[0]?.mine ? await books.current(client, auctionId) : null
    if (journal !== null) {
      const { state } = journal
      await createAgreements(
        agreementsOf(state).map(({ participant, quantity, price, sum }) => ({
          auctionId,
          accountId: bidderOf(state.lastBids[participant - 1]?.bidderId),
          participant,
          quantity: formatQuantity(quantity),
          price: formatPrice(price),
          sum: formatSum(sum),
        })),
      )
      await client.query('insert into portal.agreements_made (auction_id, at) values ($1, now()) on conflict do nothing', [auctionId])
    }
    await client.query('select pg_advisory_unlock_all()')
  } catch (error) {
    // With its session the lock goes too.
    broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

function bidderOf(bidderId: number | undefined): number {
  if (bidderId === undefined) throw new Error('A winner has no bid')
  return bidderId
}
