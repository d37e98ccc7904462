import { describe, expect, it } from '@jest/globals'
import { CACHE_TAGS } from '@/lib/config/constants'
import type { Call } from '@/lib/server/platform/call'
import type { Pool } from '@/lib/server/platform/db/pool'
import { changedTags, createRevisions } from './content'

describe('the cache tags that a change makes stale', () => {
  it.each([
    ['news', ['news']],
    ['pages', ['pages']],
    ['auction-pages', ['pages']],
    ['redirects', ['pages']],
    ['menus', ['content']],
    ['settings', ['content']],
    ['products', ['products']],
    ['certificates', ['certificates']],
    ['auctions', ['auctions']],
    ['companies', []],
    ['seller', []],
  ])('of %s are exactly %j', (collection, tags) => {
    expect(changedTags(collection)).toEqual(tags)
  })

  it('do not include auctions if only a picture changed', () => {
    expect(changedTags('media')).not.toContain(CACHE_TAGS.auctions)
  })

  it('of an unknown collection are all', () => {
    expect(changedTags('something new')).toEqual(Object.values(CACHE_TAGS))
  })
})

describe('revisions of the content', () => {
  it('are read again after a second, or after a failure', async () => {
    let now = 0
    let reads = 0
    async function query() {
      reads += 1
      if (reads === 2) throw new Error('database away')
      return { rows: [{ news: String(reads) }] }
    }
    const { read } = createRevisions({ pool: { query } as unknown as Pool, clock: { now: () => now } })
    const revision = async () => await read({}, {} as Call)
    expect(await Promise.all([revision(), revision()])).toMatchObject(
      Array(2).fill({ answer: { data: { news: '1' } } }),
    )
    now = 999
    expect(await revision()).toMatchObject({ answer: { data: { news: '1' } } })
    now = 1_000
    await expect(revision()).rejects.toThrow('database away')
    expect(await revision()).toMatchObject({ answer: { data: { news: '3' } } })
  })
})
