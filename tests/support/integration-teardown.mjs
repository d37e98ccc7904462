import { rmSync } from 'node:fs'

export default async function tearDown() {
  const server = globalThis.testDatabaseServer
  if (server !== undefined) await stopTestDatabase({ server, environment: process.env })
}

/** Stops the server that `startTestDatabase` started and removes the data directory. */
export async function stopTestDatabase({ server, environment }) {
  rmSync(environment.DATA_DIR, { recursive: true, force: true })
  if (server.exitCode !== null) return
  const exited = new Promise((resolve) => server.once('exit', resolve))
  server.stdin.end()
  await exited
}
