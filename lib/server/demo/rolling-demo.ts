import type { Payload } from 'payload'
import { bidLimits } from '@/lib/domain/bidding'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { RECORDS_PAST } from '@/lib/server/cms/auctions/lot-faults'
import type { Pool } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import type { Snapshots } from '@/lib/server/events/snapshots'
import type { Clock } from '@/lib/server/platform/clock'
import { type DemoOffice, type DemoHandlers, openOffice } from './demo-office'
import { lotPapersOf } from './lot-papers'
import { type DemoLot, makeLot } from './lots'
import { createRandom } from './random'

/** Publishes a lot through the back office, in three languages, as one that the demo looks after or as any other; answers its id. */
export async function publishLot(
  { cms, pool }: { cms: Payload; pool: Pool },
  { goods, lot, texts }: DemoLot,
  rolling: boolean,
): Promise<number> {
  const { docs } = await cms.find({ collection: 'categories', where: { key: { equals: goods } }, limit: 1, depth: 0 })
  const category = docs[0]?.id
  if (category === undefined) throw new Error(`there is no category ${goods}`)
  const { id } = await cms.create({
    collection: 'auctions',
    locale: 'uk',
    depth: 0,
    // Auctions that have been held are written down with the times that they had.
    context: { [RECORDS_PAST]: lot.startsAt <= Date.now() },
    data: {
      ...texts.uk,
      category,
      // Made from the title and the number.
      slug: '',
      volume: toQuantityString(lot.volume),
      starting_price: toPriceString(lot.startingPrice),
      minimum_step: toPriceString(lot.minimumStep),
      maximum_step: toPriceString(lot.maximumStep),
      minimum_quantity: toQuantityString(lot.minimumQuantity),
      quantity_step: toQuantityString(lot.quantityStep),
      application_deadline: new Date(lot.applicationDeadline).toISOString(),
      starts_at: new Date(lot.startsAt).toISOString(),
      ends_at: new Date(lot.endsAt).toISOString(),
      hard_end_at: new Date(lot.hardEndAt).toISOString(),
      extension_minutes: lot.extensionWindow / 60_000,
      minimum_participants: lot.minimumParticipants,
      visibility: lot.visibility,
      // The rolling demo goes on at night.
      outside_hours_confirmed: true,
      documents: await lotPapersOf(cms, goods),
      _status: 'published',
    },
  })
  for (const locale of ['en', 'ru'] as const)
    await cms.update({ collection: 'auctions', id, locale, depth: 0, data: texts[locale] })
  if (rolling)
    await pool.query('insert into portal.demo_auctions (auction_id) values ($1) on conflict do nothing', [id])
  return id
}

export interface RollingDependencies {
  pool: Pool
  cms(): Promise<Payload>
  clock: Clock
  streams: Snapshots
  handlers: DemoHandlers
  log: { warn(details: object, message: string): void }
}

interface RollingDemo {
  /** Settles after the first look, so that the next auction is announced by then. */
  start(): Promise<void>
  /** One look at the demo's auctions; does what is due. */
  turn(): Promise<void>
  stop(): Promise<void>
}

const MINUTE = 60_000
const BETWEEN_TURNS = 20_000
/** People may apply until then; afterwards the demo's other buyers make up the field. */
const FILL_BEFORE_START = 3 * MINUTE
const ROLLING_LOCK = 4_207_310_005

interface DemoAuction {
  auction_id: number
  starts_at: Date
  effective_end: Date
  started_at: Date | null
  ended_at: Date | null
}

/** Keeps one auction running, the next announced, and the last one in selection, by the endpoints that people use. */
export function createRollingDemo(deps: RollingDependencies): RollingDemo {
  const { pool, clock, log } = deps
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  async function look(): Promise<void> {
    const office = await openOffice(deps)
    if (office === null) return
    const auctions = await demoAuctions(pool)
    const planned = auctions.filter((auction) => auction.started_at === null)
    for (const { auction_id: auctionId, starts_at: startsAt } of planned) {
      if (startsAt.getTime() - clock.now() < FILL_BEFORE_START) await fillField(deps, office, auctionId)
    }
    if (!planned.some(({ starts_at: startsAt }) => startsAt.getTime() > clock.now()))
      await announceNext(deps, office, auctions)
    const ended = auctions.filter((auction) => auction.ended_at !== null)
    for (const { auction_id: auctionId } of ended.slice(0, -1)) await finish(deps, office, auctionId)
  }

  function turn(): Promise<void> {
    running ??= onlyHere(pool, look)
      .catch((error: unknown) => log.warn({ err: error }, 'the rolling demo could not do its turn'))
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    start() {
      timer = setInterval(() => void turn(), BETWEEN_TURNS).unref()
      return turn()
    },
    turn,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** Not yet finished, in the order of their starts. */
async function demoAuctions(pool: Pool): Promise<DemoAuction[]> {
  const { rows } = await pool.query<DemoAuction>(
    `select auction.id as auction_id, auction.starts_at, coalesce(head.effective_end, auction.ends_at) as effective_end, head.started_at, head.ended_at
     from portal.demo_auctions demo
     join cms.auctions auction on auction.id = demo.auction_id
     left join portal.auction_heads head on head.auction_id = demo.auction_id
     where head.finished_at is null
     order by auction.starts_at`,
  )
  return rows
}

/** The next starts when the running one ends, with a few applications in and one for the manager to decide. */
async function announceNext(
  deps: RollingDependencies,
  office: DemoOffice,
  auctions: readonly DemoAuction[],
): Promise<void> {
  const { pool, clock } = deps
  const running = auctions.filter((auction) => auction.started_at !== null && auction.ended_at === null)
  const soonest = clock.now() + FILL_BEFORE_START + MINUTE
  const startsAt =
    Math.ceil(Math.max(soonest, ...running.map(({ effective_end: end }) => end.getTime())) / MINUTE) * MINUTE
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from portal.demo_auctions')
  const count = rows[0]?.count ?? 0
  const random = createRandom(startsAt / MINUTE)
  const goods = count % 3 === 0 ? 'natural_gas' : 'gas_condensate'
  const lot = makeLot(goods, { startsAt, minutes: SLOT_MINUTES, reserve: 20 }, clock.now(), random)
  const auctionId = await publishLot({ cms: await deps.cms(), pool }, lot, true)
  for (const accountId of office.buyers.slice(2, 5)) await applyFor(deps, office, auctionId, accountId)
  for (const applicationId of (await office.waitingApplications(auctionId)).slice(0, 2))
    await office.confirm(applicationId)
}

/** Before the start everybody of the demo is in: a newcomer can bid in whatever runs. */
async function fillField(deps: RollingDependencies, office: DemoOffice, auctionId: number): Promise<void> {
  for (const accountId of office.buyers) await applyFor(deps, office, auctionId, accountId)
  for (const applicationId of await office.waitingApplications(auctionId)) await office.confirm(applicationId)
}

async function applyFor(
  { streams }: RollingDependencies,
  office: DemoOffice,
  auctionId: number,
  accountId: number,
): Promise<void> {
  const snapshot = await streams.snapshotOf(auctionId)
  const limits = snapshot && bidLimits(snapshot.state, accountId)
  if (!snapshot || !limits || snapshot.state.applications.has(accountId)) return
  const random = createRandom(auctionId * 1_000 + accountId)
  const { lot } = snapshot.state
  const steps = Math.round((lot.volume * (0.15 + random.next() * 0.4)) / lot.quantityStep)
  await office.apply(accountId, {
    auctionId,
    price: limits.minimumPrice + random.whole(0, 3) * limits.priceStep,
    quantity: Math.max(limits.minimumQuantity, steps * lot.quantityStep),
  })
}

/** What nobody has taken up for an hour is brought to its result: parts accepted, winners confirmed, completed. */
async function finish({ streams }: RollingDependencies, office: DemoOffice, auctionId: number): Promise<void> {
  // Each answer may bring another offer, at most one for each participant.
  for (let answers = 0; answers <= office.buyers.length; answers += 1) {
    const state = (await streams.snapshotOf(auctionId))?.state
    const offer = state?.selection?.offer
    const bidderId = offer ? state?.lastBids[offer.participant - 1]?.bidderId : undefined
    if (!offer || bidderId === undefined) break
    if (!(await office.acceptPart(auctionId, bidderId, offer.quantity))) break
  }
  await office.complete(auctionId)
}

/** One server at a time; the others pass. */
async function onlyHere(pool: Pool, work: () => Promise<void>): Promise<void> {
  await withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
      ROLLING_LOCK,
    ])
    if (rows[0]?.mine) await work()
  })
}

/** Between the slots of the rolling demo. */
export const SLOT_MINUTES = 60
