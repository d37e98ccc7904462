import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { connectForLongWork } from '@/lib/server/platform/db/long-work'
import { type Manifest, RestoreError, type TableEntry } from './manifest'

/** The portal's own schemas; the database may have others. */
const SCHEMAS = ['cms', 'portal']

type DatabasePart = Pick<Manifest, 'serverVersion' | 'migrations' | 'tables' | 'sequences'>

interface Dump {
  database: DatabasePart
  /** Files that the rows name, including narrower copies of pictures. */
  mediaNames: string[]
}

/**
 * Writes every table into `directory`, one file each in PostgreSQL's text format, all as of one instant, while bidding continues.
 * COPY is the same in every version of PostgreSQL, so that a backup of the embedded database (whose packages have no pg_dump) can be
 * restored into any other.
 */
export async function dumpDatabase(databaseUrl: string, directory: string, signal?: AbortSignal): Promise<Dump> {
  const client = await connectForLongWork(databaseUrl, 'backup')
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    const tables: TableEntry[] = []
    for (const table of await findTables(client)) {
      const file = `tables/${table.schema}.${table.name}.copy`
      tables.push({ ...table, file, ...(await dumpTable(client, table, join(directory, file), signal)) })
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

/** The names that are still in the database: a file that was deleted during the backup does not count as missing. */
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

type DatabaseTable = Pick<TableEntry, 'schema' | 'name' | 'columns'>

async function findTables(client: Pick<pg.Client, 'query'>): Promise<DatabaseTable[]> {
  const { rows } = await client.query<DatabaseTable>(
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
  table: DatabaseTable,
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

function qualified({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

export async function hasTables(databaseUrl: string): Promise<boolean> {
  const client = await connectForLongWork(databaseUrl, 'restore')
  try {
    return (await findTables(client)).length > 0
  } finally {
    await client.end()
  }
}

/**
 * Fills an empty database that has exactly the backup's migrations, in one transaction. Triggers are disabled, because they
 * would refuse rows or repeat their effects, and foreign keys are checked at the end. Ends all sessions.
 *
 * @throws {RestoreError} if a table is missing or a row count differs.
 */
export async function loadDatabase(databaseUrl: string, directory: string, manifest: Manifest): Promise<void> {
  const client = await connectForLongWork(databaseUrl, 'restore')
  try {
    await client.query('begin')
    const present = await findTables(client)
    assertSameTables(present, manifest)
    const foreignKeys = await readForeignKeys(client)
    const triggers = await readTriggers(client)
    for (const { table, name } of foreignKeys)
      await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
    for (const table of present) await client.query(`alter table ${qualified(table)} disable trigger user`)
    await client.query(`truncate ${present.map(qualified).join(', ')}`)
    for (const table of manifest.tables) {
      const columns = table.columns.map(pg.escapeIdentifier).join(', ')
      const copy = client.query(copyFrom(`copy ${qualified(table)} (${columns}) from stdin`))
      await pipeline(createReadStream(join(directory, table.file)), copy)
      if (copy.rowCount !== table.rows) {
        throw new RestoreError(
          `${table.schema}.${table.name} has ${copy.rowCount} rows in the backup; its manifest says ${table.rows}.`,
        )
      }
    }
    for (const { value, called, ...sequence } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [qualified(sequence), value, called])
    }
    for (const { table, name, definition } of foreignKeys) {
      await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`)
    }
    for (const { table, name, enabled } of triggers)
      await client.query(`alter table ${table} ${STATES[enabled]} trigger ${pg.escapeIdentifier(name)}`)
    // Some ended after the backup was made: signed out, a stolen device, a former password.
    await client.query('update portal.sessions set ended_at = now() where ended_at is null')
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** States of a trigger (pg_trigger.tgenabled), and how to restore them. Some guards also fire in a replica's session. */
const STATES = { O: 'enable', A: 'enable always', R: 'enable replica', D: 'disable' } as const

interface Trigger {
  table: string
  name: string
  enabled: keyof typeof STATES
}

async function readTriggers(client: pg.Client): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select format('%I.%I', space.nspname, class.relname) as table, trigger.tgname as name, trigger.tgenabled as enabled
     from pg_trigger trigger
       join pg_class class on class.oid = trigger.tgrelid
       join pg_namespace space on space.oid = class.relnamespace
     where not trigger.tgisinternal and class.relkind = 'r' and space.nspname = any($1)`,
    [SCHEMAS],
  )
  return rows
}

function assertSameTables(present: { schema: string; name: string }[], { tables }: Manifest): void {
  const names = (list: { schema: string; name: string }[]) => list.map(({ schema, name }) => `${schema}.${name}`)
  const presentTables = new Set(names(present))
  const savedTables = new Set(names(tables))
  const missing =
    [...savedTables].find((name) => !presentTables.has(name)) ??
    [...presentTables].find((name) => !savedTables.has(name))
  if (missing !== undefined)
    throw new RestoreError(`The backup and this version of the portal differ in the table ${missing}.`)
}

async function readForeignKeys(client: pg.Client): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select format('%I.%I', space.nspname, class.relname) as table, con.conname as name, pg_get_constraintdef(con.oid) as definition
     from pg_constraint con
       join pg_class class on class.oid = con.conrelid
       join pg_namespace space on space.oid = class.relnamespace
     where con.contype = 'f' and space.nspname = any($1)`,
    [SCHEMAS],
  )
  return rows
}
