import { randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Paths of received files. */
const paths = new WeakMap<File, string>()

/** Uploads of one request, kept on disk until it is answered, to spare memory. */
export interface Spool {
  receive(stream: Readable, name: string, type: string): Promise<File>
  release(): Promise<void>
}

export function createSpool(): Spool {
  let directory: Promise<string> | null = null
  return {
    async receive(stream, name, type) {
      directory ??= mkdtemp(join(tmpdir(), 'portal-upload-'))
      // The sender's file name never reaches the disk.
      const path = join(await directory, randomUUID())
      await pipeline(stream, createWriteStream(path, { mode: 0o600 }))
      const file = new File([await openAsBlob(path)], name, { type })
      paths.set(file, path)
      return file
    },
    async release() {
      if (directory !== null) await rm(await directory, { recursive: true, force: true })
    },
  }
}

/**
 * Calls `work` with the path of a file’s content; content in memory is written to disk for the duration of the call.
 */
export async function withPathOf<Result>(file: File, work: (path: string) => Promise<Result>): Promise<Result> {
  const spooled = paths.get(file)
  if (spooled !== undefined) return work(spooled)
  const directory = await mkdtemp(join(tmpdir(), 'portal-upload-'))
  try {
    const path = join(directory, 'file')
    await writeFile(path, new Uint8Array(await file.arrayBuffer()), { mode: 0o600 })
    return await work(path)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
