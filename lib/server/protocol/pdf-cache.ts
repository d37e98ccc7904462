import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface CachedFile {
  readonly path: string
  readonly bytes: number
}

interface FileCache {
  /**
   * The file of this name: made once, then found on the disk. Null where as many as may wait for theirs already do.
   *
   * @param make writes the whole file at the path that it is given
   */
  of(name: string, make: (path: string) => Promise<void>): Promise<CachedFile | null>
}

/** Keeps files that never change under their names, and makes one at a time: each takes a thread and its memory. */
export function createFileCache(directory: string, most = 12): FileCache {
  const making = new Map<string, Promise<CachedFile>>()
  let last: Promise<unknown> = Promise.resolve()

  async function makeOne(path: string, make: (path: string) => Promise<void>): Promise<CachedFile> {
    const unfinished = `${path}.${process.pid}.new`
    await mkdir(directory, { recursive: true })
    try {
      await make(unfinished)
      await rename(unfinished, path)
    } finally {
      await rm(unfinished, { force: true })
    }
    return { path, bytes: (await stat(path)).size }
  }

  return {
    async of(name, make) {
      const path = join(directory, name)
      const kept = await stat(path).catch(() => null)
      if (kept !== null) return { path, bytes: kept.size }
      const underWay = making.get(name)
      if (underWay !== undefined) return underWay
      if (making.size >= most) return null
      const made = last.then(() => makeOne(path, make))
      last = made.catch(() => undefined)
      making.set(name, made)
      return made.finally(() => making.delete(name))
    },
  }
}
