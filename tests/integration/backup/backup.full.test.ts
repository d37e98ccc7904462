import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { create, extract } from 'tar'
import { type BackupOptions, writeBackup } from '@/lib/server/backup/archive'
import { fixedClock } from '@/tests/support/fixed-clock'
import { run as backup } from '@/server/commands/backup'
import { run as restore } from '@/server/commands/restore'
import { openServer, placeBid, registerBuyers, startAuction } from '@/tests/support/auction-house'
import { MINUTE, START } from '@/tests/support/builders/lot'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '@/tests/support/database'

const MEDIA = `${'0'.repeat(32)}.png`
const SQL_TO_EMPTY = 'drop schema if exists cms, portal, graphile_worker cascade;'
const VARIABLES = ['DATABASE_URL', 'DATA_DIR', 'PAYLOAD_SECRET', 'PAYLOAD_SECRET_PREVIOUS'] as const
const before = Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]]))

let source: TestDatabase
let target: TestDatabase
let directory: string
let file: string
let output: string[]
/** The outcome of a restore that could not write the media. */
let withoutMedia: { code: number; tables: number }

function captureOutput(): void {
  output = []
  for (const method of ['log', 'error'] as const)
    jest
      .spyOn(console, method)
      .mockImplementation(
        (line: unknown) => void output.push(line instanceof Error ? String(line.stack) : String(line)),
      )
}

beforeAll(async () => {
  captureOutput()
  source = await createTestDatabase()
  target = await createEmptyDatabase()
  directory = await mkdtemp(join(tmpdir(), 'backup-'))
  file = join(directory, 'portal.tar.gz')
  await mkdir(join(directory, 'source', 'media'), { recursive: true })
  await writeFile(join(directory, 'source', 'media', MEDIA), 'a picture')
  await runAuction(source)
  use(source, 'source')
  expect(await backup([file])).toBe(0)
  use(target, 'target')
  await mkdir(join(directory, 'target'))
  await writeFile(join(directory, 'target', 'media'), 'in the way')
  withoutMedia = { code: await restore([file]), tables: await tablesOf(target) }
  await rm(join(directory, 'target', 'media'))
  const code = await restore([file])
  if (code !== 0) throw new Error(output.join('\n'))
})

beforeEach(captureOutput)

afterAll(async () => {
  for (const name of VARIABLES) {
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  }
  await source.close()
  await target.close()
  await rm(directory, { recursive: true, force: true })
})

/** Runs an auction in which two participants have placed a bid each. */
async function runAuction(db: TestDatabase): Promise<void> {
  const clock = fixedClock(START - 30 * MINUTE)
  const server = await openServer(db, clock)
  const accounts = await registerBuyers(db.pool, 2)
  const auctionId = await startAuction({ server, pool: db.pool, clock, accounts, lot: { volume: 20_000 } })
  for (const [index, companyId] of accounts.entries()) {
    const placed = await placeBid(
      server,
      { auctionId, companyId, at: clock.now() },
      { price: 14_010 + 10 * index, quantity: 10 },
    )
    if (!placed.ok) throw new Error(placed.refusal.code)
  }
  await server.close()
  await db.pool.query(
    `insert into portal.sessions (token_hash, person_id, expires_at, user_agent, address)
     select sha256('token'), min(id), now() + interval '7 days', '', '' from portal.people`,
  )
}

function use(db: TestDatabase, home: string): void {
  process.env.DATABASE_URL = db.url
  process.env.DATA_DIR = join(directory, home)
  process.env.PAYLOAD_SECRET = 'the-secret-of-the-tests-and-of-nothing-else'
  delete process.env.PAYLOAD_SECRET_PREVIOUS
}

/** The number and a checksum of the rows of each table, independent of their order. */
async function checksums({ pool }: TestDatabase): Promise<Record<string, string>> {
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

function tablesOf(db: TestDatabase): Promise<number> {
  return countOf(db, 'pg_tables', `schemaname in ('cms', 'portal')`)
}

async function countOf({ pool }: TestDatabase, relation: string, condition: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${relation} where ${condition}`,
  )
  return rows[0]!.count
}

function options(databaseUrl: string, signal?: AbortSignal): BackupOptions {
  return { databaseUrl, secret: 'a secret', includeSecret: false, portalVersion: '1', now: new Date(), signal }
}

/** Locks a table, so that a backup waits for it. */
async function lockBids() {
  const holder = await source.pool.connect()
  await holder.query('begin')
  await holder.query('lock table portal.bids in access exclusive mode')
  return {
    async untilBackupWaits() {
      while ((await countOf(source, 'pg_locks', `relation = 'portal.bids'::regclass and not granted`)) === 0)
        await delay(10)
    },
    async release() {
      await holder.query('rollback')
      holder.release()
    },
  }
}

/** The temporary files next to the backups. */
async function temporaryFilesIn(place: string): Promise<string[]> {
  return (await readdir(place)).filter((name) => name.startsWith('.'))
}

/** Writes a copy of the backup with one of its files changed. */
async function copyWithChange(name: string, change: (text: string) => string): Promise<string> {
  const copy = await mkdtemp(join(directory, 'changed-'))
  await extract({ file, cwd: copy })
  await writeFile(join(copy, name), change(await readFile(join(copy, name), 'utf8')))
  const backupFile = `${copy}.tar.gz`
  await create({ gzip: true, file: backupFile, cwd: copy }, await readdir(copy))
  return backupFile
}

describe('a backup', () => {
  it('restores every row of every table', async () => {
    const { 'portal.sessions': _ended, ...restored } = await checksums(target)
    const { 'portal.sessions': _live, ...saved } = await checksums(source)
    expect(restored).toEqual(saved)
    expect(restored['portal.bids']).toMatch(/^4 /)
  })

  it('ends the sessions, some of which may have ended since', async () => {
    expect(await countOf(source, 'portal.sessions', 'ended_at is null')).toBe(1)
    expect(await countOf(target, 'portal.sessions', 'ended_at is null')).toBe(0)
    expect(await countOf(target, 'portal.sessions', 'ended_at is not null')).toBe(1)
  })

  it('restores the media', async () => {
    expect(await readFile(join(directory, 'target', 'media', MEDIA), 'utf8')).toBe('a picture')
  })

  it('restores the triggers and constraints of the database', async () => {
    await expect(target.pool.query('update portal.auction_log set kind = kind')).rejects.toThrow()
    const triggers = async ({ pool }: TestDatabase) =>
      (
        await pool.query<{ tgrelid: string; tgname: string; tgenabled: string }>(
          `select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
        )
      ).rows
    expect(await triggers(target)).toEqual(await triggers(source))
    // The trigger that guards the audit trail also fires in the session of a replica.
    const replica = await target.pool.connect()
    await replica.query('begin')
    await replica.query('insert into portal.audit (staff_id, action, subject) values (1, $1, $2)', ['test', 'test'])
    await replica.query(`set local session_replication_role = replica`)
    await expect(replica.query('delete from portal.audit')).rejects.toThrow()
    await replica.query('rollback')
    replica.release()
    const foreignKeys = (db: TestDatabase) => countOf(db, 'pg_constraint', `contype = 'f'`)
    expect(await foreignKeys(target)).toBe(await foreignKeys(source))
  })

  it('restores the sequences', async () => {
    const next = async ({ pool }: TestDatabase) =>
      (await pool.query<{ id: number }>(`select nextval(pg_get_serial_sequence('cms.companies', 'id'))::int as id`))
        .rows[0]!.id
    expect(await next(target)).toBe(await next(source))
  })

  it('is readable only by its owner, and does not contain a secret from the environment', async () => {
    expect((await stat(file)).mode & 0o077).toBe(0)
    await expect(copyWithChange('secret', (text) => text)).rejects.toThrow(/ENOENT/)
  })

  it('is not restored under another secret', async () => {
    const empty = await createEmptyDatabase()
    use(empty, 'other')
    process.env.PAYLOAD_SECRET = 'another-secret-of-the-tests-and-of-nothing-else'
    expect(await restore([file])).toBe(1)
    expect(output.at(-1)).toMatch(/another PAYLOAD_SECRET/)
    expect(await tablesOf(empty)).toBe(0)
    await empty.close()
  })

  it('is accepted under a new secret if its own is listed as a former one', async () => {
    use(target, 'target')
    process.env.PAYLOAD_SECRET_PREVIOUS = process.env.PAYLOAD_SECRET
    process.env.PAYLOAD_SECRET = 'another-secret-of-the-tests-and-of-nothing-else'
    expect(await restore([file])).toBe(1)
    // The check after that of the secret.
    expect(output.at(-1)).toMatch(/restore into an empty one/)
  })

  it('is not restored over a database that has tables', async () => {
    use(target, 'target')
    expect(await restore([file])).toBe(1)
    expect(output.at(-1)).toMatch(/restore into an empty one/)
    expect(output.at(-1)).toContain(SQL_TO_EMPTY)
  })

  it('leaves the database empty if the media cannot be written, so that it can be restored again', () => {
    expect(withoutMedia).toMatchObject({ code: 1, tables: 0 })
  })

  it('can be restored again after a failure once the suggested statement has emptied the database', async () => {
    const filled = await createTestDatabase()
    await filled.pool.query(SQL_TO_EMPTY)
    expect(
      await countOf(
        filled,
        'pg_class class join pg_namespace space on space.oid = class.relnamespace',
        `space.nspname not like 'pg\\_%' and space.nspname <> 'information_schema'`,
      ),
    ).toBe(0)
    await filled.close()
  })

  it('ignores timeouts in the database’s URL', async () => {
    const limited = new URL(source.url)
    for (const limit of ['statement_timeout', 'query_timeout']) limited.searchParams.set(limit, '300')
    const lock = await lockBids()
    const writing = writeBackup(join(directory, 'slow.tar.gz'), options(limited.href))
    await lock.untilBackupWaits()
    await delay(600)
    await lock.release()
    expect(await writing).toMatchObject({ format: 1 })
  })

  it('is checked without a database', async () => {
    expect(await restore(['--check', file])).toBe(0)
  })

  it.each([
    ['a table', 'tables/portal.bids.copy', /portal\.bids\.copy has changed/],
    ['a picture', `media/${MEDIA}`, /\.png has changed/],
    ['the list', 'manifest.json', /cannot read/],
  ])('is refused once %s has changed', async (_what, name, reason) => {
    expect(await restore(['--check', await copyWithChange(name, (text) => `${text}x`)])).toBe(1)
    expect(output.at(-1)).toMatch(reason)
  })

  it('is refused without the secret that its manifest lists', async () => {
    const incomplete = await copyWithChange('manifest.json', (text) =>
      text.replace('"secretIncluded": false', '"secretIncluded": true'),
    )
    expect(await restore(['--check', incomplete])).toBe(1)
    expect(output.at(-1)).toBe('The backup is damaged: its secret is missing.')
  })

  describe('with missing media', () => {
    const SMALL = `${'0'.repeat(32)}-480x320.webp`

    beforeAll(() =>
      source.pool.query('insert into cms.media (filename, sizes_small_filename) values ($1, $2)', [MEDIA, SMALL]),
    )
    afterAll(() => source.pool.query('delete from cms.media'))

    it.each([
      ['all files', 'elsewhere', [MEDIA, SMALL]],
      ['a smaller size', 'source', [SMALL]],
    ])('is written, and the command fails and lists them: %s', async (_where, home, missing) => {
      use(source, home)
      const incomplete = join(directory, `incomplete-${home}.tar.gz`)
      expect(await backup([incomplete])).toBe(1)
      expect(output.at(-1)).toMatch(/^The backup lacks media: /)
      for (const name of missing) expect(output.at(-1)).toContain(name)
      expect(output.at(-1)).toContain(join(directory, home, 'media'))
      expect(await restore(['--check', incomplete])).toBe(0)
      expect(output.at(-1)).toBe(`It was made without ${missing.length} media files that its database names.`)
    })

    it('is not written if they cannot be read', async () => {
      use(source, 'closed')
      await mkdir(join(directory, 'closed'))
      await writeFile(join(directory, 'closed', 'media'), 'no directory')
      expect(await backup([join(directory, 'closed.tar.gz')])).toBe(1)
      expect(output.at(-1)).toMatch(/media cannot be saved \(ENOTDIR\)/)
      expect(await temporaryFilesIn(directory)).toEqual([])
    })

    it('does not report a file that was removed during the backup', async () => {
      use(source, 'source')
      const lock = await lockBids()
      const writing = writeBackup(join(directory, 'meanwhile.tar.gz'), options(source.url))
      await lock.untilBackupWaits()
      await source.pool.query('update cms.media set sizes_small_filename = null')
      await lock.release()
      expect(await writing).toMatchObject({ missingMedia: [], media: [{ name: MEDIA }] })
    })
  })

  describe('that is interrupted', () => {
    it('leaves no temporary files', async () => {
      const lock = await lockBids()
      const stopping = new AbortController()
      const stopped = writeBackup(join(directory, 'stopped.tar.gz'), options(source.url, stopping.signal))
      const ended = expect(stopped).rejects.toThrow(/abort/i)
      await lock.untilBackupWaits()
      expect(await temporaryFilesIn(directory)).toHaveLength(1)
      stopping.abort()
      await ended
      await lock.release()
      expect(await temporaryFilesIn(directory)).toEqual([])
    })

    it('is removed by the next backup, unless it may still be running', async () => {
      const old = new Date(Date.now() - 3_600_000)
      const removed = ['.portal-backup-abcDE1', '.portal-backup-abcDE1.tar.gz']
      const unrelated = ['.portal-backup-abcDE2', '.portal-elsewhere', '.other-abcDE1']
      for (const name of [...removed, ...unrelated]) {
        const path = join(directory, name)
        if (name.endsWith('.gz')) await writeFile(path, '')
        else await mkdir(path)
        if (name !== '.portal-backup-abcDE2') await utimes(path, old, old)
      }
      await writeBackup(join(directory, 'next.tar.gz'), options(source.url))
      expect((await temporaryFilesIn(directory)).toSorted()).toEqual(unrelated.toSorted())
      for (const name of unrelated) await rm(join(directory, name), { recursive: true })
    })
  })

  it('is refused if the file is not a backup', async () => {
    const other = join(directory, 'other.tar.gz')
    await writeFile(other, 'no archive')
    expect(await restore([other])).toBe(1)
    expect(output.at(-1)).toMatch(/cannot be read as a backup|is not a backup/)
  })
})
