import { describe, expect, it } from '@jest/globals'
import { createMemo } from './memo'

describe('memoized answers', () => {
  it('loads once for concurrent and later callers', async () => {
    const memo = createMemo()
    let loads = 0
    const load = async () => (loads += 1)
    await Promise.all([memo.get('a', load), memo.get('a', load)])
    expect(await memo.get('a', load)).toBe(1)
  })

  it('loads again after `forget`', async () => {
    const memo = createMemo()
    let loads = 0
    const load = async () => (loads += 1)
    await memo.get('a', load)
    memo.forget()
    expect(await memo.get('a', load)).toBe(2)
  })

  it('does not cache a load in progress during a change', async () => {
    const memo = createMemo()
    let arrive: (value: string) => void = () => undefined
    const slow = new Promise<string>((resolve) => (arrive = resolve))
    const before = memo.get('a', () => slow)
    memo.forget()
    arrive('before the change')
    expect(await before).toBe('before the change')
    expect(await memo.get('a', async () => 'after the change')).toBe('after the change')
  })

  it('does not cache failures', async () => {
    const memo = createMemo()
    await expect(memo.get('a', () => Promise.reject(new Error('database away')))).rejects.toThrow('database away')
    expect(await memo.get('a', async () => 'back')).toBe('back')
  })
})
