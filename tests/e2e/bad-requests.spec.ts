import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { openMarket } from '@/tests/e2e/support/market'
import { expect, test } from '@/tests/e2e/support/test'
import { anyShot, type Shot } from '@/tests/support/bad-requests/requests'
import { sendShot } from '@/tests/support/bad-requests/send'

const REQUESTS = 600
const CONCURRENCY = 8
const TIMEOUT_MS = 60_000

// A short run of `npm run fuzz`, without sessions, because their requests would change the data of other tests.
test('bad requests never cause a server error or a hang', async ({ request }) => {
  const port = Number(new URL(process.env.E2E_BASE_URL ?? '').port)
  const shots = fc.sample(anyShot({ account: 'nobody', staff: 'nobody' }), { numRuns: REQUESTS, seed: 20_261_122 })
  const faults: string[] = []
  const report = (what: string, { name, bytes }: Shot) =>
    faults.push(`${what}: ${name}: ${JSON.stringify(bytes.toString('latin1').slice(0, 300))}`)
  let next = 0
  const sendNext = async () => {
    for (let shot = shots[next++]; shot !== undefined; shot = shots[next++]) {
      const { statuses, hangs } = await sendShot(port, shot, TIMEOUT_MS)
      const failed = statuses.find((status) => status >= 500)
      if (failed !== undefined) report(String(failed), shot)
      else if (hangs) report('no answer', shot)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, sendNext))
  expect(faults).toEqual([])
  expect((await request.get('/api/health/live')).status()).toBe(200)
})

test('requests that once caused server errors are refused', async ({ request }) => {
  const market = openMarket()
  const headers = { authorization: `JWT ${await market.staffToken()}` }
  const statuses: Record<string, number> = {}
  for (const path of [
    '/unsubscribe/Y%25yY',
    '/cms-api/__proto__',
    '/cms-api/constructor/1',
    '/cms-api/globals/toString',
    '/cms-api/media/file/no-such-file.png',
  ])
    statuses[path] = (await request.get(path, { headers })).status()
  expect(statuses).toEqual({
    '/unsubscribe/Y%25yY': 400,
    '/cms-api/__proto__': 404,
    '/cms-api/constructor/1': 404,
    '/cms-api/globals/toString': 404,
    '/cms-api/media/file/no-such-file.png': 404,
  })
  await market.close()
})

test('the back office’s server functions answer only staff, and only names used by its screens', async ({
  request,
}) => {
  const { node } = JSON.parse(readFileSync('.next/server/server-reference-manifest.json', 'utf8')) as {
    node: Record<string, { filename: string }>
  }
  const [action] = Object.entries(node).find(([, { filename }]) => filename === 'app/(cms)/layout.tsx') ?? []
  expect(action).toBeDefined()
  const market = openMarket()
  const [staff, stranger] = [await market.staffToken(), 'forged']
  const call = async (name: string, token: string | null) => {
    const permissions = { docPermissions: { fields: true }, docPreferences: { fields: {} }, formState: {} }
    const args = { collectionSlug: 'news', schemaPath: 'news', operation: 'create', ...permissions }
    const response = await request.post('/admin', {
      headers: {
        'next-action': action ?? '',
        'content-type': 'text/plain;charset=UTF-8',
        cookie: token === null ? '' : `payload-token=${token}`,
      },
      data: JSON.stringify([{ name, args }]),
    })
    const [, answer = ''] = (await response.text()).split('\n')
    return response.status() === 200 ? (answer === '1:null' ? 'nothing' : 'something') : response.status()
  }
  expect(await call('form-state', staff)).toBe('something')
  expect(await call('form-state', stranger)).toBe('nothing')
  expect(await call('form-state', null)).toBe(401)
  for (const name of ['constructor', '__proto__', 'toString', 'no-such-function'])
    expect([name, await call(name, staff), await call(name, stranger)]).toEqual([name, 'nothing', 'nothing'])
  await market.close()
})

test('pictures of unknown pages are neither rendered nor cached', async ({ request }) => {
  for (const path of ['/og/uk/news/made-up', '/og/en/auction/made-up', '/og/ru/page/made-up', '/og/uk/home/made-up']) {
    const response = await request.get(path)
    expect([path, response.status(), response.headers()['x-nextjs-cache']]).toEqual([path, 404, undefined])
  }
})
