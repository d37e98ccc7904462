import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { PlacedBid } from '@/lib/contract/auctions'
import { REQUIRED_DOCUMENTS } from '@/lib/domain/application'
import { isEdrpou } from '@/lib/domain/identifiers'
import type { Lot } from '@/lib/domain/lot'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { type Bidding, type BiddingDependencies, createBidding } from '@/lib/server/auctions/commands'
import type { NewAgreement } from '@/lib/server/auctions/agreements'
import { type BidVault, createBidVault } from '@/lib/server/events/sealed-bids'
import { createStreamCache } from '@/lib/server/events/snapshots'
import { createListener } from '@/lib/server/platform/db/listener'
import { createPool, type Pool } from '@/lib/server/platform/db/pool'
import { type ApiDependencies, createApi } from '@/lib/server/http/api'
import { createBidAdmission } from '@/lib/server/http/bid-admission'
import { answer, type BidTicket, type Call, type Caller, type Outcome } from '@/lib/server/platform/call'
import type { AllHandlers } from '@/lib/server/http/request-input'
import type { Sessions } from '@/lib/server/identity/sessions'
import type { Clock, Machine } from '@/lib/server/platform/clock'
import type { fixedClock } from '@/tests/support/fixed-clock'
import { keyFor } from '@/lib/server/platform/secrets'
import { aLot, MINUTE } from '@/tests/support/builders/lot'
import type { TestDatabase } from '@/tests/support/database'

/** Shared by all servers under test, so that each can open bids sealed by another. */
export const testVault: BidVault = createBidVault([
  keyFor('preliminary bids', 'the-secret-of-the-tests-and-of-nothing-else'),
])

const manager: Caller = { kind: 'staff', staffId: 1, role: 'manager', name: 'Manager' }

export function callBy(caller: Caller, receivedAt: number, idempotencyKey: string | null = null): Call {
  return { requestId: 'test', receivedAt, address: 'test', userAgent: 'test', idempotencyKey, caller }
}

/** The first person of a company; its id equals the company's if all companies of the test have one person. */
export function buyer(companyId: number, personId = companyId): Caller {
  return { kind: 'account', companyId, personId, role: 'owner', sessionId: 'test', status: 'active' }
}

export function managerCall(receivedAt: number): Call {
  return callBy(manager, receivedAt)
}

/** Inserts a valid published lot. */
export async function publishLot(pool: Pool, lot: Lot): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into cms.auctions (volume, starting_price, minimum_step, maximum_step, minimum_quantity, quantity_step, starts_at, ends_at,
       application_deadline, question_deadline, hard_end_at, extension_minutes, minimum_participants, visibility, automatic_bids, number, category_id, slug, _status,
       deposit_rate, deposit_deadline, deposit_recipient, deposit_iban, deposit_edrpou, deposit_bank, payment_plan)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $22, $10, $11, $12, $13, $14, (select coalesce(max(cms.safe_number(number)), 0) + 1 from cms.auctions), 1, $15, 'published',
       $16, $17, $18, $19, $20, $21, $23)
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
      lot.automaticBids,
      `lot-${randomUUID()}`,
      toPriceString(lot.depositRate),
      new Date(lot.depositDeadline),
      lot.depositRecipient,
      lot.depositIban,
      lot.depositEdrpou,
      lot.depositBank,
      new Date(lot.questionDeadline),
      JSON.stringify(lot.paymentPlan),
    ],
  )
  return rows[0]!.id
}

let lastEdrpou = 40_000_000

/** Accounts with the same code are one bidder (R2.1), so each gets its own. */
function nextEdrpou(): string {
  do lastEdrpou += 1
  while (!isEdrpou(String(lastEdrpou)))
  return String(lastEdrpou)
}

/** Inserts active companies, no two of which are related (R14.4). */
export async function registerBuyers(pool: Pool, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `with company as (
       insert into cms.companies (company_name, company_short_name, edrpou, eic, iban, surname, name, email, phone)
       select 'Company ' || n, 'C' || n, edrpou, '21X000000001397P',
         -- ISO 13616: UA is 3010 in the sum of its check digits.
         'UA' || lpad((98 - (lpad(edrpou, 25, '8') || '301000')::numeric % 97)::text, 2, '0') || lpad(edrpou, 25, '8'), 'S' || edrpou, 'N',
         gen_random_uuid() || '@gmail.com', '+3804' || edrpou
       from unnest($1::text[]) with ordinality code (edrpou, n) returning id
     )
     insert into portal.account_decisions (company_id, kind) select id, 'confirmed' from company returning company_id as id`,
    [Array.from({ length: count }, nextEdrpou)],
  )
  return rows.map((row) => row.id)
}

/** The companies' details without which their agreements cannot be signed (R15.3). */
export async function fillInAgreementDetails(pool: Pool, accounts: readonly number[]): Promise<void> {
  await pool.query(
    `update cms.companies set tax_number = '370278126503', bank = 'АТ «Банк»', address = 'Київ', signatory = 'директор Коваль', authority = 'Статут'
     where id = any ($1)`,
    [accounts],
  )
}

export interface Server extends Bidding {
  serverId: string
  agreements: NewAgreement[]
  problems: unknown[]
  /** The API for bids; the token of a session is the id of the account. */
  api: ReturnType<typeof createApi>
  /** Called when the database is closed, if not before. */
  close(): Promise<void>
}

/** The machine of all test servers; its timer is independent of the clock of a test. */
const machine: Machine = {
  boot: 'of the tests',
  elapsed: () => performance.now(),
  wallClock: () => Date.now(),
}

interface ServerChanges extends Partial<BiddingDependencies> {
  sessions?: Pick<Sessions, 'findBuyer'>
}

/** Opens the bidding of a portal server. Several can share a database. */
export async function openServer(
  db: Pick<TestDatabase, 'url' | 'pool'> & Partial<TestDatabase>,
  clock: Clock,
  changes: ServerChanges = {},
): Promise<Server> {
  const biddingPool = createPool({ url: db.url, size: 6, onIdleError: () => undefined })
  const heartbeatPool = createPool({ url: db.url, size: 1, onIdleError: () => undefined })
  const listener = await createListener({ url: db.url })
  const agreements: NewAgreement[] = []
  const problems: unknown[] = []
  const serverId = randomUUID()
  const log = { warn: (details: object) => void problems.push(details) }
  const bidding = createBidding({
    pool: db.pool,
    biddingPool,
    heartbeatPool,
    listener,
    clock,
    machine,
    serverId,
    log,
    showApplication: async () => null,
    showWinners: async () => null,
    inspectEvidence: async () => answer(async () => answer({ id: '1', sha256: 'ab'.repeat(32) })),
    streams: createStreamCache({ pool: db.pool, vault: testVault }),
    createAgreements: async (_client, list) => void agreements.push(...list),
    // Bidders of tests do not wait between bids.
    limitsBids: false,
    ...changes,
  })
  const sessions = {
    findBuyer: async (token: string) => ({
      id: token,
      companyId: Number(token),
      personId: Number(token),
      role: 'owner',
      status: 'active',
    }),
    ...changes.sessions,
  } as unknown as Sessions
  const apiDependencies: ApiDependencies = {
    handlers: new Proxy({ bids: bidding.endpoints.bids } as unknown as AllHandlers, {
      get: (groups, group) => groups[group as 'bids'] ?? {},
    }),
    sessions,
    publicOrigin: null,
    allow: async () => null,
    clock,
    log: pino({ level: 'silent' }),
    observe: () => undefined,
    bidding: {
      receive: bidding.bidQueue.receive,
      admission: createBidAdmission({
        sessions: { isCached: () => false },
        pool: biddingPool,
        strangersPool: biddingPool,
        limited: true,
      }),
    },
  }
  // Tests call the scheduler's tick themselves.
  await bidding.heartbeat.start()
  let closed: Promise<void> | null = null
  async function closeParts(): Promise<void> {
    await bidding.stop()
    await listener.stop()
    await Promise.all([biddingPool.end(), heartbeatPool.end()])
  }
  const close = () => (closed ??= closeParts())
  db.closeFirst?.(close)
  return {
    ...bidding,
    serverId,
    agreements,
    problems,
    api: createApi(apiDependencies),
    close,
  }
}

export interface Offer {
  price: number
  quantity: number
  final?: boolean
}

/** Places a bid in UAH and tonnes, received at `at`. */
export async function placeBid(
  server: Server,
  {
    auctionId,
    companyId,
    at,
    key = randomUUID(),
    ticket,
  }: { auctionId: number; companyId: number; at: number; key?: string; ticket?: BidTicket },
  { price, quantity, final = false }: Offer,
): Promise<Outcome<{ data: PlacedBid }>> {
  const input = { auction_id: auctionId, price: price.toFixed(2), quantity: quantity.toFixed(3), final }
  return server.endpoints.bids.place(input, { ...callBy(buyer(companyId), at, key), ticket })
}

export async function apply(
  server: Pick<Bidding, 'endpoints'>,
  { auctionId, companyId, at }: { auctionId: number; companyId: number; at: number },
  { price, quantity }: Offer,
) {
  return server.endpoints.auctions.apply(
    { auction_id: auctionId, price: price.toFixed(2), quantity: quantity.toFixed(3) },
    callBy(buyer(companyId), at),
  )
}

/** Inserts accreditation documents for accounts that lack them. */
export async function uploadDocuments(
  pool: Pool,
  accounts: readonly number[],
  kinds: readonly string[] = REQUIRED_DOCUMENTS,
): Promise<void> {
  await pool.query(
    `insert into portal.files (company_id, kind, name, media_type, bytes, sha256)
     select account, kind, kind || '.pdf', 'application/pdf', 1, sha256('x') from unnest($1::integer[]) account, unnest($2::text[]) kind
     where not exists (select from portal.files file where file.company_id = account and file.kind = kind)`,
    [accounts, kinds],
  )
}

/** Applies for each account and confirms the applications as №1, №2 … in this order. */
export async function gatherParticipants(
  server: Pick<Bidding, 'endpoints'>,
  pool: Pool,
  { auctionId, accounts, at, offer }: { auctionId: number; accounts: number[]; at: number; offer: Offer },
): Promise<void> {
  await uploadDocuments(pool, accounts)
  for (const companyId of accounts) {
    const applied = await apply(server, { auctionId, companyId, at }, offer)
    if (!applied.ok) throw new Error(`Not applied: ${applied.refusal.code}`)
  }
  const { rows } = await pool.query<{ id: number }>(
    'select id from portal.applications where auction_id = $1 order by number',
    [auctionId],
  )
  for (const { id } of rows) await server.endpoints.manager.confirmApplication({ application_id: id }, managerCall(at))
}

export type SettableClock = ReturnType<typeof fixedClock>

interface PlannedAuction {
  server: Server
  pool: Pool
  clock: SettableClock
  accounts: number[]
  lot?: Partial<Lot>
  /** Tonnes that each account offers to buy at the starting price. */
  quantity?: number
}

/** Publishes a lot half an hour before its start and confirms `accounts` as №1, №2 … in this order. */
export async function planAuction({ server, pool, clock, accounts, lot, quantity = 10 }: PlannedAuction) {
  const published = aLot(lot)
  clock.set(published.startsAt - 30 * MINUTE)
  const auctionId = await publishLot(pool, published)
  const offer = { price: published.startingPrice / 100, quantity }
  if (accounts.length > 0) await gatherParticipants(server, pool, { auctionId, accounts, at: clock.now(), offer })
  return auctionId
}

/** Plans an auction and records its start. */
export async function startAuction(auction: PlannedAuction): Promise<number> {
  const auctionId = await planAuction(auction)
  auction.clock.set(aLot(auction.lot).startsAt)
  await auction.server.scheduler.tick()
  return auctionId
}
