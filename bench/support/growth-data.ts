import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { FIRST_HASH, hashOf } from '@/lib/server/events/codec'
import { recordPast } from '@/demo/record-past'
import { type BidVault, createBidVault } from '@/lib/server/events/sealed-bids'
import { createStreamCache } from '@/lib/server/events/snapshots'
import type { Pool } from '@/lib/server/platform/db/pool'
import { announcementBefore, playAuction } from '@/demo/play-auction'
import { createRandom } from '@/demo/random'
import { keysFor } from '@/lib/server/platform/secrets'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import { aLot } from '@/tests/support/builders/lot'

const readSql = (name: string) => readFileSync(`bench/support/${name}`, 'utf8')

const DAY = 24 * 3_600_000
/** Number of auctions that are played by the rules; the others are copies with other times and companies. */
const TEMPLATES = 8
const BIDDERS = 9
/** The auctions of every scale are spread over as many days, so that charts have the same number of months. */
const SPREAD_DAYS = 1_500
const ROWS_PER_TRANSACTION = 500
const INSTANT = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"/g

export interface GrowthSize {
  auctions: number
  companies: number
  bids: number
  agreements: number
  /** Number of entries in the audit trail. */
  audit: number
}

export interface Growth {
  /** Adds completed auctions and companies until there are as many. */
  growTo(auctions: number, companies: number): Promise<GrowthSize>
}

/** Creates a history of any size, with intact hash chains and all derived rows. */
export async function openGrowth(
  { pool, databaseUrl }: { pool: Pool; databaseUrl: string },
  secret: string,
): Promise<Growth> {
  const vault = createBidVault(keysFor('preliminary bids', [secret]))
  const templates = await playTemplates(pool, vault)
  let clones = 0
  return {
    async growTo(auctions, companies) {
      const { rows } = await pool.query<{ auctions: number; companies: number }>(
        `select (select count(*) from portal.auction_heads)::integer as auctions, (select count(*) from cms.companies)::integer as companies`,
      )
      const present = rows[0]!
      for (let missing = companies - present.companies; missing > 0; missing -= ROWS_PER_TRANSACTION) {
        await registerBuyers(pool, Math.min(missing, ROWS_PER_TRANSACTION))
      }
      for (let missing = auctions - present.auctions; missing > 0; missing -= ROWS_PER_TRANSACTION) {
        const count = Math.min(missing, ROWS_PER_TRANSACTION)
        await addClones({ databaseUrl, templates, vault }, { first: clones, count, of: auctions })
        clones += count
      }
      await vacuum(databaseUrl)
      const { rows: sizes } = await pool.query<GrowthSize>(
        `select (select count(*) from portal.auction_heads)::integer as auctions, (select count(*) from cms.companies)::integer as companies,
           (select count(*) from portal.bids)::integer as bids, (select count(*) from cms.agreements)::integer as agreements,
           (select count(*) from portal.audit)::integer as audit`,
      )
      return sizes[0]!
    },
  }
}

/** Vacuums and analyses, as autovacuum would later. */
async function vacuum(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Records completed auctions of about a hundred bids with the portal's own writers. */
async function playTemplates(pool: Pool, vault: BidVault): Promise<number[]> {
  const streams = createStreamCache({ pool, vault })
  const bidders = await registerBuyers(pool, BIDDERS)
  const ids: number[] = []
  for (let seed = 0; ids.length < TEMPLATES; seed += 1) {
    const startsAt = Math.floor(Date.now() / DAY) * DAY - 10 * DAY + 8 * 3_600_000
    const endsAt = startsAt + 1.5 * 3_600_000
    const times = { applicationDeadline: startsAt, startsAt, endsAt, hardEndAt: endsAt + 3_600_000 }
    const lot = aLot({ ...times, volume: 100_000, minimumStep: 500, maximumStep: 140_000 })
    const { events } = playAuction({
      lot,
      bidders,
      certain: bidders,
      random: createRandom(seed),
      now: Date.now(),
      until: 'completed',
    })
    const bids = events.filter(({ kind }) => kind === 'bid').length
    if (bids < 90 || bids > 130) continue
    const auctionId = await publishLot(pool, lot)
    await recordPast({ pool, streams }, auctionId, { announcedAt: announcementBefore(lot, BIDDERS), events }, 1)
    ids.push(auctionId)
  }
  return ids
}

interface Clone {
  template: number
  id: number
  number: number
  shift: number
  first: number
}

interface Entry {
  auction_id: number
  seq: number
  at: Date
  kind: string
  body: string
}

async function addClones(
  { databaseUrl, templates, vault }: { databaseUrl: string; templates: number[]; vault: BidVault },
  { first, count, of }: { first: number; count: number; of: number },
): Promise<void> {
  // The portal's own connections have time limits.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows: entries } = await client.query<Entry>(
    'select auction_id, seq::integer, at, kind, body from portal.auction_log where auction_id = any($1) order by auction_id, seq',
    [templates],
  )
  try {
    await client.query('begin')
    const { rows: ids } = await client.query<{ id: number; number: number }>(
      `select nextval(pg_get_serial_sequence('cms.auctions', 'id'))::integer as id,
         ((select max(cms.safe_number(number)) from cms.auctions) + n)::integer as number from generate_series(1, $1) n`,
      [count],
    )
    const clones = ids.map(({ id, number }, index): Clone => {
      const position = first + index
      const shift = -Math.floor(((position * 7_919) % of) * ((SPREAD_DAYS * DAY) / of)) - DAY
      return { template: templates[position % templates.length]!, id, number, shift, first: position * BIDDERS }
    })
    await client.query(
      `create temp table growth_clone on commit drop as
       select * from jsonb_to_recordset($1) as clone (template integer, id integer, number integer, shift bigint, first bigint)`,
      [JSON.stringify(clones)],
    )
    await client.query('create temp table growth_end (id integer primary key, last_hash text) on commit drop')
    await client.query(readSql('growth-triggers.sql').replaceAll(':state', 'disable'))
    const ends = await copyLogs(client, clones, entries)
    await copy(client, 'copy growth_end from stdin', ends)
    await client.query(readSql('growth-clones.sql'))
    await sealApplications(client, vault)
    await client.query(readSql('growth-triggers.sql').replaceAll(':state', 'enable'))
    await client.query('commit')
    await client.query('analyze')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}

/** Seals the preliminary bids of the clones again, because a seal is bound to an auction and a company. */
async function sealApplications(client: pg.Client, vault: BidVault): Promise<void> {
  const { rows } = await client.query<{
    id: number
    auction: number
    account: number
    sealed: Buffer
    of: number
    by: number
  }>(
    `select own.id, own.auction_id as auction, own.company_id as account, own.sealed, template.auction_id as of, template.company_id as by
     from growth_clone clone join portal.applications own on own.auction_id = clone.id
       join portal.applications template on template.auction_id = clone.template and template.number = own.number`,
  )
  const lines = rows.map(({ id, auction, account, sealed, of, by }) => {
    const bid = vault.open(sealed, { auctionId: of, companyId: by })
    if (bid === null) throw new Error('the preliminary bid of a template cannot be opened')
    return `${id}\t\\\\x${vault.seal(bid, { auctionId: auction, companyId: account }).toString('hex')}\n`
  })
  await client.query('create temp table growth_seal (id integer primary key, sealed bytea) on commit drop')
  await copy(client, 'copy growth_seal from stdin', lines)
  await client.query(
    'update portal.applications own set sealed = seal.sealed from growth_seal seal where seal.id = own.id',
  )
}

/** Copies the logs with new hash chains; returns a line with the last hash of each clone. */
async function copyLogs(client: pg.Client, clones: readonly Clone[], entries: readonly Entry[]): Promise<string[]> {
  const ends: string[] = []
  const lines: string[] = []
  for (const { template, id, number, shift } of clones) {
    let previous = FIRST_HASH
    for (const { auction_id: of, seq, at, kind, body } of entries) {
      if (of !== template) continue
      const shifted = body
        .replace(INSTANT, (_whole, instant: string) => `"${new Date(Date.parse(instant) + shift).toISOString()}"`)
        .replace(/"auction":\{"id":\d+,"number":\d+\}/, `"auction":{"id":${id},"number":${number}}`)
      const hash = hashOf(previous, shifted)
      const text = shifted.replaceAll('\\', '\\\\')
      lines.push(
        `${id}\t${seq}\t${new Date(at.getTime() + shift).toISOString()}\t${kind}\t${text}\t${previous}\t${hash}\n`,
      )
      previous = hash
    }
    ends.push(`${id}\t${previous}\n`)
  }
  await copy(client, 'copy portal.auction_log (auction_id, seq, at, kind, body, previous_hash, hash) from stdin', lines)
  return ends
}

async function copy(client: pg.Client, statement: string, lines: readonly string[]): Promise<void> {
  await pipeline(Readable.from(lines), client.query(copyFrom(statement)))
}
