/** The newest Node, the oldest PostgreSQL and the oldest Chromium that are supported, for the tests. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installDebianPackage } from './chromium.mjs'

const NODE = 'node@24'
const POSTGRES_BINARIES = '/usr/lib/postgresql/15/bin'
const DOWNLOAD_TIMEOUT_MS = 300_000
/** The version in `browserslist` of package.json. */
const OLDEST_CHROMIUM = '@sparticuz/chromium@109.0.6'
/** npm puts the package's programs first in PATH; beside them is the package, which unpacks its browser. */
const UNPACK_CHROMIUM = `
  const [programs] = process.env.PATH.split(require('node:path').delimiter)
  require('node:module').createRequire(programs + '/')('@sparticuz/chromium').executablePath().then(console.log)`

/** The path of Node 24 from npm's package `node`; null if there is none for this system. */
export function findNode24() {
  if (process.versions.node.startsWith('24.')) return process.execPath
  return pathFromPackage(NODE, '-p', 'process.execPath')
}

/** The path of Chromium 109 from npm, for Linux on x64; null if there is none for this system. */
export function findOldestChromium() {
  return process.arch === 'x64' ? pathFromPackage(OLDEST_CHROMIUM, '-e', UNPACK_CHROMIUM) : null
}

/** The path that a script of Node prints which sees this package of npm. */
function pathFromPackage(name, ...script) {
  const { status, stdout } = spawnSync(
    'npm',
    ['exec', '--yes', '--no-audit', `--package=${name}`, '--', 'node', ...script],
    { encoding: 'utf8', timeout: DOWNLOAD_TIMEOUT_MS },
  )
  const path = stdout?.trim()
  return status === 0 && path && existsSync(path) ? path : null
}

/** The directory of Debian's PostgreSQL 15, which is installed if root runs this; null if there is none. */
export function findPostgres15() {
  if (existsSync(POSTGRES_BINARIES)) return POSTGRES_BINARIES
  return installDebianPackage('postgresql-15') && existsSync(POSTGRES_BINARIES) ? POSTGRES_BINARIES : null
}
