import { describe, expect, it } from '@jest/globals'
import { CACHE_TAGS } from '@/lib/config/constants'
import { changedTags } from './content'

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
