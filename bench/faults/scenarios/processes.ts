import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Check } from '../compare'
import { openFleet, type PortalProcess } from '../fleet'
import { beginBidding, type Scenario } from '../scenario'

const PROCESSES = 2
const SETTLED_BIDS = 50
const REPLACED_WITHIN_MS = 120_000

export const severalProcesses: Scenario = {
  id: 'F4',
  what: `one portal of ${PROCESSES} processes behind one port: one killed −9, then all stopped`,
  async run(options) {
    const fleet = await openFleet({ environment: { SERVERS: String(PROCESSES) } })
    const [portal] = fleet.portals as [PortalProcess]
    try {
      const bidding = await beginBidding(fleet, options)
      const before = workersOf(portal)
      await bidding.clients.placed(SETTLED_BIDS)
      const answered = await answersOf(portal)
      for (const [number, pid] of before.entries()) {
        await bidding.clients.placed(SETTLED_BIDS)
        await delay(options.random.whole(0, 300))
        process.kill(pid, 'SIGKILL')
        await bidding.clients.placed(SETTLED_BIDS)
        if (!(await allReady(portal))) throw new Error(`process ${number + 1} was not replaced:\n${portal.log()}`)
      }
      await bidding.clients.placed(SETTLED_BIDS)
      const checks = await bidding.finish()
      const after = workersOf(portal)
      await portal.signal('SIGTERM')
      const left = after.filter((pid) => commandOf(pid).includes('dist/main.js'))
      return [
        ...checks,
        ...replaced(before, after),
        {
          what: 'bids answered by each process, as the metrics of the one port say',
          held: answered.length === PROCESSES && answered.every((count) => count > 0),
          seen: answered.join(' and '),
        },
        { what: 'no process left after stopping', held: left.length === 0, seen: `${left.length}` },
      ]
    } finally {
      await fleet.close()
    }
  },
}

function replaced(before: number[], after: number[]): Check[] {
  const isWhole =
    before.length === PROCESSES && after.length === PROCESSES && after.every((pid) => !before.includes(pid))
  return [
    { what: 'each killed process replaced by one', held: isWhole, seen: `${before.join(', ')} by ${after.join(', ')}` },
  ]
}

/** The processes that serve: children of the one that was started, beside its PostgreSQL. */
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

async function allReady(portal: PortalProcess): Promise<boolean> {
  const until = Date.now() + REPLACED_WITHIN_MS
  while (Date.now() < until) {
    const answer = await fetch(`${portal.origin}/api/health/ready`).catch(() => null)
    const body = (await answer?.json().catch(() => null)) as { data?: { servers?: { ready: number } } } | null
    if (body?.data?.servers?.ready === PROCESSES) return true
    await delay(50)
  }
  return false
}

/** Bids that each process has answered since it started. */
async function answersOf(portal: PortalProcess): Promise<number[]> {
  const text = await (await fetch(`${portal.origin}/api/metrics`)).text()
  const series =
    /^portal_api_call_seconds_count\{(?=.*call="bids\.place")(?=.*status="200")(?=.*worker="\d").*\} (\d+)$/gm
  return [...text.matchAll(series)].map(([, count]) => Number(count))
}
