import { Logger, runMigrations } from 'graphile-worker'

/** Brings the queue's own schema, graphile_worker, up to date. Several servers may do so at a time. */
export async function migrateJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, maxPoolSize: 1, logger: new Logger(() => () => undefined) })
}
