import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { connectForLongWork } from '@/lib/server/platform/db/long-work'
import type { Manifest, TableEntry } from './archive'

/** The portal's own schemas; others in the same database are not the portal's to keep. */
export const SCHEMAS = ['cms', 'portal']

type DatabasePart = Pick<Manifest, 'serverVersion' | 'migrations' | 'tables' | 'sequences'>

interface Dump {
  database: DatabasePart
  /** Names of the media that the rows speak of, narrower copies included. */
  mediaNames: string[]
}

/**
 * Writes every table into `directory`, one file each in PostgreSQL's text format, all as of one instant: bidding goes on
 * meanwhile. An aborted `signal` ends it. COPY is the same in every version of PostgreSQL, so that a backup of the embedded database (whose packages
 * have no pg_dump) restores into any other.
 */
export async function dumpDatabase(databaseUrl: string, directory: string, signal?: AbortSignal): Promise<Dump> {
  const client = await connectForLongWork(databaseUrl, 'backup')
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    const tables: TableEntry[] = []
    for (const found of await findTables(client)) {
      const file = `tables/${found.schema}.${found.name}.copy`
      tables.push({ ...found, file, ...(await dumpTable(client, found, join(directory, file), signal)) })
    }
    const sequences = await readSequences(client)
    const { rows: version } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    const migrations = await readMigrationNames(client)
    const mediaNames = await readMediaNames(client)
    await client.query('commit')
    return { database: { serverVersion: version[0]?.version ?? 'unknown', migrations, tables, sequences }, mediaNames }
  } finally {
    await client.end()
  }
}

/** Of the names, those that the database speaks of now: a file that was removed during a backup is not missing from it. */
export async function stillNamed(databaseUrl: string, names: readonly string[]): Promise<string[]> {
  const client = await connectForLongWork(databaseUrl, 'backup')
  try {
    const now = new Set(await readMediaNames(client))
    return names.filter((name) => now.has(name))
  } finally {
    await client.end()
  }
}

async function readMediaNames(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct value as name from cms.media, jsonb_each_text(to_jsonb(media))
     where value is not null and (key = 'filename' or key ~ '^sizes_.+_filename$') order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function readMigrationNames(client: Pick<pg.Client, 'query'>): Promise<Manifest['migrations']> {
  const cms = await client.query<{ name: string }>(
    'select name from cms.payload_migrations where batch >= 0 order by name',
  )
  const portal = await client.query<{ name: string }>('select name from portal.migrations order by name')
  return { cms: cms.rows.map(({ name }) => name), portal: portal.rows.map(({ name }) => name) }
}

type FoundTable = Pick<TableEntry, 'schema' | 'name' | 'columns'>

export async function findTables(client: Pick<pg.Client, 'query'>): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(
    `select space.nspname as schema, class.relname as name,
            array_agg(attribute.attname::text order by attribute.attnum) as columns
     from pg_class class
       join pg_namespace space on space.oid = class.relnamespace
       join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum > 0
         and not attribute.attisdropped and attribute.attgenerated = ''
     where class.relkind = 'r' and space.nspname = any($1)
     group by 1, 2 order by 1, 2`,
    [SCHEMAS],
  )
  return rows
}

async function dumpTable(
  client: pg.Client,
  table: FoundTable,
  path: string,
  signal?: AbortSignal,
): Promise<{ rows: number; sha256: string }> {
  await mkdir(dirname(path), { recursive: true })
  const copy = client.query(
    copyTo(`copy ${qualified(table)} (${table.columns.map(pg.escapeIdentifier).join(', ')}) to stdout`),
  )
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(copy, hashing, createWriteStream(path, { mode: 0o600 }), { signal })
  return { rows: copy.rowCount, sha256: hash.digest('hex') }
}

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    'select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1) order by 1, 2',
    [SCHEMAS],
  )
  const sequences: Manifest['sequences'] = []
  for (const sequence of rows) {
    const { rows: state } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${qualified(sequence)}`,
    )
    if (state[0] !== undefined) sequences.push({ ...sequence, ...state[0] })
  }
  return sequences
}

export function qualified({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}
