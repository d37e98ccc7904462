import { setTimeout as delay } from 'node:timers/promises'
import { Agent, Client } from 'undici'
import type { Random } from '@/demo/random'
import { nextBid, type Bidder } from '../load/bid-plan'

/** A client's own record of one bid. */
export interface LedgerEntry {
  key: string
  auctionId: number
  companyId: number
  /** Kopecks. */
  price: number
  attempts: number
  outcome:
    | { kind: 'placed'; seq: number; entrySeq: number; entryHash: string; receivedAt: string }
    | { kind: 'refused'; status: number; code: string }
    | { kind: 'unknown' }
}

export interface Ledger {
  entries: LedgerEntry[]
  /** Number of answers by status; `lost`: connections that ended without one. */
  answers: Record<string, number>
  /** 5xx other than 503, and 503 without Retry-After: no client can handle these. */
  protocolErrors: string[]
  /** The longest attempt in milliseconds, answered or not. */
  maxWait: number
  /** Bids that were recorded although their answer was lost, as the answer to a retry shows. */
  cutOff: number
  /** Milliseconds from the first attempt to the outcome. */
  latencies: number[]
}

export interface BiddingClients {
  ledger: Ledger
  /** Resolves when `count` bids have been placed since the call, or after the timeout. */
  placed(count: number, withinMs?: number): Promise<boolean>
  /** The longest time without an acknowledgement to one of these bidders within the next `milliseconds`. */
  longestPause(milliseconds: number, of: (bidder: number) => boolean): Promise<number>
  /** Stops sending, and waits for the outcome of each bid sent. */
  stop(): Promise<Ledger>
}

interface BiddingOptions {
  bidders: Bidder[]
  /** The origin for each bidder. */
  originOf: (bidder: number) => string
  perSecond: number
  random: Random
  /** How long a client retries one bid, in milliseconds. */
  patience?: number
  /** Replaces sending a bid once, to imitate mistakes of clients. */
  send?: (attempt: Attempt) => Promise<Answer>
}

export interface Attempt {
  client: Client
  origin: string
  request: { path: string; headers: Record<string, string>; body: string }
}

export interface Answer {
  status: number
  retryAfter: string | undefined
  text: string
}

/** Longer than any wait that the portal may impose. */
const HANG_MS = 30_000

/** Tolerance when comparing times; the portal runs on the same machine with the same clock. */
const CLOCK_TOLERANCE_MS = 25

/** Sends a bid once, and waits for its answer. */
export async function sendOnce({ client, request }: Pick<Attempt, 'client' | 'request'>): Promise<Answer> {
  const response = await client.request({
    method: 'POST',
    path: request.path,
    headers: { 'content-type': 'application/json', ...request.headers },
    body: request.body,
  })
  const retryAfter = response.headers['retry-after']
  return { status: response.statusCode, retryAfter: retryAfter?.toString(), text: await response.body.text() }
}

/** Bidders that wait for the outcome of each bid before the next; after a lost answer they retry with the same key. */
export function startBidding(options: BiddingOptions): BiddingClients {
  const { bidders, perSecond, random, patience: retryForMs = 120_000, send = sendOnce } = options
  const ledger: Ledger = { entries: [], answers: {}, protocolErrors: [], maxWait: 0, cutOff: 0, latencies: [] }
  const pause = (bidders.length / perSecond) * 1000
  let stopping = false
  let placedSoFar = 0
  const waiting = new Set<() => void>()
  const noticing = new Set<(bidder: number) => void>()

  async function bid(bidder: Bidder, index: number, client: Client): Promise<void> {
    const request = nextBid(bidder)
    const entry: LedgerEntry = {
      key: request.headers['idempotency-key']!,
      auctionId: bidder.auctionId,
      companyId: bidder.companyId,
      price: bidder.price,
      attempts: 0,
      outcome: { kind: 'unknown' },
    }
    ledger.entries.push(entry)
    const began = performance.now()
    while (entry.outcome.kind === 'unknown' && performance.now() - began < retryForMs) {
      entry.attempts += 1
      const sent = performance.now()
      const sentAt = Date.now()
      const answer = await send({ client, origin: options.originOf(index), request }).catch((error: Error) => error)
      ledger.maxWait = Math.max(ledger.maxWait, performance.now() - sent)
      await recordAnswer(entry, answer)
      if (entry.attempts > 1 && wasRecordedBefore(entry, sentAt)) ledger.cutOff += 1
    }
    ledger.latencies.push(performance.now() - began)
    if (entry.outcome.kind !== 'placed') return
    placedSoFar += 1
    for (const acknowledged of noticing) acknowledged(index)
    for (const check of waiting) check()
  }

  async function recordAnswer(entry: LedgerEntry, answer: Answer | Error): Promise<void> {
    const name = answer instanceof Error ? 'lost' : String(answer.status)
    ledger.answers[name] = (ledger.answers[name] ?? 0) + 1
    if (answer instanceof Error) return delay(50 + random.whole(0, 150))
    const { status, retryAfter, text } = answer
    if (status === 200) {
      const { bid: placed, entry_seq: entrySeq, entry_hash: entryHash } = dataOf(text)
      entry.outcome = { kind: 'placed', seq: placed.seq, entrySeq, entryHash, receivedAt: placed.received_at }
      return
    }
    const seconds = Number(retryAfter)
    const isRetryable = status === 503 || status === 429 || ((status === 502 || status === 504) && retryAfter)
    if (isRetryable && retryAfter !== undefined && Number.isFinite(seconds))
      return delay(seconds * 1000 + random.whole(0, 200))
    if (status < 500) {
      entry.outcome = { kind: 'refused', status, code: codeOf(text) }
      return
    }
    ledger.protocolErrors.push(`${status}${status === 503 ? ' without Retry-After' : ''}: ${text.slice(0, 120)}`)
    await delay(500)
  }

  async function run(bidder: Bidder, index: number): Promise<void> {
    const client = new Client(options.originOf(index), {
      pipelining: 1,
      headersTimeout: HANG_MS,
      bodyTimeout: HANG_MS,
      connect: { timeout: 5_000, rejectUnauthorized: false },
    })
    await delay(random.next() * pause)
    while (!stopping) {
      const due = performance.now() + pause * (0.5 + random.next())
      await bid(bidder, index, client)
      await delay(Math.max(0, due - performance.now()))
    }
    await client.destroy()
  }

  const running = Promise.all(bidders.map(run))
  return {
    ledger,
    async placed(count, withinMs = retryForMs) {
      const goal = placedSoFar + count
      let check: () => void = () => undefined
      const reached = new Promise<boolean>((resolve) => {
        check = () => void (placedSoFar >= goal && resolve(true))
        waiting.add(check)
      })
      const timeout = new AbortController()
      const late = delay(withinMs, false, { signal: timeout.signal }).catch(() => false)
      try {
        return await Promise.race([reached, late])
      } finally {
        timeout.abort()
        waiting.delete(check)
      }
    },
    async longestPause(milliseconds, of) {
      let last = performance.now()
      let longest = 0
      const note = () => {
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      }
      const acknowledged = (bidder: number) => void (of(bidder) && note())
      noticing.add(acknowledged)
      await delay(milliseconds)
      noticing.delete(acknowledged)
      note()
      return longest
    },
    async stop() {
      stopping = true
      await running
      return ledger
    },
  }
}

function wasRecordedBefore({ outcome }: LedgerEntry, at: number): boolean {
  return outcome.kind === 'placed' && Date.parse(outcome.receivedAt) < at - CLOCK_TOLERANCE_MS
}

interface PlacedAnswer {
  bid: { seq: number; received_at: string }
  entry_seq: number
  entry_hash: string
}

function dataOf(text: string): PlacedAnswer {
  return (JSON.parse(text) as { data: PlacedAnswer }).data
}

function codeOf(text: string): string {
  try {
    return String((JSON.parse(text) as { code?: string }).code)
  } catch {
    return text.slice(0, 60)
  }
}

/** Separate connections for requests that are sent twice. */
export function sideConnections(): Agent {
  return new Agent({ pipelining: 1, connect: { timeout: 5_000 } })
}
