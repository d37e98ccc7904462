import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { mediaStorage, type MediaStorage } from '@/lib/server/platform/media-storage'
import { BackupError } from './manifest'

type Bucket = Extract<MediaStorage, { kind: 'bucket' }>

/** The location of the media, for messages. */
export function mediaPlace(): string {
  const storage = mediaStorage()
  return storage.kind === 'disk' ? storage.directory : `the bucket ${storage.bucket}`
}

/** Copies the site's media from disk or bucket into `directory`; returns their names. */
export async function saveMedia(directory: string, signal?: AbortSignal): Promise<string[]> {
  const storage = mediaStorage()
  await mkdir(directory, { recursive: true })
  return storage.kind === 'disk'
    ? copyAll(storage.directory, directory, signal)
    : fromBucket(storage, directory, signal)
}

/** Copies media back to the configured disk or bucket, which need not be the one that was backed up. */
export async function restoreMedia(directory: string, names: readonly string[]): Promise<void> {
  const storage = mediaStorage()
  if (storage.kind === 'bucket') return toBucket(storage, directory, names)
  await mkdir(storage.directory, { recursive: true })
  for (const name of names) await copyFile(join(directory, name), join(storage.directory, name))
}

async function copyAll(from: string, to: string, signal?: AbortSignal): Promise<string[]> {
  const entries = await readdir(from, { withFileTypes: true }).catch(unlessAbsent(from, []))
  const names: string[] = []
  for (const { name } of entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))) {
    signal?.throwIfAborted()
    const path = join(from, name)
    const copied = await copyFile(path, join(to, name)).then(() => true, unlessAbsent(path, false))
    if (copied) names.push(name)
  }
  return names.sort()
}

/** A missing file is not an error here: the backup compares the copied files with the names in the database. */
function unlessAbsent<T>(path: string, value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value
    throw new BackupError(
      `${path} cannot be saved (${error.code ?? error.message}): make the backup under the account of the portal, with enough space on the disk.`,
      { cause: error },
    )
  }
}

async function fromBucket(storage: Bucket, directory: string, signal?: AbortSignal): Promise<string[]> {
  const { GetObjectCommand, paginateListObjectsV2 } = await import('@aws-sdk/client-s3')
  const client = await connect(storage)
  const names: string[] = []
  try {
    for await (const page of paginateListObjectsV2({ client }, { Bucket: storage.bucket })) {
      for (const { Key: name } of page.Contents ?? []) {
        // The portal's objects have plain names; other objects in the bucket are not its media.
        if (name === undefined || name.includes('/') || name.startsWith('.')) continue
        const { Body } = await client.send(new GetObjectCommand({ Bucket: storage.bucket, Key: name }))
        await pipeline(Body as Readable, createWriteStream(join(directory, name)), { signal })
        names.push(name)
      }
    }
  } finally {
    client.destroy()
  }
  return names.sort()
}

async function toBucket(storage: Bucket, directory: string, names: readonly string[]): Promise<void> {
  const { PutObjectCommand } = await import('@aws-sdk/client-s3')
  const client = await connect(storage)
  try {
    for (const name of names) {
      await client.send(
        new PutObjectCommand({ Bucket: storage.bucket, Key: name, Body: await readFile(join(directory, name)) }),
      )
    }
  } finally {
    client.destroy()
  }
}

/** Loads the client, which is large, only if there is a bucket. */
async function connect({ region, endpoint, accessKeyId, secretAccessKey }: Bucket): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3')
  return new S3Client({
    region,
    endpoint,
    forcePathStyle: endpoint !== undefined,
    credentials: { accessKeyId, secretAccessKey },
  })
}
