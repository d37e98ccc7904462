import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries, DATABASE_NAME, ensureCluster } from '@/lib/server/platform/db/embedded/cluster'
import {
  existingClusterPlace,
  prepareClusterPlace,
  publicDirectory,
  type ClusterPlace,
  chooseOperatingUser,
  EmbeddedError,
  explainFileError,
} from '@/lib/server/platform/db/embedded/cluster-place'
import { startPostmaster, type Postmaster } from '@/lib/server/platform/db/embedded/postmaster'
import { createHash } from 'node:crypto'
import { connect, createServer, type Server } from 'node:net'

type DataLock = { ok: true; release(): void } | { ok: false; holder: string }

/**
 * One portal at a time on one directory. The lock is a unix socket that its holder listens on: the system gives it
 * up with the process, however that ends, so no stale lock and no reused process id can ever mislead. Who finds it
 * taken asks the holder for its process id.
 */
async function acquireDataLock(directory: string): Promise<DataLock> {
  const { dev, ino } = statSync(directory)
  const name = `gas-auction-portal-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)}`
  // Linux has names without files. Elsewhere a file stays behind a killed process, and nobody answers on it.
  const path = process.platform === 'linux' ? `\0${name}` : `/tmp/${name}-${process.getuid?.()}.lock`
  for (let attempt = 0; ; attempt += 1) {
    const server = await listen(path)
    if (server !== null) return { ok: true, release: () => server.close() }
    const holder = await askHolder(path)
    if (holder !== null || attempt === 3) return { ok: false, holder: holder ?? 'another process' }
    if (!path.startsWith('\0')) rmSync(path, { force: true })
  }
}

function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.end(`process ${process.pid}`)
    })
    server.unref()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen(path, () => resolve(server))
  })
}

/** `null`: nobody listens any more. A holder that is stopped in its tracks holds the lock all the same. */
function askHolder(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(path)
    socket.setTimeout(1_000, () => {
      socket.destroy()
      resolve('another process')
    })
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('end', () => resolve(answer || 'another process'))
    socket.on('error', () => resolve(null))
  })
}

export interface EmbeddedDatabase {
  /** The connection string, by unix socket, with the password: never print it. */
  url: string
  /** Where the data really is; differs from the data directory when PostgreSQL's account cannot enter that. */
  home: string
  /** The server's process id, which changes when it had to be started again. */
  pid(): number
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Absolute path. */
  dataDirectory: string
  /** PostgreSQL settings beside ours, such as `fsync=off` for tests. */
  settings?: Record<string, string>
  /** Told when the server ended by itself and is being started again. */
  onRestart?: (reason: string) => void
}

/**
 * Starts the portal's own PostgreSQL in `dataDirectory`, made on the first start, and watches over it: should it end
 * by itself (out of memory, killed), it is started again while the portal goes on.
 *
 * @throws {EmbeddedError} with a sentence, for whatever keeps it from starting.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDirectory, settings = {}, onRestart = () => undefined } = options
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw explainFileError(`The data directory ${dataDirectory} cannot be made`, error)
  }
  const user = chooseOperatingUser(`${dataDirectory}/postgres`)
  const binaries = findBinaries(user, publicDirectory)
  const place = prepareClusterPlace(dataDirectory, user)
  const lock = await acquireDataLock(place.home)
  if (!lock.ok) {
    throw new EmbeddedError(
      `Another portal (${lock.holder}) already runs on the data in ${dataDirectory}. Stop it, or set DATA_DIR to another directory.`,
    )
  }

  let postmaster: Postmaster
  let url: string
  let stopping = false
  const start = () => startPostmaster(binaries, place, user, url, settings)
  try {
    url = urlOf(place, await ensureCluster(binaries, place, user), 'postgres')
    postmaster = await start()
    await ensureDatabase(url)
  } catch (error) {
    lock.release()
    throw error
  }

  async function watchOver(): Promise<void> {
    for (let pause = 100; ; pause = Math.min(pause * 2, 10_000)) {
      await postmaster.ended
      if (stopping) return
      onRestart('the database server ended by itself and is started again')
      await delay(pause)
      try {
        if (stopping) return
        postmaster = await start()
        if (stopping) await postmaster.stop()
      } catch (error) {
        onRestart(error instanceof Error ? error.message : String(error))
      }
    }
  }
  const watching = watchOver()

  return {
    url: urlOf(place, new URL(url).password, DATABASE_NAME),
    home: place.home,
    pid: () => postmaster.pid,
    async stop() {
      stopping = true
      await postmaster.stop()
      await watching
      lock.release()
    },
  }
}

/** The embedded database of a portal that runs on `dataDirectory` now, for commands beside it; null where none runs. */
export async function attachEmbedded(dataDirectory: string): Promise<EmbeddedDatabase | null> {
  const place = existingClusterPlace(dataDirectory)
  if (place === null) return null
  const lock = await acquireDataLock(place.home)
  if (lock.ok) {
    lock.release()
    return null
  }
  const pid = Number.parseInt(readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8'), 10)
  const url = urlOf(place, readFileSync(place.passwordFile, 'utf8').trim(), DATABASE_NAME)
  return { url, home: place.home, pid: () => pid, stop: async () => undefined }
}

/** With a host name that nobody uses, because `new URL` refuses a user without a host; `host=` is what counts. */
function urlOf(place: ClusterPlace, password: string, database: string): string {
  return `postgresql://${DATABASE_NAME}:${password}@localhost:5432/${database}?host=${encodeURIComponent(place.socket)}`
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE_NAME])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME}`)
  } finally {
    await client.end()
  }
}

export { EmbeddedError } from '@/lib/server/platform/db/embedded/cluster-place'
