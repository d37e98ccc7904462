import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Starts one PostgreSQL and creates a data directory for all integration suites of a run; each suite copies the migrated
 * database. `npm test` does this itself and shares them between the parts of the run.
 */
export default async function setUp() {
  if (process.env.TEST_DATABASE_URL !== undefined) return
  const { server, environment } = await startTestDatabase()
  globalThis.testDatabaseServer = server
  Object.assign(process.env, environment)
}

/**
 * @param {string | undefined} binaries directory of PostgreSQL's programs, by default those of the embedded PostgreSQL
 * @returns the process, and the variables that the suites need
 */
export async function startTestDatabase(binaries) {
  const server = spawn(process.execPath, ['--import', 'tsx', 'tests/support/database-server.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '', ...(binaries && { TEST_POSTGRES_BINARIES: binaries }) },
  })
  return {
    server,
    environment: {
      TEST_DATABASE_URL: await addressOf(server),
      DATA_DIR: mkdtempSync(join(tmpdir(), 'portal-tests-data-')),
    },
  }
}

function addressOf(server) {
  return new Promise((resolve, reject) => {
    let output = ''
    server.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
      const ready = /^ready (.+)$/m.exec(output)
      if (ready !== null) resolve(ready[1])
    })
    server.once('exit', (code) => reject(new Error(`The database for the tests did not start (${code}):\n${output}`)))
  })
}
