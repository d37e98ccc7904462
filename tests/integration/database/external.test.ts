import { expect, it } from '@jest/globals'
import { readEnvironment } from '@/lib/config/environment'
import { resolveDatabase, StartError } from '@/server/resolve-database'
import { createEmptyDatabase } from '@/tests/support/database'

it('a database that cannot fold Ukrainian letters is refused, because searches would miss them', async () => {
  const database = await createEmptyDatabase(`TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'`)
  const reading = readEnvironment({ DATABASE_URL: database.url, PAYLOAD_SECRET: 'x'.repeat(32) })
  if (!reading.ok) throw new Error(reading.problems.join())
  const failed = await resolveDatabase(reading.environment, () => undefined).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(StartError)
  expect((failed as StartError).message).toMatch(/^The database must be in UTF-8 .*Ukrainian letters/)
  await database.close()
})
