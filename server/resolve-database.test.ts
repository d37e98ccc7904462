import { describe, expect, it } from '@jest/globals'
import { readEnvironment } from '@/lib/config/environment'
import { explainConnection, resolveDatabase, StartError } from './resolve-database'

const URL = 'postgresql://portal:hunter2@db.example:5432/auctions'
const failure = (code: string) => Object.assign(new Error('no'), { code })

describe('explainConnection', () => {
  it.each([
    ['ECONNREFUSED', /^No database answers at db\.example:5432/],
    ['ENOTFOUND', /^The host db\.example:5432 in DATABASE_URL is not known/],
    ['28P01', /refuses the user "portal"/],
    ['3D000', /^There is no database "auctions"/],
    ['XX000', /cannot be used: no/],
  ])('says %s in a sentence without the password', (code, sentence) => {
    const said = explainConnection(failure(code), URL)
    expect(said).toMatch(sentence)
    expect(said).not.toContain('hunter2')
  })
})

it('a certificate that DATABASE_URL names and that is not there is said in a sentence', async () => {
  const reading = readEnvironment({
    DATABASE_URL: `${URL}?sslmode=verify-full&sslrootcert=/nowhere/root.crt`,
    PAYLOAD_SECRET: 'x'.repeat(32),
  })
  if (!reading.ok) throw new Error(reading.problems.join())
  const failed = await resolveDatabase(reading.environment, () => undefined).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(StartError)
  expect((failed as StartError).message).toMatch(/^The database at db\.example:5432 .*\/nowhere\/root\.crt/)
})
