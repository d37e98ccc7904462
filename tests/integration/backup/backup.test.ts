import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { create, extract } from 'tar'
import { fixedClock } from '@/lib/server/kernel/database-clock'
import { run as backup } from '@/server/commands/backup'
import { run as restore } from '@/server/commands/restore'
import {
  gatherParticipants,
  openServer,
  placeBid,
  publishLot,
  registerBuyers,
  travel,
} from '@/tests/support/auction-house'
import { aLot, MINUTE, START } from '@/tests/support/builders/lot'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '@/tests/support/database'

const MEDIA = `${'0'.repeat(32)}.png`
const VARIABLES = ['DATABASE_URL', 'DATA_DIR', 'PAYLOAD_SECRET'] as const
const before = Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]]))

let source: TestDatabase
let target: TestDatabase
let directory: string
let file: string
let said: string[]

function listen(): void {
  said = []
  for (const way of ['log', 'error'] as const)
    jest
      .spyOn(console, way)
      .mockImplementation((line: unknown) => void said.push(line instanceof Error ? String(line.stack) : String(line)))
}

beforeAll(async () => {
  listen()
  source = await createTestDatabase()
  target = await createEmptyDatabase()
  directory = await mkdtemp(join(tmpdir(), 'backup-'))
  file = join(directory, 'portal.tar.gz')
  await mkdir(join(directory, 'source', 'media'), { recursive: true })
  await writeFile(join(directory, 'source', 'media', MEDIA), 'a picture')
  await bid(source)
  use(source, 'source')
  expect(await backup([file])).toBe(0)
  use(target, 'target')
  const code = await restore([file])
  if (code !== 0) throw new Error(said.join('\n'))
})

beforeEach(listen)

afterAll(async () => {
  for (const name of VARIABLES) {
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  }
  await source.close()
  await target.close()
  await rm(directory, { recursive: true, force: true })
})

/** Two participants with a bid each in a running auction. */
async function bid(db: TestDatabase): Promise<void> {
  const clock = fixedClock(START - 30 * MINUTE)
  const server = await openServer(db, clock)
  const accounts = await registerBuyers(db.pool, 2)
  const auctionId = await publishLot(db.pool, aLot({ volume: 20_000 }))
  await gatherParticipants(server, db.pool, {
    auctionId,
    accounts,
    at: clock.now(),
    offer: { price: 14_000, quantity: 10 },
  })
  await travel(db.pool, clock, START)
  await server.scheduler.tick()
  for (const [index, accountId] of accounts.entries()) {
    const placed = await placeBid(
      server,
      { auctionId, accountId, at: clock.now() },
      { price: 14_010 + 10 * index, quantity: 10 },
    )
    if (!placed.ok) throw new Error(placed.refusal.code)
  }
  await server.close()
}

function use(db: TestDatabase, home: string): void {
  process.env.DATABASE_URL = db.url
  process.env.DATA_DIR = join(directory, home)
  process.env.PAYLOAD_SECRET = 'the-secret-of-the-tests-and-of-nothing-else'
}

/** Every table with the checksum of its rows, whatever their order. */
async function contents({ pool }: TestDatabase): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('cms', 'portal') order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: sum } = await pool.query<{ sum: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(row::text, e'\\n' order by row::text), '')) as sum from ${name} row`,
    )
    sums[name] = sum[0]!.sum
  }
  return sums
}

async function countOf({ pool }: TestDatabase, relation: string, condition: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${relation} where ${condition}`,
  )
  return rows[0]!.count
}

/** The backup with one of its files changed. */
async function changed(name: string, change: (text: string) => string): Promise<string> {
  const copy = await mkdtemp(join(directory, 'changed-'))
  await extract({ file, cwd: copy })
  await writeFile(join(copy, name), change(await readFile(join(copy, name), 'utf8')))
  const made = `${copy}.tar.gz`
  await create({ gzip: true, file: made, cwd: copy }, await readdir(copy))
  return made
}

describe('a backup', () => {
  it('brings back every row of every table', async () => {
    const restored = await contents(target)
    expect(restored).toEqual(await contents(source))
    expect(restored['portal.bids']).toMatch(/^4 /)
  })

  it('brings back the media', async () => {
    expect(await readFile(join(directory, 'target', 'media', MEDIA), 'utf8')).toBe('a picture')
  })

  it('leaves the guards of the restored database on', async () => {
    await expect(target.pool.query('update portal.auction_log set kind = kind')).rejects.toThrow()
    expect(await countOf(target, 'pg_trigger', `tgenabled = 'D'`)).toBe(0)
    const foreignKeys = (db: TestDatabase) => countOf(db, 'pg_constraint', `contype = 'f'`)
    expect(await foreignKeys(target)).toBe(await foreignKeys(source))
  })

  it('goes on numbering where the source was', async () => {
    const next = async ({ pool }: TestDatabase) =>
      (await pool.query<{ id: number }>(`select nextval(pg_get_serial_sequence('cms.companies', 'id'))::int as id`))
        .rows[0]!.id
    expect(await next(target)).toBe(await next(source))
  })

  it('is readable by its owner alone, and does not hold a secret that the environment gives', async () => {
    expect((await stat(file)).mode & 0o077).toBe(0)
    await expect(changed('secret', (text) => text)).rejects.toThrow(/ENOENT/)
  })

  it('takes no new secret for its own', async () => {
    const empty = await createEmptyDatabase()
    use(empty, 'other')
    process.env.PAYLOAD_SECRET = 'another-secret-of-the-tests-and-of-nothing-else'
    expect(await restore([file])).toBe(1)
    expect(said.at(-1)).toMatch(/another PAYLOAD_SECRET/)
    expect(await countOf(empty, 'pg_tables', `schemaname in ('cms', 'portal')`)).toBe(0)
    await empty.close()
  })

  it('is not restored over a database that has tables', async () => {
    use(target, 'target')
    expect(await restore([file])).toBe(1)
    expect(said.at(-1)).toMatch(/restore into an empty one/)
  })

  it('is checked without a database', async () => {
    expect(await restore(['--check', file])).toBe(0)
  })

  it.each([
    ['a table', 'tables/portal.bids.copy', /portal\.bids\.copy has changed/],
    ['a picture', `media/${MEDIA}`, /\.png has changed/],
    ['the list', 'manifest.json', /cannot read/],
  ])('is refused once %s has changed', async (_what, name, reason) => {
    expect(await restore(['--check', await changed(name, (text) => `${text}x`)])).toBe(1)
    expect(said.at(-1)).toMatch(reason)
  })

  it('is refused when it is something else', async () => {
    const other = join(directory, 'other.tar.gz')
    await writeFile(other, 'no archive')
    expect(await restore([other])).toBe(1)
    expect(said.at(-1)).toMatch(/cannot be read as a backup|is no backup/)
  })
})
