import { readdirSync } from 'node:fs'
import { expect, it } from '@jest/globals'

it('the product is written in TypeScript', () => {
  const sources = ['app', 'components', 'lib', 'server', 'demo'].flatMap((directory) =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) => `${directory}/${path}`),
  )
  // Payload generates it.
  expect(sources.filter((path) => /\.[cm]?jsx?$/.test(path))).toEqual(['app/(cms)/admin/importMap.js'])
})
