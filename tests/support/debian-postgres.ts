import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

interface Server {
  url: string
  home: string
  stop(): Promise<void>
}

const START_ATTEMPTS = 600
const START_INTERVAL_MS = 100

/**
 * Starts PostgreSQL from Debian's packages, such as `/usr/lib/postgresql/15/bin`, with a database `portal`. PostgreSQL
 * refuses to run as root, so for root it runs as `postgres`, an account that the package creates.
 */
export async function startDebianPostgres(
  binaries: string,
  directory: string,
  settings: Record<string, string>,
): Promise<Server> {
  const account = process.getuid?.() === 0 ? accountOf('postgres') : null
  const home = join(directory, 'debian')
  mkdirSync(home, { mode: 0o700 })
  if (account !== null) chownSync(home, account.uid, account.gid)
  const data = join(home, 'data')
  const initdb = spawnSync(
    join(binaries, 'initdb'),
    [
      ...['--pgdata', data, '--username', 'portal', '--auth', 'trust', '--encoding', 'UTF8'],
      // The Ukrainian order, as in the embedded database.
      ...['--locale', 'C', '--locale-provider', 'icu', '--icu-locale', 'uk'],
    ],
    { ...account, encoding: 'utf8', cwd: home },
  )
  if (initdb.status !== 0) throw new Error(`initdb failed:\n${initdb.stderr}`)
  const port = await findFreePort()
  const options = {
    ...settings,
    // Suites end connections on purpose and report refused statements themselves.
    log_min_messages: 'panic',
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: home,
  }
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, stdio: ['ignore', 'ignore', 'inherit'], cwd: home },
  )
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const url = `postgresql://portal@127.0.0.1:${port}`
  await createDatabase(`${url}/postgres`, () => server.exitCode !== null)
  return {
    url: `${url}/portal`,
    home,
    async stop() {
      server.kill('SIGINT')
      await exited
    },
  }
}

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

async function createDatabase(url: string, hasExited: () => boolean): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.query('create database portal')
      return
    } catch (error) {
      if (hasExited() || attempt === START_ATTEMPTS) throw error
      await delay(START_INTERVAL_MS)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
