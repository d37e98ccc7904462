import { describe, expect, it } from '@jest/globals'
import { createMemo } from './content'

describe('memoized answers', () => {
  it('loads once for concurrent and later callers', async () => {
    const kept = createMemo()
    let asked = 0
    const load = async () => (asked += 1)
    await Promise.all([kept.get('a', load), kept.get('a', load)])
    expect(await kept.get('a', load)).toBe(1)
  })

  it('loads again after `forget`', async () => {
    const kept = createMemo()
    let asked = 0
    const load = async () => (asked += 1)
    await kept.get('a', load)
    kept.forget()
    expect(await kept.get('a', load)).toBe(2)
  })

  it('does not cache a load in progress during a change', async () => {
    const kept = createMemo()
    let arrive: (value: string) => void = () => undefined
    const slow = new Promise<string>((resolve) => (arrive = resolve))
    const before = kept.get('a', () => slow)
    kept.forget()
    arrive('before the change')
    expect(await before).toBe('before the change')
    expect(await kept.get('a', async () => 'after the change')).toBe('after the change')
  })

  it('does not cache failures', async () => {
    const kept = createMemo()
    await expect(kept.get('a', () => Promise.reject(new Error('database away')))).rejects.toThrow('database away')
    expect(await kept.get('a', async () => 'back')).toBe('back')
  })
})
