import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * Companies have no note in their form any more. The column itself goes with the portal's own migration 0018, which runs
 * after these and first moves what was written to where the other notes are.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`comment on table cms.companies is 'The editable data of the buyers’ accounts; notes are in portal.account_notes'`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`comment on table cms.companies is null`)
}
