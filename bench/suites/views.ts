import { Client } from 'undici'
import { hashToken, newToken } from '@/lib/server/identity/tokens'
import { startEmptySite } from '../support/empty-site'
import type { Figure } from '../support/figures'
import { distribution, round, type Distribution } from '../support/percentiles'
import type { BenchPortal } from '../support/portal'

const VISITS = 60
/** V8 compiles a page's code during its first visits. */
const WARM_UP_VISITS = 30
const CABINET = ['/cabinet', '/cabinet/agreements', '/cabinet/documents', '/cabinet/info']
const BACK_OFFICE = [
  '/office',
  '/admin',
  '/office/auctions',
  '/office/companies',
  '/office/audit',
  '/admin/collections/news',
]

/** P4 and S1: the response time of signed-in pages, and the time from a second start to the first page. */
export async function viewsSuite(portal: BenchPortal): Promise<Figure[]> {
  const empty = await startEmptySite()
  try {
    const account = newToken()
    await portal.pool.query(
      `insert into portal.sessions (token_hash, person_id, expires_at, user_agent, address)
       select $1, min(person.id), now() + interval '1 day', 'bench', 'bench'
       from portal.people person join portal.accounts account using (company_id) where account.status = 'active'`,
      [hashToken(account)],
    )
    const figures: Figure[] = []
    for (const [paths, most, cookie] of [
      [CABINET, 3, `accessToken=${account}; signedIn=1`],
      [BACK_OFFICE, 5, `payload-token=${portal.staffToken}`],
    ] as const) {
      for (const path of paths) {
        const [ours, reference] = await timesInTurns(
          { origin: portal.origin, path, cookie },
          { origin: empty.origin, path: '/dynamic', cookie: '' },
        )
        figures.push(viewFigure(path, most, ours, reference))
      }
    }
    figures.push(await secondStart(portal))
    return figures
  } finally {
    empty.stop()
  }
}

function viewFigure(path: string, most: number, ours: Distribution, reference: Distribution): Figure {
  const ratio = round(ours.p50 / reference.p50)
  return {
    id: 'P4',
    what: `a signed-in page, ${path}`,
    measured: `p50 ${ours.p50} ms = ${ratio} × an empty dynamic page (${reference.p50} ms), p99 ${ours.p99} ms`,
    target: `≤ ${most} ×`,
    met: ratio <= most,
    values: { path, ours, reference },
  }
}

interface Page {
  origin: string
  path: string
  cookie: string
}

/** Milliseconds from the request to the last byte, the two pages in alternation. */
async function timesInTurns(...pages: [Page, Page]): Promise<[Distribution, Distribution]> {
  const visits = pages.map(({ origin, path, cookie }) => {
    const client = new Client(origin, { pipelining: 1 })
    const times: number[] = []
    return {
      client,
      times,
      async visit() {
        const began = performance.now()
        const { statusCode, body } = await client.request({ method: 'GET', path, headers: { cookie } })
        await body.dump({ limit: Number.MAX_SAFE_INTEGER })
        if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
        times.push(performance.now() - began)
      },
    }
  })
  for (let index = 0; index < WARM_UP_VISITS + VISITS; index += 1) for (const { visit } of visits) await visit()
  for (const { client } of visits) await client.close()
  const [ours, reference] = visits.map(({ times }) => distribution(times.slice(WARM_UP_VISITS)))
  return [ours!, reference!]
}

async function secondStart(portal: BenchPortal): Promise<Figure> {
  const started = await portal.restart()
  const began = performance.now()
  const page = await fetch(portal.origin)
  await page.arrayBuffer()
  const seconds = (started + performance.now() - began) / 1000
  return {
    id: 'S1',
    what: 'second start to the first page, database running',
    measured: `${round(seconds)} s`,
    target: '≤ 3 s',
    met: page.ok && seconds <= 3,
    values: { seconds },
  }
}
