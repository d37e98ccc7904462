import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Payload } from 'payload'
import type { Pool } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { mediaStorage } from '@/lib/server/platform/media-storage'

/** Names that collections/media.ts gives to files, and Payload to their narrower copies. */
const NAME = /^[a-z0-9-]{12,120}\.(png|jpg|webp|avif|pdf)$/

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  pdf: 'application/pdf',
}

/**
 * A public file of the site; null if there is none. Names contain a hash of the content, so answers are cached forever.
 *
 * @throws if the bucket does not give it: a document must not be printed for good without the logo
 */
export async function serveMedia(
  cms: () => Promise<Payload>,
  name: string,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Response | null> {
  const type = TYPES[NAME.exec(name)?.[1] ?? '']
  if (type === undefined) return null
  const storage = mediaStorage()
  const file =
    storage.kind === 'disk' ? await fromDisk(storage.directory, name, method) : await fromBucket(await cms(), name)
  if (file === null) return null
  return new Response(file.body, {
    headers: {
      'content-type': type,
      ...(file.bytes === null ? {} : { 'content-length': String(file.bytes) }),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      // Prevents scripts in a file from running. No sandbox for PDFs: the browser's viewer does not start in one.
      'content-security-policy': type === 'application/pdf' ? "frame-ancestors 'none'" : "default-src 'none'; sandbox",
      // Search engines and social networks embed pictures.
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}

type StoredFile = { body: ReadableStream<Uint8Array> | null; bytes: number | null }

async function fromDisk(directory: string, name: string, method: 'GET' | 'HEAD'): Promise<StoredFile | null> {
  const path = join(directory, name)
  const stats = await stat(path).catch(() => null)
  if (stats === null || !stats.isFile()) return null
  const body = method === 'HEAD' ? null : (Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>)
  return { body, bytes: stats.size }
}

async function fromBucket(payload: Payload, name: string): Promise<StoredFile | null> {
  // Imported only here, because printing reads the seller's logo from the disk without Payload's packages.
  const { createLocalReq } = await import('payload')
  const req = await createLocalReq({}, payload)
  req.headers ??= new Headers()
  for (const handler of payload.collections.media.config.upload.handlers ?? []) {
    const response = await handler(req, {
      doc: { id: 0 },
      headers: new Headers(),
      params: { collection: 'media', filename: name },
    })
    if (!(response instanceof Response)) continue
    if (response.ok) return { body: response.body, bytes: lengthOf(response) }
    if (response.status === 404) return null
    throw new Error(`${name} cannot be read from the bucket; the line before says why`)
  }
  return null
}

function lengthOf(response: Response): number | null {
  const length = Number(response.headers.get('content-length'))
  return Number.isSafeInteger(length) && length > 0 ? length : null
}

/** Name of a lock that uploads of a file share and its removal has exclusively, because the same file may be uploaded meanwhile. */
export function lockOf(name: string): string {
  return `media file ${name}`
}

/** Removes a file from the disk if no record names it: the job that is queued by removing its name from a record. */
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
    if (rowCount === 0) await rm(join(/* turbopackIgnore: true */ storage.directory, basename(name)), { force: true })
  })
}
