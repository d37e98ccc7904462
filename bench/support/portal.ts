import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbedded } from '@/lib/server/platform/db/embedded'
import { createPool, type Pool } from '@/lib/server/platform/db/pool'
import { processorTimes } from './processor-times'

/** The built portal in a separate process, with a new database of PostgreSQL's default durability. */
export interface BenchPortal {
  origin: string
  host: string
  port: number
  databaseUrl: string
  pool: Pool
  /** An administrator's bearer token. */
  staffToken: string
  /** Bytes of RSS of all serving processes. */
  memory(): Promise<number>
  /** Seconds of CPU time of the portal's process and its descendants, by pid. */
  processorTimes(): Map<number, number>
  /** Collects garbage and returns the memory in use. Only for a single process. */
  memoryAfterCollection(): Promise<NodeJS.MemoryUsage>
  /** Stops the process gracefully, runs `meanwhile` and starts it again; returns the milliseconds of the start. */
  restart(meanwhile?: () => Promise<void>): Promise<number>
  /** Starts a second server on the same database. */
  startSecond(): Promise<SecondServer>
  /** Runs a command of the portal; returns its milliseconds. */
  command(name: string, args: string[], changes?: Record<string, string>): Promise<number>
  stop(): Promise<void>
}

export interface SecondServer {
  origin: string
  /** Like the portal's. */
  processorTimes(): Map<number, number>
  stop(): Promise<void>
}

const host = '127.0.0.1'
export const secret = 'a-secret-of-the-bench-and-of-nothing-else'
export const admin = { email: 'bench@example.com', password: 'bench-password-1' }

/**
 * @param demo whether to seed demo content
 * @param servers number of processes behind one port
 * @param limits whether requests and bids are limited
 */
export async function startBenchPortal({ demo = false, servers = 1, limits = false } = {}): Promise<BenchPortal> {
  const directory = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  chmodSync(directory, 0o711)
  const database = await startEmbedded({ dataDirectory: directory })
  const port = await freePort()
  const origin = `http://${host}:${port}`
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_URL: database.url,
    PAYLOAD_SECRET: secret,
    DATA_DIR: directory,
    SERVERS: String(servers),
    DEMO: demo ? 'on' : 'off',
    // The bench signs in without a second factor.
    STAFF_TWO_FACTOR: 'off',
    RATE_LIMITS: limits ? 'on' : 'off',
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: admin.password,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${new URL('memory-on-signal.mjs', import.meta.url).href}`,
    MEMORY_FILE: join(directory, 'memory.json'),
  }
  // The portal starts before the administrator is added, because a database in use gets no demo content.
  let portal = await startProcess(environment, origin)
  await finished(
    spawn(process.execPath, ['scripts/command.mjs', 'create-admin', admin.email, 'Bench'], {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  const pool = createPool({ url: database.url })
  return {
    origin,
    host,
    port,
    databaseUrl: database.url,
    pool,
    staffToken: await signIn(origin),
    async memory() {
      const text = await (await fetch(`${origin}/api/metrics`)).text()
      // There is one value per serving process.
      const each = text.matchAll(/^process_resident_memory_bytes(?:\{.*\})? (\d+)/gm)
      return [...each].reduce((sum, [, bytes]) => sum + Number(bytes), 0)
    },
    processorTimes: () => processorTimes(portal.pid!),
    async memoryAfterCollection() {
      const file = environment.MEMORY_FILE!
      rmSync(file, { force: true })
      portal.kill('SIGUSR2')
      while (!existsSync(file)) {
        if (portal.exitCode !== null || portal.signalCode !== null) throw new Error('the portal exited')
        await delay(100)
      }
      return JSON.parse(readFileSync(file, 'utf8')) as NodeJS.MemoryUsage
    },
    async restart(meanwhile) {
      await end(portal)
      await meanwhile?.()
      const began = performance.now()
      portal = await startProcess(environment, origin)
      return performance.now() - began
    },
    async startSecond() {
      const secondPort = await freePort()
      const secondOrigin = `http://${host}:${secondPort}`
      const second = await startProcess({ ...environment, PORT: String(secondPort) }, secondOrigin)
      return {
        origin: secondOrigin,
        processorTimes: () => processorTimes(second.pid!),
        stop: () => end(second),
      }
    },
    async command(name, args, changes) {
      const began = performance.now()
      await finished(
        spawn(process.execPath, ['scripts/command.mjs', name, ...args], {
          env: { ...environment, ...changes },
          stdio: ['ignore', 'ignore', 'inherit'],
        }),
      )
      return performance.now() - began
    },
    async stop() {
      await pool.end()
      await end(portal)
      await database.stop()
      for (const path of [database.home, directory]) rmSync(path, { recursive: true, force: true })
    },
  }
}

async function startProcess(env: NodeJS.ProcessEnv, origin: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the portal ended with ${child.exitCode}`)
    const ready = await fetch(`${origin}/api/health/ready`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return child
    await delay(100)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
}

export async function finished(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`a command ended with ${code}`)
}

export async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/cms-api/staff/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const { token } = (await response.json()) as { token?: string }
  if (!token) throw new Error(`the administrator could not sign in: ${response.status}`)
  return token
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
