import { rmSync } from 'node:fs'

export default async function tearDown() {
  rmSync(process.env.DATA_DIR, { recursive: true, force: true })
  const server = globalThis.testDatabaseServer
  if (server === undefined || server.exitCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.stdin.end()
  await ended
}
