import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { check, type Check } from '../compare'
import { openFleet, type PortalProcess } from '../fleet'
import { beginBidding, type Scenario } from '../scenario'

const PROCESSES = 2
const SETTLED_BIDS = 50
const REPLACED_WITHIN_MS = 120_000
const METRICS_WITHIN_MS = 60_000
/** Connections opened while a process accepts none. */
const CALLERS = 20
const CALL_TIMEOUT_MS = 10_000

export const severalProcesses: Scenario = {
  id: 'F4',
  what: `one portal of ${PROCESSES} processes behind one port: one killed −9, then all stopped`,
  async run(options) {
    const fleet = await openFleet({ environment: { SERVERS: String(PROCESSES) } })
    const [portal] = fleet.portals as [PortalProcess]
    try {
      const bidding = await beginBidding(fleet, options)
      if (!(await allReady(portal))) throw new Error(`not all processes answer:\n${portal.log()}`)
      const before = workersOf(portal)
      await bidding.clients.placed(SETTLED_BIDS)
      const answered = await bidsOfAllProcesses(portal)
      let leftWaiting = 0
      for (const [number, pid] of before.entries()) {
        await bidding.clients.placed(SETTLED_BIDS)
        await delay(options.random.whole(0, 300))
        leftWaiting += await killBeforeItAccepts(pid, portal)
        await bidding.clients.placed(SETTLED_BIDS)
        if (!(await allReady(portal))) throw new Error(`process ${number + 1} was not replaced:\n${portal.log()}`)
      }
      await bidding.clients.placed(SETTLED_BIDS)
      const checks = await bidding.finish()
      const after = workersOf(portal)
      await portal.signal('SIGTERM')
      const remaining = after.filter((pid) => commandOf(pid).includes('dist/main.js'))
      return [
        ...checks,
        ...replaced(before, after),
        check('connections that a killed process neither answered nor closed', leftWaiting === 0, leftWaiting),
        check('silent streams', bidding.watching.silences() === 0, bidding.watching.silences()),
        {
          // The system chooses which process accepts a connection, so one may get all bidders.
          what: 'bids answered by each process, as its own metrics show',
          passed: answered.length === PROCESSES && answered.reduce((sum, count) => sum + count, 0) >= SETTLED_BIDS,
          observed: answered.join(' and '),
        },
        { what: 'processes left after stopping', passed: remaining.length === 0, observed: `${remaining.length}` },
      ]
    } finally {
      await fleet.close()
    }
  },
}

/** Kills a process with connections that it has not accepted; returns how many were neither answered nor closed. */
async function killBeforeItAccepts(pid: number, { port }: PortalProcess): Promise<number> {
  process.kill(pid, 'SIGSTOP')
  const calls = Array.from({ length: CALLERS }, () => call(port))
  await Promise.all(calls.map(({ connected }) => connected))
  // The other process accepts some of the connections.
  await Promise.race(calls.map(({ ended }) => ended))
  process.kill(pid, 'SIGKILL')
  const ended = await Promise.all(calls.map(({ ended: whether }) => whether))
  return ended.filter((whether) => !whether).length
}

/** `ended`: true if the connection was answered or closed in time. */
function call(port: number): { connected: Promise<void>; ended: Promise<boolean> } {
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(CALL_TIMEOUT_MS)
  socket.write('GET /api/health/live HTTP/1.0\r\nHost: localhost\r\n\r\n')
  const connected = new Promise<void>((resolve) => {
    socket.once('connect', resolve)
    socket.once('close', () => resolve())
  })
  const ended = new Promise<boolean>((resolve) => {
    socket.on('error', () => undefined)
    socket.once('data', () => resolve(true))
    socket.once('close', () => resolve(true))
    socket.once('timeout', () => resolve(false))
  }).finally(() => socket.destroy())
  return { connected, ended }
}

function replaced(before: number[], after: number[]): Check[] {
  const isWhole =
    before.length === PROCESSES && after.length === PROCESSES && after.every((pid) => !before.includes(pid))
  return [
    {
      what: 'each killed process replaced by one',
      passed: isWhole,
      observed: `${before.join(', ')} by ${after.join(', ')}`,
    },
  ]
}

/** The serving processes: children of the started one, without its PostgreSQL. */
function workersOf(portal: PortalProcess): number[] {
  return readFileSync(`/proc/${portal.pid()}/task/${portal.pid()}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
    .filter((pid) => commandOf(pid).includes('dist/main.js'))
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Waits for an answer of every process. It opens many connections at once, because the kernel gives most single ones to one process. */
async function allReady(portal: PortalProcess): Promise<boolean> {
  const seen = new Set<string>()
  for (const until = Date.now() + REPLACED_WITHIN_MS; Date.now() < until; await delay(20)) {
    for (const [worker] of await scrapeAll(portal)) seen.add(worker)
    if (seen.size === PROCESSES) return true
  }
  return false
}

/** The bids that each process answered since its start, as its own metrics show. */
async function bidsOfAllProcesses(portal: PortalProcess): Promise<number[]> {
  const answered = new Map<string, number>()
  for (const until = Date.now() + METRICS_WITHIN_MS; Date.now() < until; await delay(20)) {
    for (const [worker, bids] of await scrapeAll(portal)) answered.set(worker, bids)
    if (answered.size === PROCESSES) break
  }
  return [...answered.values()]
}

const scrapeAll = async (portal: PortalProcess) =>
  (await Promise.all(Array.from({ length: CALLERS }, () => scrape(portal)))).flat()

/** One process' number and its answered bids; nothing if none answered. */
async function scrape({ origin }: PortalProcess): Promise<[worker: string, bids: number][]> {
  const answer = await fetch(`${origin}/api/metrics`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  }).catch(() => null)
  if (!answer?.ok) return []
  const text = await answer.text().catch(() => '')
  const worker = /worker="(\d+)"/.exec(text)?.[1]
  const bids =
    /^portal_api_call_seconds_count\{(?=.*call="bids\.place")(?=.*status="200").*\} (\d+)$/m.exec(text)?.[1] ?? '0'
  return worker === undefined ? [] : [[worker, Number(bids)]]
}
