import { spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { Agent } from 'undici'
import { sendOnce, sideConnections, type Answer, type Attempt } from '../bidding-clients'
import { check, type Check } from '../compare'
import { openFleet } from '../fleet'
import { beginBidding, type Scenario, type ScenarioOptions } from '../scenario'

/** Mistakes of clients, with a count of each. */
interface Mistakes {
  'connection dropped in the middle of a bid': number
  'double click': number
  'headers with a clock that is a day wrong': number
}

export const clumsyClients: Scenario = {
  id: 'F7',
  what: 'clients that drop connections in the middle of a bid, click twice, have wrong clocks; hostile browsers',
  async run(options) {
    const fleet = await openFleet()
    const side = sideConnections()
    const mistakes: Mistakes = {
      'connection dropped in the middle of a bid': 0,
      'double click': 0,
      'headers with a clock that is a day wrong': 0,
    }
    const differences: string[] = []
    try {
      const send = sendClumsily(options, side, mistakes, differences)
      const bidding = await beginBidding(fleet, options, { send })
      await bidding.clients.placed(Math.max(200, Math.round(2_000 * options.scale)))
      const stale = await staleBid(fleet.origin, bidding.bidders[0]!)
      const checks = await bidding.finish()
      const occurred = Object.entries(mistakes).map(([name, times]) => `${name} × ${times}`)
      return [
        ...checks,
        check(
          'mistakes made',
          Object.values(mistakes).every((times) => times > 0),
          occurred.join(', '),
        ),
        check('both clicks had the same answer', differences.length === 0, differences[0] ?? 'always'),
        check('a stale tab’s price is refused with the reason', stale === '422 bid_below_minimum', stale),
        hostileBrowsers(),
      ]
    } finally {
      await side.destroy()
      await fleet.close()
    }
  },
}

/** Runs the browser tests with translated pages, blocked storage, buffered streams and late scripts. */
function hostileBrowsers(): Check {
  const cli = 'node_modules/@playwright/test/cli.js'
  const { status, stdout } = spawnSync(process.execPath, [cli, 'test', 'hostile-browser', '--reporter=line'], {
    encoding: 'utf8',
    env: { ...process.env, TEST_FULL: 'on' },
  })
  return check('hostile browsers', status === 0, stdout.trim().split('\n').at(-1) ?? '')
}

function sendClumsily({ random }: ScenarioOptions, side: Agent, mistakes: Mistakes, differences: string[]) {
  return async (attempt: Attempt): Promise<Answer> => {
    const chance = random.next()
    if (chance < 0.15) {
      mistakes['connection dropped in the middle of a bid'] += 1
      const dropped = new AbortController()
      setTimeout(() => dropped.abort(), random.next() * 8)
      await side.request(requestOf(attempt, dropped.signal))
      throw new Error('the answer was not read')
    }
    if (chance < 0.3) {
      mistakes['double click'] += 1
      const [one, two] = await Promise.all([sendOnce(attempt), sendOnSide(side, attempt)])
      const [first, second] = await Promise.all([one, two].map((answer) => outcomeOf(answer, side, attempt)))
      if (first !== second) differences.push(`${first} ≠ ${second}`)
      return one.status === 200 ? one : two
    }
    if (chance < 0.45) {
      mistakes['headers with a clock that is a day wrong'] += 1
      const date = new Date(Date.now() - 86_400_000).toUTCString()
      return sendOnce({ ...attempt, request: { ...attempt.request, headers: { ...attempt.request.headers, date } } })
    }
    return sendOnce(attempt)
  }
}

function requestOf({ origin, request }: Attempt, signal?: AbortSignal) {
  const headers = { 'content-type': 'application/json', ...request.headers }
  return { origin, path: request.path, method: 'POST' as const, headers, body: request.body, signal }
}

async function sendOnSide(side: Agent, attempt: Attempt): Promise<Answer> {
  const response = await side.request(requestOf(attempt))
  const retryAfter = response.headers['retry-after']?.toString()
  return { status: response.statusCode, retryAfter, text: await response.body.text() }
}

const MAX_TRIES = 20

/** The outcome of a click after retries: the placed bid or the code of the refusal. */
async function outcomeOf(answer: Answer, side: Agent, attempt: Attempt): Promise<string> {
  let last = answer
  for (let tries = 1; isRetryable(last) && tries < MAX_TRIES; tries += 1) {
    await delay(Number(last.retryAfter ?? 1) * 1_000)
    last = await sendOnSide(side, attempt)
  }
  if (last.status === 200) return last.text
  return `${last.status} ${isRetryable(last) ? '' : (JSON.parse(last.text) as { code?: string }).code}`
}

function isRetryable({ status }: Answer): boolean {
  return status === 429 || status >= 500
}

/** Sends a bid from a stale page, at the price of the bidder's first bid. */
async function staleBid(
  origin: string,
  bidder: { token: string; auctionId: number; quantity: string },
): Promise<string> {
  const answer = await fetch(`${origin}/api/bids/place`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${bidder.token}`,
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ auction_id: bidder.auctionId, price: '10000.00', quantity: bidder.quantity }),
  })
  const { code } = (await answer.json()) as { code?: string }
  return `${answer.status} ${code}`
}
