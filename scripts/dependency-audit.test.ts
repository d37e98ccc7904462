import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { auditLock } from './dependency-audit.mjs'

const HASH = `sha512-${'a'.repeat(86)}==`
const VALID = { version: '1.0.0', integrity: HASH, license: 'MIT' }

function findingsOf(entry: Record<string, unknown>, range = '1.0.0'): string[] {
  const packages = { '': {}, 'node_modules/a': { ...VALID, ...entry } }
  return auditLock({ lockfileVersion: 3, packages }, { dependencies: { a: range } })
}

describe('the dependencies', () => {
  it('are pinned, hashed, from the registry and under allowed licences', () => {
    const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as never
    expect(auditLock(read('package-lock.json'), read('package.json'))).toEqual([])
  })

  it.each([
    [{}, '^1.0.0', /not pinned/],
    [{ version: '1.0.1' }, '1.0.0', /is 1\.0\.1 in the lock file/],
    [{ integrity: undefined }, '1.0.0', /no SHA-512/],
    [{ integrity: 'sha1-abc=' }, '1.0.0', /no SHA-512/],
    [{ resolved: 'git+ssh://git@example.com/a.git' }, '1.0.0', /elsewhere than the registry/],
    [{ link: true }, '1.0.0', /is a link/],
    [{ deprecated: 'use b' }, '1.0.0', /deprecated: use b/],
    [{ hasInstallScript: true }, '1.0.0', /runs a script/],
    [{ license: undefined }, '1.0.0', /states no licence/],
    [{ license: 'AGPL-3.0-only' }, '1.0.0', /under AGPL/],
    [{ license: 'MIT AND GPL-3.0-only' }, '1.0.0', /under MIT AND/],
  ])('are reported with %j pinned as %s', (entry, range, finding) => {
    expect(findingsOf(entry, range)).toEqual(expect.arrayContaining([expect.stringMatching(finding)]))
  })

  it('may have alternative licences, and be bundled without a hash', () => {
    expect(findingsOf({ license: '(GPL-3.0-only OR (MIT AND Zlib))' })).toEqual([])
    expect(findingsOf({ inBundle: true, integrity: undefined })).toEqual([])
  })
})
