import { resolve } from 'node:path'
import { migrate, MigrationError, readMigrations } from '@/lib/server/db/migrate'
import { StartError } from '@/server/start-error'

/**
 * Brings both schemas up to date: Payload's first (opening it migrates it), because ours refer to its tables.
 *
 * @throws {StartError}
 */
export async function migrateAll(databaseUrl: string): Promise<string[]> {
  const { getCms } = await import('@/lib/server/cms/cms')
  await getCms()
  try {
    return await migrate(databaseUrl, await readMigrations(resolve('lib/server/db/migrations')))
  } catch (error) {
    if (error instanceof MigrationError) throw new StartError(error.message, { cause: error })
    throw error
  }
}
