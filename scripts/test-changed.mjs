/**
 * `npm run test:changed` runs types, lint, format and related tests for changes since main, or since `-- <commit>`, and
 * names what only the full run has of them.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fullRunOf, IN_FULL_RUN } from './suites.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const base = process.argv[2] ?? baseOf(['main', 'origin/main'])
const changed = changedSince(base)
if (changed.length === 0) {
  console.log(`Nothing has changed since ${base}.`)
  process.exit(0)
}
const code = changed.filter((path) => /\.(?:ts|tsx|mjs)$/.test(path))
const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js']
const related = code.length === 0 ? [] : relatedSuites(code)
const now = related.filter((path) => !IN_FULL_RUN.test(path))
const results = [
  run('Types and lint', ['node_modules/oxlint/bin/oxlint', '.']),
  run('Format', ['node_modules/oxfmt/bin/oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed]),
  now.length === 0 || run('Tests', [...jest, '--runInBand', '--runTestsByPath', ...now]),
]
process.exitCode = results.every(Boolean) ? 0 : 1
const later = fullRunOf(changed, related)
if (later.length > 0) console.log(`\nOf the full run (npm run test:full) this touches:\n  ${later.join('\n  ')}`)

/** Suites that import these files, directly or not, as paths from the root. */
function relatedSuites(paths) {
  const list = execFileSync(process.execPath, [...jest, '--listTests', '--json', '--findRelatedTests', ...paths])
  return JSON.parse(list).map((path) => relative('.', path))
}

/** Existing files that are changed or new since a commit. */
function changedSince(commit) {
  const since = git('merge-base', commit, 'HEAD')[0]
  const paths = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(paths)].filter((path) => existsSync(path))
}

/** The first of these branches that is not the current commit, or else the previous commit. */
function baseOf(names) {
  const head = git('rev-parse', 'HEAD')[0]
  const branch = names.find((name) => {
    const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', name], { encoding: 'utf8' })
    return status === 0 && stdout.trim() !== head
  })
  return branch ?? 'HEAD~1'
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
}

function run(title, args) {
  console.log(`\n${title}`)
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0
}
