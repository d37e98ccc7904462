import { describe, expect, it } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Sources that run in the browser. */
const SOURCES = ['app', 'components', 'lib/api', 'lib/browser']

/** A stream stays open, and its client detects silence by the ticks. */
const EXCLUDED = /^lib\/api\/live\.ts$/

const NEAR_LINES = 10

describe('calls of the browser', () => {
  it('have a timeout', () => {
    const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...SOURCES], { encoding: 'utf8' })
    const paths = output.split('\n').filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
    const withoutTimeout = paths
      .filter((path) => !EXCLUDED.test(path))
      .flatMap((path) => {
        const lines = readFileSync(path, 'utf8').split('\n')
        return lines.flatMap((line, index) => {
          const near = lines.slice(Math.max(0, index - 1), index + NEAR_LINES).join('\n')
          return /(?<![.\w])fetch\(/.test(line) && !near.includes('AbortSignal.timeout(')
            ? [`${path}:${index + 1}`]
            : []
        })
      })
    expect(paths.length).toBeGreaterThan(100)
    expect(withoutTimeout).toEqual([])
  })
})
