import { resolve } from 'node:path'
import { migrate, MigrationError, readMigrations } from '@/lib/server/db/migrate'
import { StartError } from './settle-database'

/** Names of migrations, of Payload's schema and of the portal's own. */
export interface MigrationNames {
  cms: readonly string[]
  portal: readonly string[]
}

/**
 * Brings both schemas up to date: Payload's first (opening it migrates it), because ours refer to its tables. With
 * `only` just to those, the state that an older backup was made in; Payload must not be open yet then.
 *
 * @throws {StartError}
 */
export async function migrateAll(databaseUrl: string, only?: MigrationNames): Promise<string[]> {
  const { getCms } = await import('@/lib/server/cms/cms')
  await getCms(only?.cms)
  const known = await readMigrations(resolve('lib/server/db/migrations'))
  try {
    return await migrate(databaseUrl, only === undefined ? known : known.filter(({ name }) => only.portal.includes(name)))
  } catch (error) {
    if (error instanceof MigrationError) throw new StartError(error.message, { cause: error })
    throw error
  }
}
