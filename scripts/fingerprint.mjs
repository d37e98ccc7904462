import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** All sources of a build. */
const SOURCES = [
  'app',
  'components',
  'instrumentation-client.ts',
  'demo',
  'lib',
  'messages',
  'public',
  'scripts/machine.mjs',
  'scripts/progress.mjs',
  'server',
  'middleware.ts',
  'next.config.ts',
  'package-lock.json',
  'package.json',
  'postcss.config.mjs',
  'tsconfig.json',
]
const PRODUCTS = ['.next/BUILD_ID', 'dist/main.js']
const RECORD = 'dist/build.json'

/** Hashes the names and contents of all sources, because dates are wrong after a checkout or a copy. */
export function fingerprint() {
  const hash = createHash('sha256').update(process.version)
  for (const file of SOURCES.flatMap(filesOf)) hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

export function isBuildFresh() {
  return PRODUCTS.every(existsSync) && recordedBuild()?.sources === fingerprint()
}

/** Whether this checkout was ever built successfully. */
export function wasBuilt() {
  return recordedBuild() !== null
}

/** Records a successful build. `processorSeconds`: of `next build`; null if the system does not tell. */
export function recordBuild({ sources, processorSeconds }) {
  writeFileSync(RECORD, JSON.stringify({ sources, processorSeconds }))
}

/** What `recordBuild` has written last, or null. */
export function recordedBuild() {
  return existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : null
}

function filesOf(path) {
  if (!existsSync(path)) return []
  try {
    return readdirSync(path, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const child = join(path, entry.name)
        if (entry.isDirectory()) return filesOf(child)
        return /\.test\.tsx?$/.test(entry.name) ? [] : [child]
      })
  } catch {
    return [path]
  }
}
