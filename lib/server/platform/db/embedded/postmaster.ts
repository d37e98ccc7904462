import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, explainOutput } from './cluster'
import { type ClusterPlace, type OperatingUser, spawnOptions, EmbeddedError } from './cluster-place'

/**
 * After a kill −9 of the portal its PostgreSQL may live on, or may have left `postmaster.pid` behind: the former is
 * stopped; the latter PostgreSQL clears up itself, except where the process id now belongs to a stranger (common in
 * containers), which it would take for a living server.
 *
 * Call with the data lock held: then no living portal uses this cluster.
 */
async function clearLeftover(cluster: string): Promise<void> {
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
async function stopProcess(pid: number): Promise<boolean> {
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 5],
  ] as const) {
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

export interface Postmaster {
  pid: number
  /** Settles when the server has ended, whyever. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** Recovery after a crash reads the log from the last checkpoint (at most `max_wal_size`): long on a slow disk. */
const START_TIMEOUT_MS = 300_000

/** Starts PostgreSQL on the cluster and waits until it answers at `url`. @throws {EmbeddedError} */
export async function startPostmaster(
  binaries: Binaries,
  place: ClusterPlace,
  user: OperatingUser | null,
  url: string,
  settings: Record<string, string>,
): Promise<Postmaster> {
  await clearLeftover(place.cluster)
  const output = openSync(place.startLog, 'w')
  // A session of its own: Ctrl-C in the terminal must reach the portal alone, which still needs the database.
  const server = spawn(binaries.postgres, ['-D', place.cluster, ...flags(place, settings)], {
    ...spawnOptions(user),
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => resolve())
    server.once('error', () => resolve())
  })
  if (server.pid === undefined) {
    await ended
    throw explainOutput('PostgreSQL could not be started', '')
  }
  server.unref()
  const guard = spawnGuard(server.pid)

  async function stop(): Promise<void> {
    guard.kill('SIGKILL')
    // Nothing else may be left to keep this process alive until the server has ended.
    server.ref()
    if (server.pid !== undefined) await stopProcess(server.pid)
    await ended
  }
  if (!(await answers(url, server))) {
    await stop()
    throw explainOutput('PostgreSQL did not start', readFileSync(place.startLog, 'utf8'))
  }
  return { pid: server.pid, ended, stop }
}

/** Stops the server when this process is gone: its end of the pipe closes, even after a kill −9. */
function spawnGuard(pid: number): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', 'cat >/dev/null; kill -INT "$1"', 'sh', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  guard.on('error', () => undefined)
  if (guard.stdin !== null && 'unref' in guard.stdin) (guard.stdin as unknown as { unref(): void }).unref()
  return guard
}

async function answers(url: string, server: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadline) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return true
    } catch {
      await delay(20)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return false
}

function flags(place: ClusterPlace, settings: Record<string, string>): string[] {
  const megabytes = Math.floor(totalmem() / 1024 / 1024)
  const all: Record<string, string> = {
    // Reached by its socket alone, in a directory that nobody else may enter.
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: place.socket,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: `${Math.min(256, Math.max(64, Math.floor(megabytes / 8)))}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(megabytes / 2))}MB`,
    // Acknowledged means committed, on the disk.
    fsync: 'on',
    synchronous_commit: 'on',
    max_wal_size: '512MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A file for each day of the week, the oldest overwritten: bounded without a log rotator.
    logging_collector: 'on',
    log_directory: place.logDirectory,
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_file_mode: '0600',
    ...settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
