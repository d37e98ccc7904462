import { expect, it } from '@jest/globals'
import { zipSync } from 'fflate'
import { MAX_ARCHIVE_ENTRIES } from '@/lib/server/platform/archive'
import { readContainer } from './container'

const containerWith = (files: number) =>
  Buffer.from(
    zipSync({
      mimetype: new Uint8Array(1),
      'META-INF/signature.p7s': new Uint8Array(1),
      ...Object.fromEntries(Array.from({ length: files }, (_, at) => [`${at}.txt`, new Uint8Array(1)])),
    }),
  )

it('a container may have as many entries as an uploaded archive, and no more', () => {
  const most = MAX_ARCHIVE_ENTRIES - 2
  expect(readContainer(containerWith(most)).files.size).toBe(most)
  expect(() => readContainer(containerWith(most + 1))).toThrow('unreadable')
})
