import type { Payload } from 'payload'
import pg from 'pg'
import type { EvidenceFile } from '@/lib/domain/events'
import type { Pool } from '@/lib/server/platform/db/pool'
import { demoBuyers } from '@/lib/server/demo/companies'
import { type DemoLot, makeLot, pastLots, SETBACKS, setbackLot } from '@/lib/server/demo/lots'
import type { DemoLogins } from './demo'
import { PAPERS, type PaperKind, printPaper, printRefusal } from '@/lib/server/demo/papers'
import { makePastAgreements } from './papers'
import { type DemoAccounts, seedAccounts, seedStaff } from './companies'
import { announcementBefore, type Play, playAuction } from '@/lib/server/demo/play-auction'
import { publishLot, SLOT_MINUTES } from './rolling-demo'
import type { PastRecord } from './record-past'
import { createRandom, type Random } from '@/lib/server/demo/random'
import { seedContent } from '@/lib/server/demo/content/seed-content'
import { seedMenus, seedSeller, seedSettings } from '@/lib/server/demo/site-content'

export interface SeedDependencies {
  databaseUrl: string
  pool: Pool
  cms: Payload
  /** Epoch milliseconds of the server's clock. */
  now: number
  hashPassword(password: string): Promise<string>
  /** Keeps a paper of an account, or of the staff's decision where there is none. */
  storePaper(accountId: number | null, kind: PaperKind | 'disqualification', file: File): Promise<EvidenceFile>
  /** Puts played events on record by the writers of every auction. */
  recordPast(auctionId: number, past: PastRecord, staffId: number): Promise<void>
}

export type SeedOutcome = 'seeded' | 'already' | 'not_empty'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PAST_AUCTIONS = 30
const SEED = 20_261_121
const SEEDING_LOCK = 4_207_310_004

/**
 * Fills an empty database with a made-up market. A start that was cut off goes on where it stopped; a database
 * that people have begun to use is left alone.
 */
export async function seedDemo(deps: SeedDependencies, logins: () => Promise<DemoLogins>): Promise<SeedOutcome> {
  return underLock(deps.databaseUrl, async () => {
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

async function seed(deps: SeedDependencies, logins: DemoLogins, done: ReadonlySet<string>): Promise<void> {
  const { pool, cms, now } = deps
  const step = async (name: string, work: () => Promise<void>) => {
    if (done.has(name)) return
    await work()
    await markDone(pool, name)
  }
  await step('site', async () => {
    await seedSettings(cms, new Date(now).getUTCFullYear())
    await seedMenus(cms)
    await seedSeller(cms)
  })
  await step('content', () => seedContent(cms, now))
  const staffId = await seedStaff(cms, logins)
  const accounts = await seedAccounts(deps, logins, staffId)
  await step('papers', () => seedPapers(deps, accounts))
  const hold = (name: string, prepare: (random: Random) => Held | Promise<Held>) =>
    step(name, () => holdAuction(deps, staffId, accounts, name, prepare))

  for (const { name, prepare } of past(deps, accounts)) await hold(name, prepare)
  const minute = Math.floor(now / MINUTE) * MINUTE
  const slot = (startsAt: number, reserve: number) => ({ startsAt, minutes: SLOT_MINUTES, reserve })
  await hold('selection', (random) => ({
    lot: makeLot('natural_gas', slot(minute - (SLOT_MINUTES + 50) * MINUTE, 20), now, random),
    applicants: 9,
    until: 'selection',
    certain: accounts.buyers,
  }))
  await hold('running', (random) => ({
    lot: makeLot('gas_condensate', slot(minute - 14 * MINUTE, 20), now, random),
    applicants: 10,
    until: 'running',
    certain: accounts.buyers,
  }))
  await makePastAgreements(pool)
  await markDone(pool, 'all')
}

interface Held extends Pick<Play, 'until' | 'certain' | 'cancelled' | 'disqualified'> {
  lot: DemoLot
  applicants: number
}

interface PastAuction {
  name: string
  startsAt: number
  prepare(random: Random): Held | Promise<Held>
}

/** What was sold and what came to nothing, the oldest first, so that the lots' numbers rise with their dates. */
function past(deps: SeedDependencies, { buyers }: DemoAccounts): PastAuction[] {
  const sold = pastLots(PAST_AUCTIONS, deps.now, createRandom(SEED)).map((lot, index): PastAuction => ({
    name: `past:${index}`,
    startsAt: lot.lot.startsAt,
    prepare: (random) => ({ lot, applicants: random.whole(4, 14), until: 'completed' }),
  }))
  const unsold = SETBACKS.map((setback): PastAuction => {
    const { name, applicants, cancelled, disqualified } = setback
    const lot = setbackLot(setback, deps.now, createRandom(SEED + hashOf(name)))
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
        disqualified: disqualified && { ...disqualified, document: await storeRefusal(deps, disqualified.reason) },
      }),
    }
  })
  return [...sold, ...unsold].toSorted((one, other) => one.startsAt - other.startsAt)
}

async function holdAuction(
  deps: SeedDependencies,
  staffId: number,
  { bidders: invited }: DemoAccounts,
  name: string,
  prepare: (random: Random) => Held | Promise<Held>,
): Promise<void> {
  const random = createRandom(SEED + hashOf(name))
  const { lot, applicants, certain = [], ...play } = await prepare(random)
  const others = random.shuffle(invited[lot.goods].filter((id) => !certain.includes(id)))
  const bidders = random.shuffle([...certain, ...others.slice(0, Math.max(0, applicants - certain.length))])
  const now = play.until === 'completed' ? deps.now + 30 * DAY : deps.now
  const { events } = playAuction({ ...play, lot: lot.lot, bidders, certain, random, now })
  const auctionId = await publishLot(deps, lot, play.until !== 'completed')
  await deps.recordPast(auctionId, { announcedAt: announcementBefore(lot.lot, bidders.length), events }, staffId)
}

async function seedPapers(deps: SeedDependencies, accounts: DemoAccounts): Promise<void> {
  for (const [index, company] of demoBuyers.entries()) {
    const accountId = accounts.buyers[index]
    if (accountId === undefined) continue
    for (const kind of Object.keys(PAPERS) as PaperKind[]) {
      const name = `${PAPERS[kind]}, ${company.company_short_name}.pdf`
      await deps.storePaper(
        accountId,
        kind,
        new File([await printPaper(kind, company)], name, { type: 'application/pdf' }),
      )
    }
  }
}

/** The letter that a disqualification rests on. */
async function storeRefusal({ storePaper }: SeedDependencies, reason: string): Promise<EvidenceFile> {
  const content = [await printRefusal(reason)]
  return storePaper(null, 'disqualification', new File(content, 'Лист про відмову.pdf', { type: 'application/pdf' }))
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

/** Servers that start together on one database seed it once. */
async function underLock<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
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
