import { describe, expect, it } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** One file, one idea: longer ones hold two, shorter ones a part of one. */
const MAX_LINES = 250
const MIN_LINES = 15

/** Tests, generated files and history. */
const NOT_PRODUCTION = /\.test\.|^(?:tests|bench)\/|migrations\/|payload-types|importMap/

/** Short with reason. */
const SHORT: readonly (readonly [path: RegExp, reason: string])[] = [
  [/\/(?:page|layout|route|loading|error|not-found|template)\.tsx?$/, 'Next finds a route by its file'],
  [
    /^(?:instrumentation-client\.ts|postcss\.config\.mjs|lib\/i18n\/(?:request\.ts|next-intl\.d\.ts))$/,
    'named by a framework',
  ],
  [/^server\/commands\//, 'a command of its own, bundled on its own'],
  [
    /^components\/ui\/(?:class-names\.ts|menu-look\.ts|file-size\.tsx)$/,
    'used by server and client components; a client module gives servers components alone',
  ],
  [
    /^lib\/server\/(?:auctions\/queries\/file-words|protocol\/words)\.ts$/,
    'the words of several files, beside their messages',
  ],
  [/^components\/layout\/theme-script\.ts$/, 'read by the security headers as well'],
  [/^components\/layout\/late-cookie-notice\.tsx$/, 'with every page, so that the notice itself need not be'],
  [/^components\/ui\/use-leave-warning\.ts$/, 'two capabilities use it'],
  [
    /^lib\/api\/(?:browser|profile)\.ts$/,
    'what a page loads late, one call each, so that no page waits for the rest of the contract',
  ],
  [/^app\/\(cms\)\/office\/staff\/security-field\.tsx$/, 'named by the configuration of Payload'],
  [
    /^lib\/server\/http\/escape-html\.ts$/,
    'below everything else of its module: merged it would close a circle of imports',
  ],
]

const production = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:ts|tsx|mjs|css)$/.test(path) && !NOT_PRODUCTION.test(path))
  .flatMap((path) => {
    const lines = linesOf(path)
    return lines === null ? [] : [{ path, lines }]
  })

/** Null for a file that is deleted and not committed yet. */
function linesOf(path: string): number | null {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').length
  } catch {
    return null
  }
}

describe('the files of the portal', () => {
  it(`has no file of more than ${MAX_LINES} lines`, () => {
    expect(production.filter(({ lines }) => lines > MAX_LINES)).toEqual([])
  })

  it(`has no file of fewer than ${MIN_LINES} lines without a reason`, () => {
    const short = production.filter(({ lines }) => lines < MIN_LINES)
    expect(short.filter(({ path }) => !SHORT.some(([known]) => known.test(path)))).toEqual([])
  })

  it('names no reason that no short file needs any more', () => {
    const short = production.filter(({ lines }) => lines < MIN_LINES)
    expect(
      SHORT.filter(([known]) => !short.some(({ path }) => known.test(path))).map(([known]) => String(known)),
    ).toEqual([])
  })
})
