import { migrateAll, withDatabase } from '@/server/resolve-database'

/** `npm run migrate`: brings the database up to date without starting the portal, for deployments that do it apart. */
export function run(): Promise<number> {
  return withDatabase(async (environment) => {
    const applied = await migrateAll(environment.databaseUrl)
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
  })
}
