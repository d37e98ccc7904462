import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createFileCache } from './print-document'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'file-cache-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** A `make` that waits until it is released. */
function slow() {
  let release: () => void = () => undefined
  let made = 0
  const gate = new Promise<void>((resolve) => (release = resolve))
  return {
    release,
    made: () => made,
    async make(path: string) {
      made += 1
      await gate
      await writeFile(path, 'content')
    },
  }
}

describe('the file cache', () => {
  it('makes a file once for concurrent requests, and finds it later', async () => {
    const files = createFileCache(directory)
    const maker = slow()
    const requests = Promise.all([files.of('a', maker.make), files.of('a', maker.make)])
    maker.release()
    expect(await requests).toEqual([
      { path: join(directory, 'a'), bytes: 7 },
      { path: join(directory, 'a'), bytes: 7 },
    ])
    await createFileCache(directory).of('a', () => Promise.reject(new Error('made again')))
    expect(maker.made()).toBe(1)
    expect(await readFile(join(directory, 'a'), 'utf8')).toBe('content')
  })

  it('makes one file at a time, and refuses requests beyond its limit', async () => {
    const files = createFileCache(directory, 2)
    const makers = [slow(), slow(), slow()]
    let [running, maxRunning] = [0, 0]
    const requests = makers.map((maker, index) =>
      files.of(`file-${index}`, async (path) => {
        running += 1
        maxRunning = Math.max(maxRunning, running)
        await maker.make(path)
        running -= 1
      }),
    )
    // The last request is refused immediately; the others wait until released.
    expect(await Promise.race(requests)).toBeNull()
    for (const { release } of makers) release()
    expect((await Promise.all(requests)).filter((file) => file === null)).toHaveLength(1)
    expect(maxRunning).toBe(1)
    expect(makers.map((maker) => maker.made()).toSorted()).toEqual([0, 1, 1])
  })

  it('leaves nothing behind after a failure, and tries again', async () => {
    const files = createFileCache(directory)
    const failing = async (path: string) => {
      await writeFile(path, 'half')
      throw new Error('disk full')
    }
    await expect(files.of('a', failing)).rejects.toThrow('disk full')
    expect(readdirSync(directory)).toEqual([])
    expect(await files.of('a', (path) => writeFile(path, 'whole'))).toMatchObject({ bytes: 5 })
  })
})
