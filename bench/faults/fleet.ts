import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbedded } from '@/lib/server/platform/db/embedded'
import { createPool, type Pool } from '@/lib/server/platform/db/pool'
import { vanishingNetwork, type VanishingNetwork } from '@/tests/support/vanishing-network'
import { admin, finished, signIn } from '../support/portal'

const HOST = '127.0.0.1'
/** The tests' key, so that their helpers can read the record. */
const SECRET = 'the-secret-of-the-tests-and-of-nothing-else'
const START_WITHIN_MS = 120_000
/**
 * Below the ephemeral ports, one of which could be taken while a portal is down. Each process begins at another port,
 * because a fleet knows its ports before it listens on them, and browser tests and other checkouts open fleets too.
 */
let nextPort = 3300 + 20 * (process.pid % 1000)

/** A built portal in a process that can be killed, frozen and restarted on the same port and data. */
export interface PortalProcess {
  port: number
  origin: string
  pid(): number
  running(): boolean
  /** Resolves when the portal is ready. */
  start(): Promise<void>
  /** Sends a signal; with SIGTERM and SIGKILL, resolves when the process has exited. */
  signal(signal: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
  /** Its log so far. */
  log(): string
}

/** A supervised PostgreSQL, which is restarted when it exits. */
export interface FleetDatabase {
  url: string
  pid(): number
  stop(): Promise<void>
}

export interface Fleet {
  database: FleetDatabase
  /** The portals' only connections to the database. */
  network: VanishingNetwork
  /** The part of it that each portal uses, in the order of `portals`. */
  networks: VanishingNetwork[]
  portals: PortalProcess[]
  /** Bypasses the simulated network. */
  pool: Pool
  /** The origin of the first portal. */
  origin: string
  staffToken: string
  directory: string
  close(): Promise<void>
}

export interface FleetOptions {
  portals?: number
  environment?: Record<string, string>
  /** The database's directory, by default next to the portals' files. */
  databaseDirectory?: string
  settings?: Record<string, string>
  openDatabase?: (directory: string) => Promise<FleetDatabase>
  /** Runs on the empty database before the first portal starts. */
  prepare?: (pool: Pool) => Promise<unknown>
}

/** Built portals, one process each, on one PostgreSQL with its default durability. */
export async function openFleet(options: FleetOptions = {}): Promise<Fleet> {
  const { portals: count = 1, environment = {}, settings } = options
  const directory = mkdtempSync(join(tmpdir(), 'portal-faults-'))
  chmodSync(directory, 0o711)
  const openDatabase =
    options.openDatabase ?? ((dataDirectory: string) => startEmbedded({ dataDirectory, ...(settings && { settings }) }))
  const database = await openDatabase(options.databaseDirectory ?? directory)
  const networks: VanishingNetwork[] = []
  for (let index = 0; index < count; index += 1) networks.push(await vanishingNetwork(database.url))
  const network = togetherOf(networks)
  const pool = createPool({ url: database.url, onIdleError: () => undefined })
  const base = {
    ...process.env,
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    HOST,
    PAYLOAD_SECRET: SECRET,
    DEMO: 'off',
    STAFF_TWO_FACTOR: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ADMIN_PASSWORD: admin.password,
    ...environment,
  }
  const portals: PortalProcess[] = []
  for (const { url } of networks) portals.push(await portalProcess({ ...base, DATABASE_URL: url }, directory))

  async function close(): Promise<void> {
    await Promise.all(portals.filter((portal) => portal.running()).map((portal) => portal.signal('SIGTERM')))
    await pool.end().catch(() => undefined)
    await network.close()
    await database.stop()
    rmSync(directory, { recursive: true, force: true })
  }

  try {
    await options.prepare?.(pool)
    // Only the first one migrates.
    await portals[0]!.start()
    await Promise.all(portals.slice(1).map((portal) => portal.start()))
    await finished(
      spawn(process.execPath, ['scripts/command.mjs', 'create-admin', admin.email, 'Faults'], {
        env: { ...base, DATABASE_URL: database.url },
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    )
    const { origin } = portals[0]!
    return { database, network, networks, portals, pool, origin, staffToken: await signIn(origin), directory, close }
  } catch (error) {
    for (const portal of portals) console.error(portal.log().slice(-2_000))
    await close()
    throw error
  }
}

function togetherOf(networks: VanishingNetwork[]): VanishingNetwork {
  const [first] = networks
  if (first === undefined) throw new Error('a fleet has at least one portal')
  const all = (act: (network: VanishingNetwork) => void) => () => networks.forEach(act)
  return {
    url: first.url,
    dropPackets: all((network) => network.dropPackets()),
    restore: all((network) => network.restore()),
    cut: all((network) => network.cut()),
    delayBy: (milliseconds) => networks.forEach((network) => network.delayBy(milliseconds)),
    redirectTo: (url) => networks.forEach((network) => network.redirectTo(url)),
    close: async () => void (await Promise.all(networks.map((network) => network.close()))),
  }
}

async function portalProcess(environment: NodeJS.ProcessEnv, directory: string): Promise<PortalProcess> {
  const port = await takePort()
  const origin = `http://${HOST}:${port}`
  const data = join(directory, `portal-${port}`)
  const logFile = join(data, 'log')
  mkdirSync(data, { recursive: true })
  let child: ChildProcess | null = null
  const running = () => child !== null && child.exitCode === null && child.signalCode === null

  return {
    port,
    origin,
    pid: () => child?.pid ?? 0,
    running,
    log: () => readFileSync(logFile, 'utf8'),
    async start() {
      const log = openSync(logFile, 'a')
      // Uses the existing build, even if sources have changed since.
      child = spawn(process.execPath, ['dist/main.js'], {
        env: { ...environment, PORT: String(port), DATA_DIR: data },
        stdio: ['ignore', log, log],
      })
      await untilReady(origin, running)
    },
    async signal(signal) {
      if (!running()) return
      const ended = once(child!, 'close')
      child!.kill(signal)
      if (signal === 'SIGTERM' || signal === 'SIGKILL') await ended
    },
  }
}

export async function untilReady(origin: string, running: () => boolean = () => true): Promise<void> {
  const until = Date.now() + START_WITHIN_MS
  while (Date.now() < until) {
    if (!running()) throw new Error(`the portal at ${origin} exited before it was ready`)
    const answer = await fetch(`${origin}/api/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await delay(50)
  }
  throw new Error(`the portal at ${origin} was not ready within ${START_WITHIN_MS / 1000} s`)
}

/** The next free port. */
export async function takePort(): Promise<number> {
  for (;;) {
    const port = nextPort++
    const isInUse = await new Promise<boolean>((resolve) => {
      const socket = connect(port, HOST)
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('close', () => undefined)
      setTimeout(() => socket.destroy(), 500).unref()
    })
    if (!isInUse) return port
  }
}
