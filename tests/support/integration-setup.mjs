import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A directory for what suites upload, and one PostgreSQL for all integration suites of a run, in however many parts; each suite makes its
 * own database of the migrated one.
 */
export default async function setUp() {
  process.env.DATA_DIR = mkdtempSync(join(tmpdir(), 'portal-tests-data-'))
  if (process.env.TEST_DATABASE_URL !== undefined) return
  const server = spawn(process.execPath, ['--import', 'tsx', 'tests/support/database-server.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  globalThis.testDatabaseServer = server
  process.env.TEST_DATABASE_URL = await addressOf(server)
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
