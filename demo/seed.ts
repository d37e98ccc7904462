import type { Payload } from 'payload'
import pg from 'pg'
import type { ChangeDependencies } from '@/lib/server/auctions/change-auction'
import type { DemoLogins } from '@/lib/server/compose/portal'
import type { Pool } from '@/lib/server/platform/db/pool'
import { type DemoAccounts, seedAccounts, seedDocuments, seedStaff, storeRefusal } from './companies'
import { seedContent, seedSite } from './content'
import { type DemoLot, makeLot, pastLots, publishLot, UNSOLD_LOTS, makeUnsoldLot, SLOT_MINUTES } from './lots'
import { announcementBefore, type Play, playAuction } from './play-auction'
import { createRandom, type Random } from './random'
import { recordPast } from './record-past'

export interface SeedDependencies extends Pick<ChangeDependencies, 'streams'> {
  databaseUrl: string
  pool: Pool
  cms: Payload
  now: number
}

export type SeedOutcome = 'seeded' | 'already' | 'not_empty'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PAST_AUCTIONS = 30
const SEED = 20_261_121
const SEEDING_LOCK = 4_207_310_004

/** Fills an empty database with a made-up market. Continues after an interruption; does nothing in a database in use. */
export async function seedDemo(deps: SeedDependencies, logins: () => Promise<DemoLogins>): Promise<SeedOutcome> {
  return withLock(deps.databaseUrl, async () => {
    const steps = await stepsDone(deps.pool)
    if (steps.has('all')) return 'already'
    if (!steps.has('begun')) {
      if (!(await isEmpty(deps.pool))) return 'not_empty'
      await markDone(deps.pool, 'begun')
    }
    await seed(deps, await logins(), steps)
    return 'seeded'
  })
}

async function seed(deps: SeedDependencies, { password }: DemoLogins, done: ReadonlySet<string>): Promise<void> {
  const { pool, cms, now } = deps
  const step = async (name: string, work: () => Promise<void>) => {
    if (done.has(name)) return
    await work()
    await markDone(pool, name)
  }
  await step('site', () => seedSite(cms, new Date(now).getUTCFullYear()))
  await step('content', () => seedContent(cms, now))
  const staffId = await seedStaff(cms, password)
  const accounts = await seedAccounts(cms, pool, password, { staffId, now })
  await step('documents', () => seedDocuments(pool, accounts))
  const addAuction = (name: string, prepare: (random: Random) => AuctionPlan | Promise<AuctionPlan>) =>
    step(name, () => recordAuction(deps, staffId, accounts, name, prepare))

  for (const { name, prepare } of pastAuctions(deps, accounts)) await addAuction(name, prepare)
  const minute = Math.floor(now / MINUTE) * MINUTE
  const slot = (startsAt: number, reserve: number) => ({ startsAt, minutes: SLOT_MINUTES, reserve })
  await addAuction('selection', (random) => ({
    lot: makeLot('natural_gas', slot(minute - (SLOT_MINUTES + 50) * MINUTE, 20), now, random),
    applicants: 9,
    until: 'selection',
    certain: accounts.buyers,
  }))
  await addAuction('running', (random) => ({
    // Ends six minutes after the first start, so visitors soon see an extension, the end and the selection of winners.
    lot: makeLot('gas_condensate', slot(minute - (SLOT_MINUTES - 6) * MINUTE, 20), now, random),
    applicants: 10,
    until: 'running',
    certain: accounts.buyers,
  }))
  await makePastAgreements(deps)
  await markDone(pool, 'all')
}

interface AuctionPlan extends Pick<Play, 'until' | 'certain' | 'cancelled' | 'disqualified'> {
  lot: DemoLot
  applicants: number
}

interface PastAuction {
  name: string
  startsAt: number
  prepare(random: Random): AuctionPlan | Promise<AuctionPlan>
}

/** Sold and unsold lots, oldest first, so that the numbers of lots rise with their dates. */
function pastAuctions(deps: SeedDependencies, { buyers }: DemoAccounts): PastAuction[] {
  const sold = pastLots(PAST_AUCTIONS, deps.now, createRandom(SEED)).map((lot, index): PastAuction => ({
    name: `past:${index}`,
    startsAt: lot.lot.startsAt,
    prepare: (random) => ({ lot, applicants: random.whole(4, 14), until: 'completed' }),
  }))
  const unsold = UNSOLD_LOTS.map((unsoldLot): PastAuction => {
    const { name, applicants, cancelled, disqualified } = unsoldLot
    const lot = makeUnsoldLot(unsoldLot, deps.now, createRandom(SEED + hashOf(name)))
    const { startsAt } = lot.lot
    return {
      name: `past:${name}`,
      startsAt,
      prepare: async () => ({
        lot,
        applicants,
        until: 'completed',
        certain: buyers.slice(0, Math.min(2, applicants)),
        cancelled: cancelled && { at: startsAt + cancelled.minutes * MINUTE, reason: cancelled.reason },
        disqualified: disqualified && { ...disqualified, document: await storeRefusal(deps.pool) },
      }),
    }
  })
  return [...sold, ...unsold].toSorted((one, other) => one.startsAt - other.startsAt)
}

async function recordAuction(
  deps: SeedDependencies,
  staffId: number,
  { bidders: invited }: DemoAccounts,
  name: string,
  prepare: (random: Random) => AuctionPlan | Promise<AuctionPlan>,
): Promise<void> {
  const random = createRandom(SEED + hashOf(name))
  const { lot, applicants, certain = [], ...play } = await prepare(random)
  const others = random.shuffle(invited[lot.goods].filter((id) => !certain.includes(id)))
  const bidders = random.shuffle([...certain, ...others.slice(0, Math.max(0, applicants - certain.length))])
  const now = play.until === 'completed' ? deps.now + 30 * DAY : deps.now
  const { events } = playAuction({ ...play, lot: lot.lot, bidders, certain, random, now })
  const auctionId = await publishLot(deps.cms, lot)
  if (play.until !== 'completed') await addToRolling(deps.pool, auctionId)
  await recordPast(deps, auctionId, { announcedAt: announcementBefore(lot.lot, bidders.length), events }, staffId)
}

/** Makes agreements of past auctions, in force for 60 days. Those of the last 14 days are not signed yet. */
async function makePastAgreements({ pool, now }: Pick<SeedDependencies, 'pool' | 'now'>): Promise<void> {
  await pool.query(
    `
    with due as (
      select result.auction_id, result.completed_at, auction.number, item.*, bidder.company_id
      from portal.auction_results result
      join cms.auctions auction on auction.id = result.auction_id
      cross join lateral jsonb_to_recordset(result.agreements) item (participant integer, quantity text, price text, sum text)
      join portal.application_decisions decision
        on decision.auction_id = result.auction_id and decision.participant = item.participant and decision.kind = 'confirmed'
      join portal.applications bidder on bidder.id = decision.application_id
      where not exists (select from portal.agreements_made made where made.auction_id = result.auction_id)
    ), made as (
      insert into cms.agreements (number, company_id, auction_id, quantity, price, sum, deposit, starts_on, ends_on, status, created_at, updated_at)
      select number || '/' || participant, company_id, auction_id, quantity, price, sum,
        round(sum::numeric * 0.03, 2)::text, completed_at::date, (completed_at + interval '60 days')::date,
        case when completed_at > $1::timestamptz - interval '14 days' then 'awaiting_signature' else 'current' end::cms.enum_agreements_status,
        completed_at, completed_at
      from due
      returning id, number, auction_id
    ), worded as (
      insert into cms.agreements_locales (_parent_id, _locale, name, product)
      select made.id, text._locale,
        case text._locale when 'uk' then 'Договір купівлі-продажу № ' when 'en' then 'Sale agreement No. ' else 'Договор купли-продажи № ' end || made.number,
        text.title
      from made join cms.auctions_locales text on text._parent_id = made.auction_id
    )
    insert into portal.agreements_made (auction_id, at) select distinct auction_id, completed_at from due`,
    [new Date(now)],
  )
}

/** Makes an auction part of the rolling demo. */
export async function addToRolling(pool: Pool, auctionId: number): Promise<void> {
  await pool.query('insert into portal.demo_auctions (auction_id) values ($1) on conflict do nothing', [auctionId])
}

async function stepsDone(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ step: string }>('select step from portal.demo_progress')
  return new Set(rows.map(({ step }) => step))
}

async function markDone(pool: Pool, step: string): Promise<void> {
  await pool.query('insert into portal.demo_progress (step) values ($1) on conflict do nothing', [step])
}

async function isEmpty(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ used: boolean }>(
    'select exists (select from cms.companies) or exists (select from cms.auctions) or exists (select from cms.staff) as used',
  )
  return rows[0]?.used === false
}

/** Ensures that only one of several servers seeds a database when they start together. */
async function withLock<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [SEEDING_LOCK])
    return await work()
  } finally {
    await client.end()
  }
}

function hashOf(name: string): number {
  return [...name].reduce((hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 7)
}
