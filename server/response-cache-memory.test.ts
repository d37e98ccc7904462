import { describe, expect, it } from '@jest/globals'
import { createLru } from './response-cache'

describe('createLru', () => {
  it('makes room by what was asked for longest ago', () => {
    const lru = createLru<{ bytes: number }>(10)
    for (const key of ['a', 'b', 'c']) lru.put(key, { bytes: 3 })
    lru.get('a')
    lru.put('d', { bytes: 4 })
    expect(['a', 'b', 'c', 'd'].filter((key) => lru.get(key))).toEqual(['a', 'c', 'd'])
  })

  it('counts what is put in another’s place once, and keeps nothing larger than itself', () => {
    const lru = createLru<{ bytes: number }>(10)
    for (let i = 0; i < 5; i += 1) lru.put('a', { bytes: 6 })
    lru.put('b', { bytes: 4 })
    expect(lru.get('a')).toBeDefined()
    lru.put('a', { bytes: 11 })
    expect(lru.get('a')).toBeUndefined()
    expect(lru.get('b')).toBeDefined()
  })
})
