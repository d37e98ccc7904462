import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { hashToken, newToken } from '@/lib/server/accounts/links'
import { startBenchPortal, type BenchPortal } from './support/portal'
import { anyShot, type Shot } from '@/tests/support/bad-requests/requests'
import { fire, type Reply } from '@/tests/support/bad-requests/send'

/**
 * `npm run fuzz -- --requests 20000 --seed 7`: fires generated bad requests at the built portal, and fails where one is answered with 5xx or not at
 * all, where the process ends, or where it does not give back what it took. The same seed fires the same requests.
 */
const requests = option('requests', 20_000)
const seed = option('seed', Math.floor(Math.random() * 2 ** 31))
const AT_ONCE = 12
const PATIENCE_MS = 45_000
const SETTLE_MS = 20_000
/** Growth that is no leak: code that was compiled, pages and caches that have their own bounds. */
const MEMORY_GROWTH = 350 * 1024 * 1024
const FILES_GROWTH = 400

interface Fault {
  what: string
  shot: Shot
}

interface Standing {
  startedAt: number
  heap: number
  memory: number
  watchers: number
  files: number
  uploads: number
}

console.log(`fuzz: ${requests} requests, seed ${seed}`)
const portal = await startBenchPortal({ demo: true })
try {
  process.exitCode = (await run(portal)) ? 0 : 1
} finally {
  await portal.stop()
}

async function run({ origin, port, pool, staffToken }: BenchPortal): Promise<boolean> {
  const account = newToken()
  await pool.query(
    `insert into portal.sessions (token_hash, account_id, expires_at, user_agent, address)
     select $1, min(id), now() + interval '1 day', 'fuzz', 'fuzz' from cms.companies`,
    [hashToken(account)],
  )
  const shots = fc.sample(anyShot({ account, staff: staffToken }), { numRuns: requests, seed })
  // What the first requests of their kind make the process load is no growth of the rest.
  const warm = Math.min(shots.length, Math.max(100, Math.floor(shots.length / 10)))
  const faults: Fault[] = []
  const counts = new Map<string, number>()
  await volley(port, shots.slice(0, warm), faults, counts)
  const before = await standing(origin)
  const began = performance.now()
  await volley(port, shots.slice(warm), faults, counts)
  const seconds = (performance.now() - began) / 1000
  const after = await settled(origin, before)

  const complaints = [
    ...distinct(faults),
    ...(after === null ? ['the portal does not answer any more'] : compared(before, after)),
  ]
  console.log(
    `${shots.length} sent, ${Math.round((shots.length - warm) / seconds)}/s: ${[...counts]
      .sort()
      .map(([status, count]) => `${status} × ${count}`)
      .join(', ')}`,
  )
  if (after !== null)
    console.log(
      `memory ${mb(before.memory)} → ${mb(after.memory)}, heap ${mb(before.heap)} → ${mb(after.heap)}, watchers ${after.watchers}, files of Next ${before.files} → ${after.files}`,
    )
  for (const complaint of complaints) console.log(`  ✗ ${complaint}`)
  console.log(
    complaints.length === 0 ? `No fault (seed ${seed}).` : `${complaints.length} kinds of faults (seed ${seed}).`,
  )
  return complaints.length === 0
}

async function volley(
  port: number,
  shots: readonly Shot[],
  faults: Fault[],
  counts: Map<string, number>,
): Promise<void> {
  let next = 0
  async function shooter(): Promise<void> {
    for (let shot = shots[next++]; shot !== undefined; shot = shots[next++])
      note(shot, await fire(port, shot, PATIENCE_MS), faults, counts)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, shooter))
}

function note(shot: Shot, reply: Reply, faults: Fault[], counts: Map<string, number>): void {
  for (const status of reply.statuses.length > 0 ? reply.statuses : ['closed'])
    counts.set(String(status), (counts.get(String(status)) ?? 0) + 1)
  const bad = reply.statuses.find((status) => status >= 500)
  if (bad !== undefined) faults.push({ what: String(bad), shot })
  else if (reply.hangs) faults.push({ what: `no answer in ${PATIENCE_MS / 1000} s`, shot })
}

/** One example of each kind: so many lines are read, not thousands. */
function distinct(faults: readonly Fault[]): string[] {
  const kinds = new Map<string, { example: Fault; times: number }>()
  for (const fault of faults) {
    const kind = `${fault.shot.area} ${fault.what} ${fault.shot.name.replace(/[?].*|%[\da-f]{2}|\d+/gi, '*').slice(0, 60)}`
    const known = kinds.get(kind)
    kinds.set(kind, { example: known?.example ?? fault, times: (known?.times ?? 0) + 1 })
  }
  return [...kinds.values()].map(
    ({ example: { what, shot }, times }) =>
      `${what} × ${times}, ${shot.area}, ${shot.manner}: ${JSON.stringify(shot.bytes.toString('latin1').slice(0, 700))}`,
  )
}

async function standing(origin: string): Promise<Standing> {
  const text = await (await fetch(`${origin}/api/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} ([\\d.e+]+)$`, 'm').exec(text)?.[1])
  return {
    startedAt: figure('process_start_time_seconds'),
    heap: figure('nodejs_heap_size_used_bytes') + figure('nodejs_external_memory_bytes'),
    memory: figure('process_resident_memory_bytes'),
    watchers: figure('portal_watchers'),
    files: filesOf('.next/server') + filesOf('.next/cache'),
    uploads: uploadsOnDisk(),
  }
}

/** The lowest of what stands in the time after: the collector comes when it likes. */
async function settled(origin: string, before: Standing): Promise<Standing | null> {
  let best = null as Standing | null
  const until = performance.now() + SETTLE_MS
  do {
    const now = await standing(origin).catch(() => null)
    if (now !== null)
      best = {
        ...now,
        heap: Math.min(now.heap, best?.heap ?? now.heap),
        memory: Math.min(now.memory, best?.memory ?? now.memory),
      }
    if (best !== null && compared(before, best).length === 0) break
    await delay(500)
  } while (performance.now() < until)
  return best
}

function compared(before: Standing, after: Standing): string[] {
  return [
    ...(after.startedAt === before.startedAt ? [] : ['the process ended and was started again']),
    ...(after.watchers === 0 ? [] : [`${after.watchers} watchers are still counted`]),
    ...(after.memory - before.memory < MEMORY_GROWTH
      ? []
      : [`memory grew from ${mb(before.memory)} to ${mb(after.memory)}`]),
    ...(after.heap - before.heap < MEMORY_GROWTH / 2
      ? []
      : [`the heap grew from ${mb(before.heap)} to ${mb(after.heap)}`]),
    ...(after.uploads <= before.uploads ? [] : [`${after.uploads - before.uploads} uploads were left on disk`]),
    ...(after.files - before.files < FILES_GROWTH ? [] : [`Next left ${after.files - before.files} files`]),
  ]
}

function filesOf(directory: string): number {
  return existsSync(directory) ? readdirSync(directory, { recursive: true }).length : 0
}

function uploadsOnDisk(): number {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('portal-upload-')).length
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : Number(process.argv[at + 1])
}
