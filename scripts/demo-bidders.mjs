/**
 * `npm run demo:bidders`: the demo's buyers bid in the running auction through the public API, at a human pace, until
 * Ctrl-C. `--bids 20` stops after 20 bids, `--pace 2` sets the mean pause in seconds, `--url` another portal.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
if (existsSync('.env') && typeof process.loadEnvFile === 'function') process.loadEnvFile('.env')

const { values: options } = parseArgs({
  options: { bids: { type: 'string' }, pace: { type: 'string', default: '6' }, url: { type: 'string' } },
})
const portal = (options.url ?? process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT || 3000}`).replace(
  /\/+$/,
  '',
)
const maxBids = options.bids === undefined ? Infinity : Number(options.bids)
const meanPause = Number(options.pace) * 1000
const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort())
process.once('SIGTERM', () => stopping.abort())

try {
  await play(readLogins())
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

function readLogins() {
  const file = join(process.env.DATA_DIR || 'data', 'demo-logins.json')
  if (!existsSync(file)) throw new Error(`There is no ${file}: start the portal with its demo first (npm start).`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

async function play({ buyers: emails, password }) {
  const buyers = []
  for (const email of emails) buyers.push(await signIn(email, password))
  console.log(`${buyers.length} buyers are signed in at ${portal}. Ctrl-C stops.`)
  let bids = 0
  try {
    while (bids < maxBids && !stopping.signal.aborted) {
      try {
        const auction = await runningAuction()
        if (auction === null) await pause(10_000)
        else if (await bidOnce(shuffled(buyers), auction, password)) bids += 1
      } catch (error) {
        // A restart of the portal or a deactivated account must not end the demonstration.
        if (stopping.signal.aborted) break
        console.log(error.message)
        await pause(5_000)
      }
      if (bids < maxBids) await pause(meanPause * (0.4 + 1.2 * Math.random()))
    }
  } finally {
    for (const buyer of buyers) await call('/api/auth/logout', {}, buyer).catch(() => undefined)
    console.log(`${bids} bids were placed.`)
  }
}

async function signIn(email, password) {
  const { data } = await callSuccessfully('/api/auth/login', { email, password })
  // Each buyer stops 2–10 % above the starting price.
  return {
    email,
    name: data.user.company_short_name,
    token: data.access_token,
    priceLimit: 1.02 + Math.random() * 0.08,
  }
}

async function runningAuction() {
  const { data } = await callSuccessfully('/api/auctions/list', { states: ['running'], lang: 'en' })
  const [first] = data.list
  if (first === undefined) {
    console.log('No auction is running; waiting for the next one.')
    return null
  }
  return (await callSuccessfully('/api/auctions/get', { id: first.id, lang: 'en' })).data
}

/** Places a bid for the first buyer with a reason to bid; returns whether it was accepted. */
async function bidOnce(buyers, auction, password) {
  for (const buyer of buyers) {
    const own = await callWithRetries('/api/auctions/own', { auction_id: auction.id }, buyer)
    if (own.status === 401) Object.assign(buyer, await signIn(buyer.email, password))
    if (!own.ok) continue
    const offer = chooseOffer(own.body.data, auction, buyer)
    if (offer !== null) return placeBid(buyer, auction, offer)
  }
  return false
}

function chooseOffer({ limits, last_bid: last, rank, provisional_quantity: volume }, auction, buyer) {
  if (limits === null || last === null || limits.closed_by_final) return null
  const content = volume !== null && units(volume) >= units(last.quantity)
  if (content && Math.random() > 0.08) return null
  const step = units(auction.minimum_step)
  const rivals = auction.ranking.filter((row) => row.rank < rank && units(row.allocated) > 0)
  const rival = rivals[Math.max(0, rivals.length - 1 - Math.floor(Math.random() * 2))]
  const price = Math.min(
    Math.max(units(limits.minimum_price), rival ? units(rival.price) + step : 0),
    units(limits.maximum_price),
  )
  if (price > units(auction.starting_price) * buyer.priceLimit) return null
  return { price: decimal(price, 2), quantity: last.quantity, minimum_quantity: last.minimum_quantity }
}

/** Places a bid under one key, so that a retry after a lost answer does not duplicate it. */
async function placeBid(buyer, auction, offer) {
  const key = randomUUID()
  const answer = await callWithRetries('/api/bids/place', { auction_id: auction.id, ...offer }, buyer, {
    'idempotency-key': key,
  })
  if (!answer.ok) {
    console.log(
      `№ ${auction.number}  ${buyer.name}: ${offer.price} was refused (${answer.body?.code ?? answer.status})`,
    )
    return false
  }
  const { bid, rank, provisional_quantity: volume } = answer.body.data
  console.log(`№ ${auction.number}  ${buyer.name}: ${bid.price} × ${bid.quantity}, rank ${rank}, allocated ${volume}`)
  return true
}

/** Calls the API and retries while the portal is busy or unreachable. @throws if the call is refused */
async function callSuccessfully(path, body) {
  const answer = await callWithRetries(path, body)
  if (answer.ok) return answer.body
  throw new Error(
    `${portal}${path} answered ${answer.status}: ${answer.body?.detail ?? answer.body?.code ?? 'not the portal’s API'}`,
  )
}

async function callWithRetries(path, body, buyer, headers) {
  for (;;) {
    const answer = await call(path, body, buyer, headers).catch((error) => {
      if (stopping.signal.aborted) throw error
      console.log(error.message)
      return null
    })
    if (answer !== null && answer.status !== 429 && answer.status !== 503) return answer
    await pause((Number(answer?.headers.get('retry-after')) || 2) * 1000)
    if (stopping.signal.aborted) throw new Error('Stopped.')
  }
}

async function call(path, body, buyer, headers = {}) {
  const bearer = buyer ? { authorization: `Bearer ${buyer.token}` } : {}
  const response = await fetch(portal + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer, ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  }).catch((error) => {
    throw new Error(`${portal} does not answer (${error.cause?.code ?? error.name}). Is the portal running?`)
  })
  return {
    ok: response.ok,
    status: response.status,
    headers: response.headers,
    body: await response.json().catch(() => null),
  }
}

async function pause(milliseconds) {
  await delay(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined)
}

function shuffled(list) {
  return list
    .map((item) => [Math.random(), item])
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)
}

/** "15200.00" → 1520000 */
function units(text) {
  return Number(text.replace('.', ''))
}

function decimal(value, places) {
  const digits = String(value).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
