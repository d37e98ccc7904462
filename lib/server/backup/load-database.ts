import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connectForLongWork } from '@/lib/server/platform/db/long-work'
import { findTables, qualified, SCHEMAS } from './dump-database'
import type { Manifest } from './archive'

/** A backup that does not fit: its message is a sentence for the person who restores. */
export class RestoreError extends Error {
  override name = 'RestoreError'
}

/** Whether the database has the portal's tables already. */
export async function hasTables(databaseUrl: string): Promise<boolean> {
  const client = await connectForLongWork(databaseUrl, 'restore')
  try {
    return (await findTables(client)).length > 0
  } finally {
    await client.end()
  }
}

/**
 * Fills a database that has exactly the backup's migrations and nobody's data, in one transaction: all of it, or nothing.
 * Triggers are off meanwhile (they would refuse or repeat what the rows already hold), and foreign keys are checked at the end.
 *
 * @throws {RestoreError} where a table is missing or a row count differs.
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
          `${table.schema}.${table.name} has ${copy.rowCount} rows in the backup's file; its list says ${table.rows}.`,
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
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** What PostgreSQL notes of a trigger (pg_trigger.tgenabled), and what gives it that state. Some guards hold in a replica's session too. */
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
  const here = new Set(names(present))
  const kept = new Set(names(tables))
  const missing = [...kept].find((name) => !here.has(name)) ?? [...here].find((name) => !kept.has(name))
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
