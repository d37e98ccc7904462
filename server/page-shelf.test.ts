import { describe, expect, it } from '@jest/globals'
import { createShelf } from './response-cache'

describe('createShelf', () => {
  it('makes room by what was asked for longest ago', () => {
    const shelf = createShelf<{ bytes: number }>(10)
    for (const key of ['a', 'b', 'c']) shelf.put(key, { bytes: 3 })
    shelf.get('a')
    shelf.put('d', { bytes: 4 })
    expect(['a', 'b', 'c', 'd'].filter((key) => shelf.get(key))).toEqual(['a', 'c', 'd'])
  })

  it('counts what is put in another’s place once, and keeps nothing larger than itself', () => {
    const shelf = createShelf<{ bytes: number }>(10)
    for (let i = 0; i < 5; i += 1) shelf.put('a', { bytes: 6 })
    shelf.put('b', { bytes: 4 })
    expect(shelf.get('a')).toBeDefined()
    shelf.put('a', { bytes: 11 })
    expect(shelf.get('a')).toBeUndefined()
    expect(shelf.get('b')).toBeDefined()
  })
})
