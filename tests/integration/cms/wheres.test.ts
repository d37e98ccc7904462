import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { publishStaffSettings } from '@/lib/server/cms/staff/identity'
import { createTestCms, type TestCms } from '@/tests/integration/cms/support'
import { staffToken } from '@/tests/support/test-portal'

let cms: TestCms
let signedIn: Record<string, string>
let route: typeof import('@/app/(cms)/cms-api/[...slug]/route')

beforeAll(async () => {
  cms = await createTestCms()
  publishStaffSettings({
    twoFactorRequired: false,
    limitsRequests: true,
    publicUrl: 'https://portal.test',
    publicOrigin: 'https://portal.test',
    secrets: ['the-secret-of-the-tests-and-of-nothing-else'],
  })
  const password = 'Nine-Blue-Compressors'
  const data = { email: 'admin@portal.test', password, name: 'Admin', role: 'admin' as const }
  signedIn = {
    authorization: `JWT ${await staffToken(cms.database.pool, (await cms.payload.create({ collection: 'staff', data })).id)}`,
  }
  route = await import('@/app/(cms)/cms-api/[...slug]/route')
})
afterEach(() => void jest.restoreAllMocks())
afterAll(() => cms.close())

async function send(path: string, where: unknown, method: 'GET' | 'DELETE' = 'GET'): Promise<Response> {
  const url = `https://portal.test/cms-api/${path}?where=${encodeURIComponent(JSON.stringify(where))}`
  const request = new Request(url, { method, headers: { host: 'portal.test', 'accept-language': 'en', ...signedIn } })
  return route[method](request, { params: Promise.resolve({ slug: path.split('/') }) })
}

const OPERATORS = [
  ...['equals', 'not_equals', 'in', 'not_in', 'exists', 'contains', 'like', 'not_like'],
  ...['greater_than', 'greater_than_equal', 'less_than', 'less_than_equal'],
] as const

/** Values that are wrong for most fields and operators. */
const WRONG_VALUES = [
  'x',
  '',
  'a,b',
  '\0',
  1e20,
  1.5,
  true,
  null,
  [],
  [null],
  [[]],
  ['x'],
  {},
  [{}],
  { a: 'x' },
  { relationTo: 'nothing', value: 'x' },
] as const
/** Each operator of a field gets a fourth of them in turn, so that each field and each operator meets them all. */
const SHARES = 4

const TEXT_OPERATORS = ['contains', 'like', 'not_like']
/** For a number, Payload treats `like` as `equals`. */
const TEXT_OPERATORS_WITHOUT_LIKE = ['contains', 'not_like']

interface FieldCase {
  type: string
  path: string
  field: string
  /** A value that is valid for the field. */
  value: unknown
  /** Operators that the field does not have. */
  misfits: readonly string[]
}

const FIELD_CASES: FieldCase[] = [
  { type: 'id', path: 'auctions', field: 'id', value: 1, misfits: TEXT_OPERATORS_WITHOUT_LIKE },
  { type: 'text', path: 'news', field: 'slug', value: 'x', misfits: [] },
  { type: 'localized text', path: 'news', field: 'title', value: 'x', misfits: [] },
  { type: 'textarea', path: 'auctions', field: 'payment_terms', value: 'x', misfits: [] },
  { type: 'email', path: 'companies', field: 'email', value: 'a@b.test', misfits: [] },
  { type: 'number', path: 'auctions', field: 'extension_minutes', value: 3, misfits: TEXT_OPERATORS_WITHOUT_LIKE },
  { type: 'date', path: 'auctions', field: 'starts_at', value: '2026-11-24', misfits: TEXT_OPERATORS },
  { type: 'checkbox', path: 'auctions', field: 'outside_hours_confirmed', value: true, misfits: TEXT_OPERATORS },
  { type: 'select', path: 'auctions', field: 'visibility', value: 'open', misfits: TEXT_OPERATORS },
  { type: 'relationship', path: 'auctions', field: 'category', value: 1, misfits: TEXT_OPERATORS_WITHOUT_LIKE },
  { type: 'field of a related document', path: 'auctions', field: 'category.slug', value: 'x', misfits: [] },
  { type: 'upload', path: 'news', field: 'image', value: 1, misfits: TEXT_OPERATORS_WITHOUT_LIKE },
  { type: 'json', path: 'feedback', field: 'file_ids', value: '{}', misfits: TEXT_OPERATORS },
  { type: 'blocks', path: 'pages', field: 'blocks', value: '[]', misfits: TEXT_OPERATORS },
  { type: 'text of a group', path: 'pages', field: 'meta.og.title', value: 'x', misfits: [] },
  { type: 'choice of a group', path: 'pages', field: 'meta.og.type', value: 'website', misfits: TEXT_OPERATORS },
  { type: 'text of a list', path: 'auctions', field: 'documents.id', value: 'x', misfits: [] },
  { type: 'file of a list', path: 'auctions', field: 'documents.file', value: 1, misfits: TEXT_OPERATORS_WITHOUT_LIKE },
  {
    type: 'date of a version',
    path: 'auctions/versions',
    field: 'version.starts_at',
    value: '2026-11-24',
    misfits: TEXT_OPERATORS,
  },
  {
    type: 'document of many collections',
    path: 'payload-locked-documents',
    field: 'document',
    value: { relationTo: 'pages', value: 1 },
    misfits: OPERATORS.filter((operator) => operator !== 'equals'),
  },
]

describe.each(FIELD_CASES)('a where on a field of type $type', ({ path, field, value, misfits }) => {
  const fieldIndex = FIELD_CASES.findIndex((one) => one.field === field)
  it.each(OPERATORS)('%s', async (operator) => {
    const turn = fieldIndex + OPERATORS.indexOf(operator)
    const wrongValues = WRONG_VALUES.filter((_, index) => index % SHARES === turn % SHARES)
    const logged = (['error', 'warn'] as const).map((level) =>
      jest.spyOn(cms.payload.logger, level).mockImplementation(() => undefined),
    )
    const operand = operator === 'in' || operator === 'not_in' ? [value] : operator === 'like' ? String(value) : value
    const fitting = await send(path, { [field]: { [operator]: operand } })
    expect(fitting.status).toBe(misfits.includes(operator) ? 400 : 200)
    for (const wrong of wrongValues) {
      const answer = await send(path, { [field]: { [operator]: wrong } })
      expect([wrong, [200, 400].includes(answer.status), answer.status]).toEqual([wrong, true, answer.status])
      if (answer.status === 400)
        expect(await answer.json()).toMatchObject({
          errors: [{ name: 'QueryError', message: 'The request contains an invalid value' }],
          code: 'invalid_input',
        })
    }
    expect(logged.map(({ mock }) => mock.calls)).toEqual([[], []])
  })
})

it('an invalid condition deletes nothing and is not logged as an error of the portal', async () => {
  const logged = jest.spyOn(cms.payload.logger, 'error').mockImplementation(() => undefined)
  const { id } = await cms.payload.create({ collection: 'redirects', data: { from: '/old', to: '/new' } })
  const answer = await send('redirects', { id: { contains: 'x' } }, 'DELETE')
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'invalid_input' })])
  expect(logged).not.toHaveBeenCalled()
  expect(await cms.payload.findByID({ collection: 'redirects', id })).toMatchObject({ id })
})

it('reports a refusal of the portal’s own query as an error', async () => {
  const where = { id: { contains: 'x' } }
  await expect(cms.payload.find({ collection: 'pages', where })).rejects.not.toMatchObject({ name: 'QueryError' })
})
