import { randomUUID } from 'node:crypto'
import type { PlacedBid } from '@/lib/contract/bids'
import { REQUIRED_DOCUMENTS } from '@/lib/domain/application'
import type { Lot } from '@/lib/domain/lot'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { type Bidding, type BiddingDependencies, createBidding } from '@/lib/server/auctions/commands'
import type { NewAgreement } from '@/lib/server/auctions/select/agreements'
import { type BidVault, createBidVault } from '@/lib/server/events/sealed-bids'
import { createStreamCache } from '@/lib/server/events/snapshots'
import { createListener } from '@/lib/server/platform/db/listener'
import { createPool, type Pool } from '@/lib/server/platform/db/pool'
import type { Clock } from '@/lib/server/platform/clock'
import { answer, type InFlightBid, type Call, type Caller, type Outcome } from '@/lib/server/http/handler'
import { keyFor } from '@/lib/server/platform/secrets'
import type { TestDatabase } from '@/tests/support/database'

/** The vault of every portal under test: bids sealed by one open in another. */
export const testVault: BidVault = createBidVault([
  keyFor('preliminary bids', 'the-secret-of-the-tests-and-of-nothing-else'),
])

const manager: Caller = { kind: 'staff', staffId: 1, role: 'manager', name: 'Manager' }

export function callBy(caller: Caller, receivedAt: number, idempotencyKey: string | null = null): Call {
  return { requestId: 'test', receivedAt, address: 'test', userAgent: 'test', idempotencyKey, caller }
}

export function buyer(accountId: number): Caller {
  return { kind: 'account', accountId, sessionId: 'test', status: 'active' }
}

export function managerCall(receivedAt: number): Call {
  return callBy(manager, receivedAt)
}

/** A sound published lot in the content's own tables. */
export async function publishLot(pool: Pool, lot: Lot): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into cms.auctions (volume, starting_price, minimum_step, maximum_step, minimum_quantity, quantity_step, starts_at, ends_at,
       application_deadline, hard_end_at, extension_minutes, minimum_participants, visibility, number, category_id, slug, _status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, (select coalesce(max(cms.safe_number(number)), 0) + 1 from cms.auctions), 1, $14, 'published')
     returning id`,
    [
      toQuantityString(lot.volume),
      toPriceString(lot.startingPrice),
      toPriceString(lot.minimumStep),
      toPriceString(lot.maximumStep),
      toQuantityString(lot.minimumQuantity),
      toQuantityString(lot.quantityStep),
      new Date(lot.startsAt),
      new Date(lot.endsAt),
      new Date(lot.applicationDeadline),
      new Date(lot.hardEndAt),
      lot.extensionWindow / 60_000,
      lot.minimumParticipants,
      lot.visibility,
      `lot-${randomUUID()}`,
    ],
  )
  return rows[0]!.id
}

/** Companies with active accounts; their ids. */
export async function registerBuyers(pool: Pool, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `with company as (
       insert into cms.companies (company_name, company_short_name, edrpou, eic, iban, surname, name, email, phone)
       select 'Company ' || n, 'C' || n, '37027819', '21X000000001397P', 'UA883006140000026006500211904', 'S', 'N',
         gen_random_uuid() || '@example.com', '+380000000000'
       from generate_series(1, $1) n returning id
     )
     insert into portal.account_decisions (account_id, kind) select id, 'confirmed' from company returning account_id as id`,
    [count],
  )
  return rows.map((row) => row.id)
}

export interface Server extends Bidding {
  serverId: string
  agreements: NewAgreement[]
  problems: unknown[]
  /** From now on it hears nothing from the others and gives no sign of life, like one whose process hangs. */
  freeze(): void
  close(): Promise<void>
}

/** One portal server's bidding on the database; several of them meet there. */
export async function openServer(
  db: TestDatabase,
  clock: Clock,
  changes: Partial<BiddingDependencies> = {},
): Promise<Server> {
  const biddingPool = createPool({ url: db.url, size: 6 })
  const listener = await createListener({ url: db.url })
  const agreements: NewAgreement[] = []
  const problems: unknown[] = []
  const serverId = randomUUID()
  let frozen = false
  const bidding = createBidding({
    pool: db.pool,
    biddingPool,
    listener: {
      on: (channel, heard) => listener.on(channel, (payload) => void (frozen || heard(payload))),
      onReconnect: (caughtUp) => listener.onReconnect(caughtUp),
      connected: () => !frozen && listener.connected(),
    },
    clock,
    // A clock that is moved on is time that passes, for all servers of a test.
    machine: { boot: 'of the tests', elapsed: () => clock.now(), clock: () => clock.now() },
    serverId,
    log: { warn: (details) => void problems.push(details) },
    showApplication: async () => null,
    showWinners: async () => null,
    inspectEvidence: async () => answer(async () => answer({ id: '1', sha256: 'ab'.repeat(32) })),
    streams: createStreamCache({ pool: db.pool, vault: testVault }),
    createAgreements: async (_client, list) => void agreements.push(...list),
    ...changes,
  })
  await bidding.bidQueue.join()
  return {
    ...bidding,
    serverId,
    agreements,
    problems,
    freeze() {
      frozen = true
    },
    async close() {
      await bidding.stop()
      await listener.stop()
      await biddingPool.end()
    },
  }
}

export interface Offer {
  price: number
  quantity: number
  final?: boolean
}

/** A bid in UAH and tonnes through the endpoint. */
export async function placeBid(
  server: Pick<Bidding, 'endpoints'>,
  {
    auctionId,
    accountId,
    at,
    key = randomUUID(),
    inFlightBid,
  }: { auctionId: number; accountId: number; at: number; key?: string; inFlightBid?: InFlightBid },
  { price, quantity, final = false }: Offer,
): Promise<Outcome<{ data: PlacedBid }>> {
  return server.endpoints.bids.place(
    { auction_id: auctionId, price: price.toFixed(2), quantity: quantity.toFixed(3), final },
    { ...callBy(buyer(accountId), at, key), inFlightBid },
  )
}

export async function apply(
  server: Pick<Bidding, 'endpoints'>,
  { auctionId, accountId, at }: { auctionId: number; accountId: number; at: number },
  { price, quantity }: Offer,
) {
  return server.endpoints.auctions.apply(
    { auction_id: auctionId, price: price.toFixed(2), quantity: quantity.toFixed(3) },
    callBy(buyer(accountId), at),
  )
}

/** All that accreditation asks for, where an account has none yet. */
export async function uploadDocuments(
  pool: Pool,
  accounts: readonly number[],
  kinds: readonly string[] = REQUIRED_DOCUMENTS,
): Promise<void> {
  await pool.query(
    `insert into portal.files (account_id, kind, name, media_type, bytes, sha256)
     select account, kind, kind || '.pdf', 'application/pdf', 1, sha256('x') from unnest($1::integer[]) account, unnest($2::text[]) kind
     where not exists (select from portal.files file where file.account_id = account and file.kind = kind)`,
    [accounts, kinds],
  )
}

/** Applies for each buyer at the lot's starting price and has all of them confirmed, №1, №2 … in their order. */
export async function gatherParticipants(
  server: Pick<Bidding, 'endpoints'>,
  pool: Pool,
  { auctionId, accounts, at, offer }: { auctionId: number; accounts: number[]; at: number; offer: Offer },
): Promise<void> {
  await uploadDocuments(pool, accounts)
  for (const accountId of accounts) {
    const applied = await apply(server, { auctionId, accountId, at }, offer)
    if (!applied.ok) throw new Error(`Not applied: ${applied.refusal.code}`)
  }
  const { rows } = await pool.query<{ id: number }>(
    'select id from portal.applications where auction_id = $1 order by number',
    [auctionId],
  )
  for (const { id } of rows) await server.endpoints.manager.confirmApplication({ application_id: id }, managerCall(at))
}

/** Moves the clock on with no outage (R3.2): another server, gone since, gave signs of life all the time. */
export async function travel(pool: Pool, clock: { set(at: number): void }, to: number): Promise<void> {
  await pool.query(
    `insert into portal.servers (id, started_at, alive_at, drained_until, stopped_at, beat, boot, running_ms)
     values ('a neighbour', $1, $1, $1, $1, nextval('portal.signs_of_life'), 'of the tests', $2)
     on conflict (id) do update set alive_at = $1, drained_until = $1, stopped_at = $1, beat = excluded.beat, running_ms = $2`,
    [new Date(to), to],
  )
  clock.set(to)
}
