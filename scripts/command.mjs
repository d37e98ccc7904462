/**
 * Runs a command of server/commands: `node scripts/command.mjs <name> [arguments]`. It writes nothing into the checkout,
 * which may belong to another account, and from which a portal may be running.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isBuildFresh } from './fingerprint.mjs'
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
// Loads the bundler, which is not installed in production, only if there is no build.
const directory = isBuildFresh() ? resolve('dist') : await (await import('./build.mjs')).bundleAside()
const { run } = await import(pathToFileURL(join(directory, `commands/${name}.js`)).href)
process.exit(await run(process.argv.slice(3)))
