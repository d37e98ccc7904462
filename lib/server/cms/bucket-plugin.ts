import type { Plugin } from 'payload'
import { mediaStorage } from '@/lib/server/cms/media-storage'

/** Keeps media in the configured bucket. Its client is a large program: it is loaded only where there is a bucket. */
export const bucketPlugin: Plugin = async (config) => {
  const storage = mediaStorage()
  if (storage.kind === 'disk') return config
  const { s3Storage } = await import('@payloadcms/storage-s3')
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = storage
  return s3Storage({
    bucket,
    collections: { media: true },
    // Buckets other than Amazon's are mostly addressed by path.
    config: { region, endpoint, forcePathStyle: endpoint !== undefined, credentials: { accessKeyId, secretAccessKey } },
  })(config)
}
