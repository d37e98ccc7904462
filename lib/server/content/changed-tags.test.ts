import { describe, expect, it } from '@jest/globals'
import { cacheTags } from '@/lib/config/constants'
import { changedTags } from './content'

const announced = (collection: string) => changedTags(JSON.stringify({ collection, id: 1, slug: null }))

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
  ])('of %s: %j and nothing else', (collection, tags) => {
    expect(announced(collection)).toEqual(tags)
  })

  it('spares auctions where only a picture changed', () => {
    expect(announced('media')).not.toContain(cacheTags.auctions)
  })

  it.each(['', '{', '7', '{"collection":"something new"}'])(
    'of an announcement that says too little (%j): everything',
    (announcement) => {
      expect(changedTags(announcement)).toEqual(Object.values(cacheTags))
    },
  )
})
