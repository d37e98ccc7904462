/**
 * Runs a command of server/commands: `node scripts/command.mjs <name> [arguments]`. It writes nothing into the checkout,
 * which may belong to another account, and from which a portal may be running.
 */
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
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
const directory = isBuildFresh() ? resolve('dist') : await buildAside()
const { run } = await import(pathToFileURL(join(directory, `commands/${name}.js`)).href)
process.exit(await run(process.argv.slice(3)))

/** Builds into a temporary directory, which is removed when the process exits. */
async function buildAside() {
  const directory = mkdtempSync(join(tmpdir(), 'portal-command-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  symlinkSync(resolve('node_modules'), join(directory, 'node_modules'))
  const { bundleServer } = await import('./build.mjs')
  await bundleServer(directory)
  return directory
}
