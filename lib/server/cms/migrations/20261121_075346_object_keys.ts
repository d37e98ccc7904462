import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** Under which key a medium lies in a bucket, where there is one. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`alter table cms.media add column "_objectkey" varchar`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`alter table cms.media drop column "_objectkey"`)
}
