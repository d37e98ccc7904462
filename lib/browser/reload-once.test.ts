import { describe, expect, it, jest } from '@jest/globals'
import { isChunkError, reloadForChunk } from '@/lib/browser/reload-once'
import { CHUNK_RELOAD_GUARD_MS } from '@/lib/config/constants'

const lostChunk = Object.assign(new Error('Failed to load chunk /_next/static/chunks/1.js'), { name: 'ChunkLoadError' })

function pageAt(start: number) {
  const stored = new Map<string, string>()
  const page = {
    time: start,
    now: () => page.time,
    reload: jest.fn(),
    storage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => Boolean(stored.set(key, value)),
    },
  }
  return page
}

describe('a lost script chunk', () => {
  it('reloads the page at most once per guard period', () => {
    const page = pageAt(1_000_000)
    expect(reloadForChunk(lostChunk, page)).toBe(true)
    page.time += CHUNK_RELOAD_GUARD_MS - 1
    expect(reloadForChunk(lostChunk, page)).toBe(false)
    page.time += 1
    expect(reloadForChunk(lostChunk, page)).toBe(true)
    expect(page.reload).toHaveBeenCalledTimes(2)
  })

  it('is distinguished from other errors', () => {
    const page = pageAt(0)
    expect(reloadForChunk(new Error('price is not a number'), page)).toBe(false)
    expect(reloadForChunk('text', page)).toBe(false)
    expect(page.reload).not.toHaveBeenCalled()
    expect(isChunkError(new TypeError('Failed to fetch dynamically imported module: /a.js'))).toBe(true)
  })

  it('reloads the page again if the device’s clock was set back', () => {
    const page = pageAt(5_000_000)
    expect(reloadForChunk(lostChunk, page)).toBe(true)
    page.time = 1_000
    expect(reloadForChunk(lostChunk, page)).toBe(true)
  })
})
