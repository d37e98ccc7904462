export default async function tearDown() {
  const server = globalThis.testDatabaseServer
  if (server === undefined || server.exitCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.stdin.end()
  await ended
}
