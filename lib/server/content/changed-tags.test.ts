import { describe, expect, it } from '@jest/globals'
import { CACHE_TAGS } from '@/lib/config/constants'
import { changedTags } from './content'

describe('what a change makes stale', () => {
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
  ])('of %s: %j and nothing else', (collection, tags) => {
    expect(changedTags(collection)).toEqual(tags)
  })

  it('does not include auctions if only a picture changed', () => {
    expect(changedTags('media')).not.toContain(CACHE_TAGS.auctions)
  })

  it('of an unknown collection: everything', () => {
    expect(changedTags('something new')).toEqual(Object.values(CACHE_TAGS))
  })
})
