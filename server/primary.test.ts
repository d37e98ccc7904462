import { expect, it } from '@jest/globals'
import { restartDelay } from './primary'

it('replaces a process at once, and one that ends again and again after longer and longer pauses, up to half a minute', () => {
  expect([0, 1, 2, 3, 6, 7, 50].map(restartDelay)).toEqual([0, 500, 1_000, 2_000, 16_000, 30_000, 30_000])
})
