import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { create, extract } from 'tar'
import { dumpDatabase, stillNamed } from './database'
import { type Manifest, manifestSchema, RestoreError, secretFingerprint } from './manifest'
import { saveMedia } from './media-files'

const MANIFEST_FILE = 'manifest.json'
const SECRET_FILE = 'secret'
const STAGING_PREFIX = '.portal-backup-'
/** The directory of a backup in progress, and the file into which it is packed. */
const STAGED = /^\.portal-backup-[A-Za-z0-9]{6}(?:\.tar\.gz)?$/
const HEARTBEAT_MS = 60_000
/** Without a heartbeat for this long, the backup was killed or its machine restarted. */
const STALE_AFTER_MS = 10 * HEARTBEAT_MS

export interface BackupOptions {
  databaseUrl: string
  secret: string
  /** Whether the file includes the secret: the portal's own is stored nowhere else. */
  includeSecret: boolean
  portalVersion: string
  now: Date
  /** Aborting it ends the backup and removes its parts. */
  signal?: AbortSignal
}

/**
 * Writes a backup of the database, the media and optionally the secret to `target` (.tar.gz), readable only by its
 * owner. The file gets its name once it is complete. Missing media do not fail the backup: the manifest lists them.
 */
export async function writeBackup(target: string, options: BackupOptions): Promise<Manifest> {
  const { signal } = options
  const { directory, packed, remove } = await openStaging(dirname(target))
  try {
    const { database, mediaNames } = await dumpDatabase(options.databaseUrl, directory, signal)
    const names = await saveMedia(join(directory, 'media'), signal)
    const saved = new Set(names)
    const missing = mediaNames.filter((name) => !saved.has(name))
    const media: Manifest['media'] = []
    // One after the other: each has an open file and a buffer.
    for (const name of names) {
      const path = join(directory, 'media', name)
      media.push({ name, bytes: (await stat(path)).size, sha256: await checksum(path, signal) })
    }
    const manifest: Manifest = {
      format: 1,
      madeAt: options.now.toISOString(),
      portalVersion: options.portalVersion,
      ...database,
      media,
      missingMedia: missing.length === 0 ? [] : await stillNamed(options.databaseUrl, missing),
      secretFingerprint: secretFingerprint(options.secret),
      secretIncluded: options.includeSecret,
    }
    await writeFile(join(directory, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`)
    if (options.includeSecret) await writeFile(join(directory, SECRET_FILE), `${options.secret}\n`, { mode: 0o600 })
    const parts = [MANIFEST_FILE, ...(options.includeSecret ? [SECRET_FILE] : []), 'tables', 'media']
    await pipeline(
      create({ gzip: true, cwd: directory, portable: true }, parts),
      createWriteStream(packed, { mode: 0o600 }),
      { signal },
    )
    await rename(packed, target)
    return manifest
  } finally {
    await remove()
  }
}

/** Creates a directory for the parts of a backup. First removes those of killed backups, which contain personal data. */
async function openStaging(beside: string) {
  await removeStale(beside)
  const directory = await mkdtemp(join(beside, STAGING_PREFIX))
  const packed = `${directory}.tar.gz`
  const heartbeat = setInterval(() => {
    const now = new Date()
    utimes(directory, now, now).catch(() => undefined)
  }, HEARTBEAT_MS).unref()
  return {
    directory,
    packed,
    async remove(): Promise<void> {
      clearInterval(heartbeat)
      await rm(packed, { force: true })
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function removeStale(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!STAGED.test(name)) continue
    const path = join(directory, name)
    const stats = await stat(path).catch(() => null)
    if (stats !== null && Date.now() - stats.mtimeMs > STALE_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}

export interface OpenBackup {
  directory: string
  manifest: Manifest
  /** Null in a backup without it. */
  secret: string | null
  close(): Promise<void>
}

/**
 * Unpacks a backup into a directory beside `scratch` and compares every part with its checksum.
 *
 * @throws {RestoreError} for a file that is not a backup, or damaged
 */
export async function openBackup(file: string, scratch: string): Promise<OpenBackup> {
  const directory = await mkdtemp(join(scratch, 'restore-'))
  const close = () => rm(directory, { recursive: true, force: true })
  try {
    await extract({ file, cwd: directory, strict: true }).catch((error: unknown) => {
      throw new RestoreError(`${file} cannot be read as a backup: ${(error as Error).message}.`, { cause: error })
    })
    const manifest = await readManifest(file, directory)
    const parts = [
      ...manifest.tables.map((table) => ({ path: table.file, sha256: table.sha256 })),
      ...manifest.media.map(({ name, sha256 }) => ({ path: join('media', name), sha256 })),
    ]
    for (const { path, sha256 } of parts) {
      const actual = await checksum(join(directory, path)).catch(() => null)
      if (actual !== sha256)
        throw new RestoreError(`The backup is damaged: ${path} ${actual === null ? 'is missing' : 'has changed'}.`)
    }
    const secret = manifest.secretIncluded ? await readSecret(directory, manifest) : null
    return { directory, manifest, secret, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function readSecret(directory: string, manifest: Manifest): Promise<string> {
  const text = await readFile(join(directory, SECRET_FILE), 'utf8').catch(() => null)
  if (text === null) throw new RestoreError('The backup is damaged: its secret is missing.')
  if (secretFingerprint(text.trim()) !== manifest.secretFingerprint)
    throw new RestoreError('The backup is damaged: its secret has changed.')
  return text.trim()
}

async function readManifest(file: string, directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, MANIFEST_FILE), 'utf8').catch(() => null)
  if (text === null) throw new RestoreError(`${file} is not a backup of the portal: it has no ${MANIFEST_FILE}.`)
  const parsed = manifestSchema.safeParse(parseJson(text))
  if (!parsed.success) throw new RestoreError(`${file} has a manifest that this version of the portal cannot read.`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function checksum(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash, { signal })
  return hash.digest('hex')
}
