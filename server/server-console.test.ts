import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { redirectConsoleTo } from './welcome'

const METHODS = ['debug', 'log', 'info', 'warn', 'error'] as const
const originals = Object.fromEntries(METHODS.map((method) => [method, console[method]]))
let lines: string[] = []

beforeEach(() => {
  lines = []
  redirectConsoleTo(pino({ base: { server: 'a1' } }, { write: (line) => void lines.push(line) }))
})
afterEach(() => {
  Object.assign(console, originals)
  process.removeAllListeners('warning')
})

describe('a log that programs read', () => {
  it('has one JSON line for any output, including multi-line and coloured output', () => {
    console.error('\u001B[31m ⨯\u001B[39m Error: one\n  two', { three: 3 })
    console.log('')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 50, server: 'a1', msg: '⨯ Error: one\n  two { three: 3 }' }),
    ])
    expect(lines[0]?.match(/\n/g)).toHaveLength(1)
  })

  it('keeps an error with its stack, and a warning of Node’s', () => {
    console.error('Stopping failed:', new TypeError('no'))
    process.emit('warning', new Error('old'))
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        msg: 'Stopping failed:',
        err: expect.objectContaining({ type: 'TypeError', message: 'no' }) as unknown,
      }),
      expect.objectContaining({ level: 40, msg: 'old' }),
    ])
  })
})
