import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Manifest, TableEntry } from './archive'

/** The portal's own schemas; others in the same database are not the portal's to keep. */
export const SCHEMAS = ['cms', 'portal']

type DatabasePart = Pick<Manifest, 'serverVersion' | 'migrations' | 'tables' | 'sequences'>

/**
 * Writes every table into `directory`, one file each in PostgreSQL's text format, all as of one instant: bidding goes on
 * meanwhile. COPY is the same in every version of PostgreSQL, so that a backup of the embedded database (whose packages
 * have no pg_dump) restores into any other.
 */
export async function dumpDatabase(databaseUrl: string, directory: string): Promise<DatabasePart> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'gas-auction-portal backup',
    keepAlive: true,
  })
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    const tables: TableEntry[] = []
    for (const found of await findTables(client)) {
      const file = `tables/${found.schema}.${found.name}.copy`
      tables.push({ ...found, file, ...(await dumpTable(client, found, join(directory, file))) })
    }
    const sequences = await readSequences(client)
    const { rows: version } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    const migrations = await readMigrationNames(client)
    await client.query('commit')
    return { serverVersion: version[0]?.version ?? 'unknown', migrations, tables, sequences }
  } finally {
    await client.end()
  }
}

export async function readMigrationNames(client: Pick<pg.Client, 'query'>): Promise<Manifest['migrations']> {
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
  await pipeline(copy, hashing, createWriteStream(path, { mode: 0o600 }))
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
