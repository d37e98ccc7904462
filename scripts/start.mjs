import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isBuildFresh, wasBuilt } from './fingerprint.mjs'
import { explainListening, machineProblem } from './machine.mjs'
import { openServerConsole, print, printProblem } from './progress.mjs'
import { createServer } from 'node:net'

/** Explains why the portal cannot listen on the port, with the process that uses it if known; null if it can. */
async function portProblem(port, host) {
  const code = await tryToListen(port, host)
  if (code === null) return null
  const holder = code === 'EADDRINUSE' ? holderOf(port) : null
  if (holder === null) return explainListening(code, port, host)
  return `Port ${port} is taken by ${holder}. Stop that, or choose another: PORT=${port + 1} npm start`
}

function tryToListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code ?? error.message))
    server.listen({ port, ...(host ? { host } : {}) }, () => server.close(() => resolve(null)))
  })
}

/** Finds the process that listens on the port, on Linux only. Processes of other accounts are visible only to root. */
function holderOf(port) {
  try {
    const inodes = new Set()
    for (const table of ['tcp', 'tcp6']) {
      for (const line of readFileSync(`/proc/net/${table}`, 'utf8').split('\n').slice(1)) {
        const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
        if (state === '0A' && Number.parseInt(local.split(':')[1], 16) === port) inodes.add(`socket:[${inode}]`)
      }
    }
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      if (openFiles(pid).some((file) => inodes.has(file))) {
        return `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} (process ${pid})`
      }
    }
  } catch {
    // The system is not Linux, or reading is not permitted.
  }
  return null
}

function openFiles(pid) {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`)
      } catch {
        return ''
      }
    })
  } catch {
    return []
  }
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
if (existsSync('.env') && typeof process.loadEnvFile === 'function') process.loadEnvFile('.env')
process.env.NEXT_TELEMETRY_DISABLED = '1'
openServerConsole()

const dev = process.argv.includes('--dev')
const problem = machineProblem() ?? (await configuredPortProblem())
if (problem !== null) {
  printProblem(problem)
  process.exitCode = 1
} else {
  await (dev ? startWithReload() : startBuilt()).catch((error) => {
    printProblem(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  })
}

async function configuredPortProblem() {
  const port = Number(process.env.PORT || 3000)
  // An invalid PORT is reported by the check of the environment.
  return Number.isInteger(port) && port > 0 && port <= 65_535 ? portProblem(port, process.env.HOST) : null
}

async function startBuilt() {
  if (!isBuildFresh()) {
    print(
      wasBuilt() ? 'Building, because the sources have changed since the last build:' : 'Building for the first time:',
    )
    const { build } = await import('./build.mjs')
    await build()
  }
  process.env.NODE_ENV = 'production'
  await import('../dist/main.js')
}

/** Restarts the server when one of its sources changes. Next reloads the pages itself. */
async function startWithReload() {
  const args = ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts']
  const child = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  })
  // The child also receives Ctrl-C and stops gracefully; other signals must be forwarded.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 0)))
}
