import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedError } from '@/lib/server/db/embedded/embedded-error'

/**
 * After a kill −9 of the portal its PostgreSQL may live on, or may have left `postmaster.pid` behind: the former is
 * stopped; the latter PostgreSQL clears up itself, except where the process id now belongs to a stranger (common in
 * containers), which it would take for a living server.
 *
 * Call with the data lock held: then no living portal uses this cluster.
 */
export async function clearLeftover(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (!Number.isInteger(pid) || !isAlive(pid)) return
  if (!commandOf(pid).includes(cluster)) {
    rmSync(file, { force: true })
    return
  }
  if (!(await stopProcess(pid))) {
    throw new EmbeddedError(`An earlier database server (process ${pid}) still runs on ${cluster} and does not stop.`)
  }
}

/** Asks a PostgreSQL server to stop: fast (sessions are ended), then immediate (the next start recovers). */
export async function stopProcess(pid: number): Promise<boolean> {
  for (const [signal, seconds] of [['SIGINT', 20], ['SIGQUIT', 5]] as const) {
    if (!send(pid, signal)) return true
    for (let waited = 0; waited < seconds * 1_000; waited += 20) {
      if (!isAlive(pid)) return true
      await delay(20)
    }
  }
  return !isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** In a container whose first process does not reap, an ended server stays in the table for ever. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}

function commandOf(pid: number): string {
  try {
    return existsSync('/proc/self/cmdline')
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
