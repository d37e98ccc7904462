/** `npm start` and `npm run dev`. Plain JavaScript without packages: it must be able to say that they are missing. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isBuildFresh, wasBuilt } from './fingerprint.mjs'
import { portProblem } from './port.mjs'
import { machineProblem } from './machine.mjs'
import { openServerConsole, say, sayProblem } from './progress.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
if (existsSync('.env') && typeof process.loadEnvFile === 'function') process.loadEnvFile('.env')
process.env.NEXT_TELEMETRY_DISABLED = '1'
openServerConsole()

const dev = process.argv.includes('--dev')
const problem = machineProblem() ?? (await wantedPortProblem())
if (problem !== null) {
  sayProblem(problem)
  process.exitCode = 1
} else {
  await (dev ? startWithReload() : startBuilt()).catch((error) => {
    sayProblem(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  })
}

async function wantedPortProblem() {
  const port = Number(process.env.PORT || 3000)
  // A PORT that is no port is said by the environment's own check, together with everything else.
  return Number.isInteger(port) && port > 0 && port <= 65_535 ? portProblem(port, process.env.HOST) : null
}

async function startBuilt() {
  if (!isBuildFresh()) {
    say(
      wasBuilt() ? 'Building, because the sources have changed since the last build:' : 'Building for the first time:',
    )
    const { build } = await import('./build.mjs')
    await build()
  }
  process.env.NODE_ENV = 'production'
  await import('../dist/main.js')
}

/** The server starts anew when one of its sources changes; Next reloads the pages itself. */
async function startWithReload() {
  const arguments_ = ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts']
  const child = spawn(process.execPath, arguments_, {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  })
  // Ctrl-C reaches the child too, which stops in order; a signal sent to this process alone is passed on.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 0)))
}
