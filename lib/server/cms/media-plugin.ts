import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { cloudStoragePlugin } from '@payloadcms/plugin-cloud-storage'
import type { Adapter } from '@payloadcms/plugin-cloud-storage/types'
import { sql } from '@payloadcms/db-postgres/drizzle'
import type { Plugin } from 'payload'
import { z } from 'zod'
import { runSql, statementsOf } from '@/lib/server/payload/database'
import { enqueue } from '@/lib/server/jobs/enqueue'
import { lockOf, serveMedia } from '@/lib/server/cms/media-files'
import { mediaStorage } from '@/lib/server/platform/media-storage'

/** Stores media on the disk, or in a bucket: only then its large client is loaded. */
export const mediaPlugin: Plugin = async (config) => {
  const storage = mediaStorage()
  if (storage.kind === 'disk')
    return cloudStoragePlugin({ collections: { media: { adapter: onDisk(storage.directory) } } })(config)
  const { s3Storage } = await import('@payloadcms/storage-s3')
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = storage
  const withBucket = await s3Storage({
    bucket,
    collections: { media: true },
    // Most buckets other than Amazon's are addressed by path.
    config: { region, endpoint, forcePathStyle: endpoint !== undefined, credentials: { accessKeyId, secretAccessKey } },
  })(config)
  // Payload 3.90 adds a component for uploads from browsers although they are off, and logs that the import map lacks it.
  const components = withBucket.admin?.components
  if (components?.providers !== undefined)
    components.providers = components.providers.filter((provider) => !isClientUpload(provider))
  return withBucket
}

function isClientUpload(component: unknown): boolean {
  return z.object({ path: z.string().endsWith('ClientUploadHandler') }).safeParse(component).success
}

/**
 * Writes a file after all checks, and removes it in a job that exists only once the change is committed (decision 0036). Payload 3.90's own
 * storage removes the former file before it checks the change.
 */
function onDisk(directory: string): Adapter {
  return () => ({
    name: 'disk',
    async handleUpload({ file, req }) {
      await runSql(req, sql`select pg_advisory_xact_lock_shared(hashtext(${lockOf(file.filename)}))`)
      await mkdir(directory, { recursive: true })
      // Otherwise the build traces the whole project for a path that it does not know.
      const partial = join(/* turbopackIgnore: true */ directory, `.${randomUUID()}`)
      try {
        await writeFile(partial, file.buffer, { flush: true })
        await rename(partial, join(directory, basename(file.filename)))
      } finally {
        await rm(partial, { force: true })
      }
    },
    async handleDelete({ filename, req }) {
      const key = `media-file:${filename}`
      await enqueue(statementsOf(req), 'media_file_removal', { name: filename }, { key })
    },
    async staticHandler(req, { params }) {
      return (await serveMedia(async () => req.payload, params.filename)) ?? new Response(null, { status: 404 })
    },
  })
}
