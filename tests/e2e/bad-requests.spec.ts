import fc from 'fast-check'
import { openMarket } from '@/tests/e2e/support/market'
import { expect, test } from '@/tests/e2e/support/test'
import { anyShot, type Shot } from '@/tests/support/bad-requests/requests'
import { fire } from '@/tests/support/bad-requests/send'

const REQUESTS = 600
const AT_ONCE = 8
const PATIENCE_MS = 60_000

// A short run of `npm run fuzz`, by a stranger: what members of the staff may do would change what other tests look at.
test('bad requests of every kind end in an answer that is no server error', async ({ request }) => {
  const port = Number(new URL(process.env.E2E_BASE_URL ?? '').port)
  const shots = fc.sample(anyShot({ account: 'nobody', staff: 'nobody' }), { numRuns: REQUESTS, seed: 20_261_122 })
  const faults: string[] = []
  const fault = (what: string, { name, bytes }: Shot) =>
    faults.push(`${what}: ${name}: ${JSON.stringify(bytes.toString('latin1').slice(0, 300))}`)
  let next = 0
  const shoot = async () => {
    for (let shot = shots[next++]; shot !== undefined; shot = shots[next++]) {
      const { statuses, hangs } = await fire(port, shot, PATIENCE_MS)
      const failed = statuses.find((status) => status >= 500)
      if (failed !== undefined) fault(String(failed), shot)
      else if (hangs) fault('no answer', shot)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, shoot))
  expect(faults).toEqual([])
  expect((await request.get('/api/health/live')).status()).toBe(200)
})

test('what earlier runs found is answered, to members of the staff too', async ({ request }) => {
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
