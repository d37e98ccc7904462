import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

const PREFIX = '.portal-backup-'
/** Directories of this version and of former ones, and the files that they are packed into. */
const OURS = /^\.portal-(?:backup|[\dT-]+\.tar\.gz)-[A-Za-z0-9]{6}(?:\.tar\.gz)?$/
const SIGN_OF_LIFE_MS = 60_000
/** Without a sign of life for so long the backup that made it has ended: killed, or its machine restarted. */
const LEFT_AFTER_MS = 10 * SIGN_OF_LIFE_MS

interface Staging {
  directory: string
  /** The file that it is packed into. */
  packed: string
  remove(): Promise<void>
}

/** A directory for the parts of a backup. What killed backups have left beside it, personal data and all, is removed first. */
export async function openStaging(beside: string): Promise<Staging> {
  await removeLeft(beside)
  const directory = await mkdtemp(join(beside, PREFIX))
  const packed = `${directory}.tar.gz`
  const living = setInterval(() => {
    const now = new Date()
    utimes(directory, now, now).catch(() => undefined)
  }, SIGN_OF_LIFE_MS).unref()
  return {
    directory,
    packed,
    async remove() {
      clearInterval(living)
      await rm(packed, { force: true })
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function removeLeft(directory: string): Promise<void> {
  for (const name of (await readdir(directory)).filter((found) => OURS.test(found))) {
    const path = join(directory, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > LEFT_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}
