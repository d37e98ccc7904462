import { describe, expect, it } from '@jest/globals'
import { readEnvironment } from '@/lib/config/environment'
import { explainConnection, resolveDatabase, StartError } from './resolve-database'

const URL = 'postgresql://portal:hunter2@db.example:5432/auctions'

describe('explainConnection', () => {
  it('names the host and the reason, never the password', () => {
    const sentence = explainConnection(new Error('password authentication failed for user "portal"'), URL)
    expect(sentence).toMatch(/^The database at db\.example:5432 .* failed for user "portal"\.$/)
    expect(sentence).not.toContain('hunter2')
  })

  it('names the code of an error without a message', () => {
    expect(explainConnection(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), URL)).toMatch(
      /ECONNREFUSED/,
    )
  })
})

it('a missing certificate of DATABASE_URL is reported in a sentence', async () => {
  const reading = readEnvironment({
    DATABASE_URL: `${URL}?sslmode=verify-full&sslrootcert=/nowhere/root.crt`,
    PAYLOAD_SECRET: 'x'.repeat(32),
  })
  if (!reading.ok) throw new Error(reading.problems.join())
  const failed = await resolveDatabase(reading.environment, () => undefined).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(StartError)
  expect((failed as StartError).message).toMatch(/^The database at db\.example:5432 .*\/nowhere\/root\.crt/)
})
