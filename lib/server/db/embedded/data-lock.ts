import { createHash } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'

export type DataLock = { ok: true; release(): void } | { ok: false; holder: string }

/**
 * One portal at a time on one directory. The lock is a unix socket that its holder listens on: the system gives it
 * up with the process, however that ends, so no stale lock and no reused process id can ever mislead. Who finds it
 * taken asks the holder for its process id.
 */
export async function acquireDataLock(directory: string): Promise<DataLock> {
  const { dev, ino } = statSync(directory)
  const name = `gas-auction-portal-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)}`
  // Linux has names without files. Elsewhere a file stays behind a killed process, and nobody answers on it.
  const path = process.platform === 'linux' ? `\0${name}` : `/tmp/${name}-${process.getuid?.()}.lock`
  for (let attempt = 0; ; attempt += 1) {
    const server = await listen(path)
    if (server !== null) return { ok: true, release: () => server.close() }
    const holder = await askHolder(path)
    if (holder !== null || attempt === 3) return { ok: false, holder: holder ?? 'another process' }
    if (!path.startsWith('\0')) rmSync(path, { force: true })
  }
}

function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.end(`process ${process.pid}`)
    })
    server.unref()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen(path, () => resolve(server))
  })
}

/** `null`: nobody listens any more. A holder that is stopped in its tracks holds the lock all the same. */
function askHolder(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(path)
    socket.setTimeout(1_000, () => {
      socket.destroy()
      resolve('another process')
    })
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('end', () => resolve(answer || 'another process'))
    socket.on('error', () => resolve(null))
  })
}
