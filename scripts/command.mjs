/** Runs a command of server/commands: `node scripts/command.mjs <name> [arguments]`. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { machineProblem } from './machine.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
if (existsSync('.env') && typeof process.loadEnvFile === 'function') process.loadEnvFile('.env')
process.env.NODE_ENV = 'production'
process.env.LOG_LEVEL ??= 'warn'

const name = process.argv[2] ?? ''
const problem = existsSync(`server/commands/${name}.ts`) ? machineProblem() : `There is no command "${name}".`
if (problem !== null) {
  console.error(problem)
  process.exit(1)
}
const { bundleServer } = await import('./build.mjs')
await bundleServer()
const { run } = await import(`../dist/commands/${name}.js`)
process.exit(await run(process.argv.slice(3)))
