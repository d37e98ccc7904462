import { join, resolve } from 'node:path'

/** Media are stored on the disk, or in a bucket that several servers share. */
export type MediaStorage =
  | { kind: 'disk'; directory: string }
  | {
      kind: 'bucket'
      bucket: string
      region: string
      endpoint: string | undefined
      accessKeyId: string
      secretAccessKey: string
    }

/** Read from the environment, like the rest of Payload's configuration; lib/config/environment.ts has checked it. */
export function mediaStorage(): MediaStorage {
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, DATA_DIR } = process.env
  if (S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    return {
      kind: 'bucket',
      bucket: S3_BUCKET,
      region: S3_REGION || 'auto',
      endpoint: S3_ENDPOINT || undefined,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    }
  }
  return { kind: 'disk', directory: resolve(join(DATA_DIR || './data', 'media')) }
}
