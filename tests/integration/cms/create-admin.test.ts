import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals'
import { run } from '@/server/commands/create-admin'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const VARIABLES = ['DATABASE_URL', 'PAYLOAD_SECRET', 'ADMIN_PASSWORD'] as const
const before = Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]]))
let database: TestDatabase
let output: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  process.env.DATABASE_URL = database.url
  process.env.PAYLOAD_SECRET = 'the-secret-of-the-tests-and-of-nothing-else'
})
beforeEach(() => {
  output = []
  for (const method of ['log', 'error'] as const)
    jest.spyOn(console, method).mockImplementation((line: unknown) => void output.push(String(line)))
})
afterAll(async () => {
  for (const name of VARIABLES) {
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  }
  await database.close()
})

it.each([
  ['Gas-Meters1', 'Password: at least 12 characters'],
  ['administrator', 'This password is easy to guess.'],
])('npm run admin:create refuses the password %s with its reason', async (password, sentence) => {
  process.env.ADMIN_PASSWORD = password
  expect(await run(['first@portal.test', 'First Administrator'])).toBe(1)
  expect(output).toEqual([expect.stringContaining(sentence)])
})

it('npm run admin:create creates an administrator', async () => {
  process.env.ADMIN_PASSWORD = 'Nine-Blue-Compressors'
  expect(await run(['first@portal.test', 'First Administrator'])).toBe(0)
  const { rows } = await database.pool.query('select email, name, role::text from cms.staff')
  expect(rows).toEqual([{ email: 'first@portal.test', name: 'First Administrator', role: 'admin' }])
})

it.each([
  ['empty', []],
  ['a weak password without a line break', ['administrator']],
])('npm run admin:create does not hang if its input is %s', async (_what, piped) => {
  delete process.env.ADMIN_PASSWORD
  const input = Object.getOwnPropertyDescriptor(process, 'stdin')!
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from(piped) })
  try {
    expect(await run(['second@portal.test', 'Second Administrator'])).toBe(1)
  } finally {
    Object.defineProperty(process, 'stdin', input)
  }
  const [sentence] = piped.length === 0 ? ['No password was given'] : ['This password is easy to guess.']
  expect(output).toEqual([expect.stringContaining(sentence)])
})
