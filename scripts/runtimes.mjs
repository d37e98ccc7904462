/** The newest Node and the oldest PostgreSQL for the integration tests. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installDebianPackage } from './chromium.mjs'

const NODE = 'node@24'
const POSTGRES_BINARIES = '/usr/lib/postgresql/15/bin'
const NODE_TIMEOUT_MS = 300_000

/** The path of Node 24 from npm's package `node`; null if there is none for this system. */
export function findNode24() {
  if (process.versions.node.startsWith('24.')) return process.execPath
  const { status, stdout } = spawnSync(
    'npm',
    ['exec', '--yes', '--no-audit', `--package=${NODE}`, '--', 'node', '-p', 'process.execPath'],
    { encoding: 'utf8', timeout: NODE_TIMEOUT_MS },
  )
  const path = stdout?.trim()
  return status === 0 && path && existsSync(path) ? path : null
}

/** The directory of Debian's PostgreSQL 15, which is installed if root runs this; null if there is none. */
export function findPostgres15() {
  if (existsSync(POSTGRES_BINARIES)) return POSTGRES_BINARIES
  return installDebianPackage('postgresql-15') && existsSync(POSTGRES_BINARIES) ? POSTGRES_BINARIES : null
}
