import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formerHomes, noteLink } from './former-homes'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'homes-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

function home(name: string, entry?: string): string {
  const path = join(directory, name)
  mkdirSync(path)
  if (entry !== undefined) noteLink(path, entry)
  return path
}

describe('former homes of a database', () => {
  it('are those that a link of the same place led to before', () => {
    const entry = '/root/portal/data/postgres'
    const former = home('database-1', entry)
    home('database-2', '/root/another/data/postgres')
    home('database-3')
    home('binaries', entry)
    const now = home('database-4', entry)
    expect(formerHomes(now, entry)).toEqual([former])
  })

  it('are none where the database is in its own place', () => {
    expect(formerHomes('/srv/data/postgres', '/srv/data/postgres')).toEqual([])
  })
})
