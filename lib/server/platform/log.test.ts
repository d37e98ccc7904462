import { describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { sentenceOf } from './log'

/** A log line as a terminal shows it. */
function printedLine(write: (log: pino.Logger) => void): string {
  let text = ''
  write(pino({ base: { server: 'a1', name: 'cms' } }, { write: (line) => void (text += sentenceOf(line)) }))
  return text.replace(/^ {2}\d\d:\d\d:\d\d {2}/, '')
}

describe('a log in a terminal', () => {
  it('shows fault, cause and subject, without fields for programs', () => {
    expect(
      printedLine((log) =>
        log.warn({ email: 12, to: 'buyer@example.com', reason: 'connect ECONNREFUSED' }, 'email not sent'),
      ),
    ).toBe('Warning: Email not sent: connect ECONNREFUSED  (email 12, to buyer@example.com)')
    expect(printedLine((log) => log.info('a browser has unsubscribed'))).toBe('A browser has unsubscribed')
  })

  it('shows the stack of an error, and only the text of a warning', () => {
    const err = new RangeError('too large')
    expect(printedLine((log) => log.error({ request_id: 'r1', err }, 'failed'))).toMatch(
      /^Error: Failed: too large {2}\(request id r1\)\n\s+at /,
    )
    expect(printedLine((log) => log.warn({ err }, 'agreements could not be made yet'))).toBe(
      'Warning: Agreements could not be made yet: too large',
    )
    expect(printedLine((log) => log.warn(err))).toBe('Warning: Too large')
  })

  it('writes a text without a line end unchanged', () => {
    expect(sentenceOf('not JSON\n')).toBe('not JSON')
  })
})
