import type { Language } from '@/lib/contract/primitives'
import { formatSum, toPriceString, toQuantityString } from '@/lib/domain/money'
import type { AuctionState } from '@/lib/domain/auction-state'
import { requiresDeposit } from '@/lib/domain/lot'
import { agreementsOf } from '@/lib/domain/results'
import type { Pool, PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import type { StreamCache } from '@/lib/server/events/snapshots'
import { enqueue, enqueueMissing } from '@/lib/server/jobs/enqueue'

/** A winner's purchase in the decimal strings of the contract (R8.2). */
export interface NewAgreement {
  readonly auctionId: number
  readonly companyId: number
  readonly participant: number
  readonly quantity: string
  readonly price: string
  readonly sum: string
  /** The winner's deposit (R11.4); null if the lot requires none. */
  readonly deposit: string | null
  /** The lot's last day of shipment, "2026-12-31"; empty if none is set. */
  readonly shipmentUntil: string
  /** The lot's title as recorded; null in a log without texts. */
  readonly products: Readonly<Record<Language, string>> | null
}

/** Creates agreements in the transaction of `client`; skips existing ones of the same auction and company. */
export type CreateAgreements = (client: PoolClient, agreements: readonly NewAgreement[]) => Promise<void>

/** The first key of the advisory locks; the second is the auction's id. */
const AGREEMENTS_LOCK = 420_731

export interface AgreementDependencies {
  pool: Pool
  streams: StreamCache
  createAgreements: CreateAgreements
}

/** Call in the transaction that completes the auction. A job creates them, so that auctions never wait for the back office. */
export function queueAgreements(client: PoolClient, auctionId: number): Promise<void> {
  return enqueue(client, 'agreements', { auction_id: auctionId }, { key: keyOf(auctionId) })
}

/** Queues the agreements of completed auctions that have neither agreements nor a job for them. */
export async function queueMissingAgreements(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ auction_id: number }>({
    name: 'agreements-to-make',
    text: `select auction_id from portal.auction_results result
           where not exists (select from portal.agreements_made made where made.auction_id = result.auction_id)
           order by auction_id`,
  })
  await enqueueMissing(
    db,
    'agreements',
    rows.map(({ auction_id }) => ({ key: keyOf(auction_id), payload: { auction_id } })),
  )
}

function keyOf(auctionId: number): string {
  return `agreements:${auctionId}`
}

/** Creates an auction's agreements once, on one server at a time, without locking the auction itself. */
export async function makeAgreements(
  { pool, streams, createAgreements }: AgreementDependencies,
  auctionId: number,
): Promise<void> {
  await withTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1, $2)', [AGREEMENTS_LOCK, auctionId])
    const existing = await client.query('select from portal.agreements_made where auction_id = $1', [auctionId])
    const stream = existing.rowCount === 0 ? await streams.current(client, auctionId) : null
    if (stream === null) return
    const { state, texts } = stream
    const titleIn = (language: Language) => texts?.[language].title ?? ''
    const products = texts && { uk: titleIn('uk'), en: titleIn('en'), ru: titleIn('ru') }
    await createAgreements(
      client,
      agreementsOf(state).map(({ participant, quantity, price, sum }) => ({
        auctionId,
        companyId: bidderOf(state.lastBids[participant - 1]?.bidderId),
        participant,
        quantity: toQuantityString(quantity),
        price: toPriceString(price),
        sum: formatSum(sum),
        deposit: depositOf(state, participant),
        shipmentUntil: state.lot.shipmentUntil,
        products,
      })),
    )
    await client.query(
      'insert into portal.agreements_made (auction_id, at) values ($1, now()) on conflict do nothing',
      [auctionId],
    )
  })
}

function depositOf({ lot, applications, lastBids }: AuctionState, participant: number): string | null {
  const application = applications.get(bidderOf(lastBids[participant - 1]?.bidderId))
  return application === undefined || !requiresDeposit(lot) ? null : formatSum(BigInt(application.deposit))
}

function bidderOf(bidderId: number | undefined): number {
  if (bidderId === undefined) throw new Error('A winner has no bid')
  return bidderId
}
