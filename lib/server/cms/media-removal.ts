import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Pool } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { mediaStorage } from './media-storage'

/** Names the lock that who writes a file shares and who removes it has alone: the same file may be uploaded again meanwhile. */
export function lockOf(name: string): string {
  return `media file ${name}`
}

/** Removes a file from the disk where no record names it. Run by a job of the change that took its name away. */
export async function removeUnusedFile(pool: Pool, name: string): Promise<void> {
  const storage = mediaStorage()
  if (storage.kind !== 'disk') return
  await withTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [lockOf(name)])
    const { rowCount } = await client.query(
      `select from cms.media
       where filename = $1 or sizes_small_filename = $1 or sizes_medium_filename = $1 or sizes_large_filename = $1`,
      [name],
    )
    if (rowCount === 0) await rm(join(storage.directory, basename(name)), { force: true })
  })
}
