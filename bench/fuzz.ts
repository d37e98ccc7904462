import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { hashToken, newToken } from '@/lib/server/identity/tokens'
import { option } from './support/option'
import { startBenchPortal, type BenchPortal } from './support/portal'
import { anyShot, type Shot } from '@/tests/support/bad-requests/requests'
import { sendShot, type Reply } from '@/tests/support/bad-requests/send'

/**
 * `npm run fuzz -- --requests 20000 --seed 7` sends generated bad requests to the built portal. It fails if one gets 5xx
 * or no answer, or if the process exits or leaks memory. The same seed sends the same requests. `--rounds 4` continues
 * with other requests in the same process; HEAP_SNAPSHOTS=/tmp/fuzz writes a heap snapshot after each quarter.
 */
const requests = option('requests', 20_000)
const seed = option('seed', Math.floor(Math.random() * 2 ** 31))
const rounds = option('rounds', 1)
const CONCURRENCY = 12
const ANSWER_TIMEOUT_MS = 45_000
const SETTLE_MS = 20_000
/** Memory is measured after each part of a round. */
const PARTS = 4
/** Allowed growth over the last half of the requests, for late compilation and bounded caches. */
const HEAP_GROWTH = 16 * 1024 * 1024
const MEMORY_GROWTH = 96 * 1024 * 1024
const FILES_GROWTH = 400

interface Fault {
  what: string
  shot: Shot
}

interface PortalState {
  startedAt: number
  watchers: number
  files: number
  uploads: number
}

console.log(`fuzz: ${requests} requests${rounds > 1 ? `, ${rounds} rounds` : ''}, seed ${seed}`)
const portal = await startBenchPortal({ demo: true })
try {
  process.exitCode = (await run(portal)) ? 0 : 1
} finally {
  await portal.stop()
}

async function run({ origin, port, pool, staffToken, memoryAfterCollection }: BenchPortal): Promise<boolean> {
  const account = newToken()
  await pool.query(
    `insert into portal.sessions (token_hash, person_id, expires_at, user_agent, address)
     select $1, min(id), now() + interval '1 day', 'fuzz', 'fuzz' from portal.people`,
    [hashToken(account)],
  )
  const shots = Array.from({ length: rounds }, (_, round) =>
    fc.sample(anyShot({ account, staff: staffToken }), { numRuns: requests, seed: seed + round }),
  ).flat()
  const faults: Fault[] = []
  const counts = new Map<string, number>()
  const measurements: NodeJS.MemoryUsage[] = []
  const before = await portalState(origin)
  let seconds = 0
  for (let part = 0; part < rounds * PARTS; part += 1) {
    const of = (number: number) => Math.round((number * shots.length) / (rounds * PARTS))
    const began = performance.now()
    await sendAll(port, shots.slice(of(part), of(part + 1)), faults, counts)
    seconds += (performance.now() - began) / 1000
    const usage = await memoryAfterCollection().catch(() => null)
    if (usage === null) break
    measurements.push(usage)
    console.log(
      `after ${of(part + 1)}: heap ${mb(usage.heapUsed)}, external ${mb(usage.external)}, RSS ${mb(usage.rss)}`,
    )
  }
  const after = await stateAfterSettling(origin, before)

  const findings = [
    ...summarise(faults),
    ...(after === null ? ['the portal no longer answers'] : differences(before, after)),
    ...leaks(measurements),
  ]
  console.log(
    `${shots.length} sent, ${Math.round(shots.length / seconds)}/s: ${[...counts]
      .sort()
      .map(([status, count]) => `${status} × ${count}`)
      .join(', ')}`,
  )
  if (after !== null) console.log(`watchers ${after.watchers}, files of Next ${before.files} → ${after.files}`)
  for (const finding of findings) console.log(`  ✗ ${finding}`)
  console.log(findings.length === 0 ? `No fault (seed ${seed}).` : `${findings.length} kinds of fault (seed ${seed}).`)
  return findings.length === 0
}

async function sendAll(
  port: number,
  shots: readonly Shot[],
  faults: Fault[],
  counts: Map<string, number>,
): Promise<void> {
  let next = 0
  async function sendNext(): Promise<void> {
    for (let shot = shots[next++]; shot !== undefined; shot = shots[next++])
      recordReply(shot, await sendShot(port, shot, ANSWER_TIMEOUT_MS), faults, counts)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, sendNext))
}

function recordReply(shot: Shot, reply: Reply, faults: Fault[], counts: Map<string, number>): void {
  for (const status of reply.statuses.length > 0 ? reply.statuses : ['closed'])
    counts.set(String(status), (counts.get(String(status)) ?? 0) + 1)
  const bad = reply.statuses.find((status) => status >= 500)
  if (bad !== undefined) faults.push({ what: String(bad), shot })
  else if (reply.hangs) faults.push({ what: `no answer in ${ANSWER_TIMEOUT_MS / 1000} s`, shot })
}

/** Summarises the faults with one example of each kind. */
function summarise(faults: readonly Fault[]): string[] {
  const kinds = new Map<string, { example: Fault; times: number }>()
  for (const fault of faults) {
    const kind = `${fault.shot.area} ${fault.what} ${fault.shot.name.replace(/[?].*|%[\da-f]{2}|\d+/gi, '*').slice(0, 60)}`
    const entry = kinds.get(kind)
    kinds.set(kind, { example: entry?.example ?? fault, times: (entry?.times ?? 0) + 1 })
  }
  return [...kinds.values()].map(
    ({ example: { what, shot }, times }) =>
      `${what} × ${times}, ${shot.area}, ${shot.manner}: ${JSON.stringify(shot.bytes.toString('latin1').slice(0, 700))}`,
  )
}

async function portalState(origin: string): Promise<PortalState> {
  const text = await (await fetch(`${origin}/api/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} ([\\d.e+]+)$`, 'm').exec(text)?.[1])
  return {
    startedAt: figure('process_start_time_seconds'),
    watchers: figure('portal_watchers'),
    files: filesOf('.next/server') + filesOf('.next/cache'),
    uploads: uploadsOnDisk(),
  }
}

/** Waits for the last streams to close. */
async function stateAfterSettling(origin: string, before: PortalState): Promise<PortalState | null> {
  let last: PortalState | null = null
  const until = performance.now() + SETTLE_MS
  do {
    last = (await portalState(origin).catch(() => null)) ?? last
    if (last !== null && differences(before, last).length === 0) break
    await delay(500)
  } while (performance.now() < until)
  return last
}

function differences(before: PortalState, after: PortalState): string[] {
  return [
    ...(after.startedAt === before.startedAt ? [] : ['the process restarted']),
    ...(after.watchers === 0 ? [] : [`${after.watchers} watchers are still connected`]),
    ...(after.uploads <= before.uploads ? [] : [`${after.uploads - before.uploads} uploads were left on disk`]),
    ...(after.files - before.files < FILES_GROWTH ? [] : [`Next left ${after.files - before.files} files`]),
  ]
}

/**
 * In the first half of the requests the process loads code and fills its caches; in the second half its memory must
 * hardly grow. Garbage is collected before each measurement.
 */
function leaks(measurements: readonly NodeJS.MemoryUsage[]): string[] {
  const middle = measurements[measurements.length / 2 - 1]
  const last = measurements.at(-1)
  if (middle === undefined || last === undefined || measurements.length < rounds * PARTS) return []
  const used = (usage: NodeJS.MemoryUsage) => usage.heapUsed + usage.external
  return [
    ...(used(last) - used(middle) < HEAP_GROWTH
      ? []
      : [`the last half of the requests left ${mb(used(last) - used(middle))} more memory in and outside the heap`]),
    ...(last.rss - middle.rss < MEMORY_GROWTH ? [] : [`RSS grew by ${mb(last.rss - middle.rss)} in the last half`]),
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
