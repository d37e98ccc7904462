import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'undici'
import { nextBid, type Bidder } from './bid-plan'

export interface PacedResult {
  /** Milliseconds from the planned sending to the answer, so that queueing before the server counts. */
  latencies: number[]
  statuses: Record<number, number>
  perSecond: number
  watchers: number
}

/** Sends bids when they are due, even if earlier ones are unanswered (an open loop). */
export async function pacedBids(load: {
  origin: string
  bidders: Bidder[]
  perSecond: number
  seconds: number
  answered?(seq: number, at: number): void
}): Promise<PacedResult> {
  const clients = load.bidders.map(() => new Client(load.origin, { pipelining: 1 }))
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  const waiting: Promise<void>[] = []
  const began = performance.now()
  const total = load.perSecond * load.seconds
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * load.perSecond))
    for (; sent < due; sent += 1) waiting.push(send(sent))
    // A busy loop would take a core from the measured processes.
    await delay(1)
  }
  await Promise.all(waiting)
  const seconds = (performance.now() - began) / 1000
  await Promise.all(clients.map((client) => client.close()))
  return { latencies, statuses, perSecond: total / seconds, watchers: 0 }

  async function send(index: number): Promise<void> {
    const planned = began + (index / load.perSecond) * 1000
    const at = index % clients.length
    const { path, headers, body } = nextBid(load.bidders[at]!)
    const response = await clients[at]!.request({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    const answer = (await response.body.json()) as { data?: { bid: { seq: number } } }
    const now = performance.now()
    latencies.push(now - planned)
    statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1
    if (answer.data) load.answered?.(answer.data.bid.seq, now)
  }
}
