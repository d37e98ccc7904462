import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'

/** Whether the port can be listened on; where not, a sentence that names its holder if that can be known. */
export async function portProblem(port, host) {
  const code = await tryToListen(port, host)
  if (code === null) return null
  if (code === 'EACCES') return `Port ${port} needs more rights: choose one from 1024 on, for example PORT=3000.`
  if (code === 'EADDRNOTAVAIL') return `HOST=${host} is not an address of this machine.`
  if (code !== 'EADDRINUSE') return `Port ${port} cannot be listened on (${code}).`
  const holder = holderOf(port)
  return `Port ${port} is taken${holder === null ? '' : ` by ${holder}`}. Stop that, or choose another: PORT=${port + 1} npm start`
}

function tryToListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code ?? error.message))
    server.listen({ port, ...(host ? { host } : {}) }, () => server.close(() => resolve(null)))
  })
}

/** Linux tells: the socket's inode in /proc/net/tcp, and the process that has it open (others' only to root). */
function holderOf(port) {
  try {
    const inodes = new Set()
    for (const table of ['tcp', 'tcp6']) {
      for (const line of readFileSync(`/proc/net/${table}`, 'utf8').split('\n').slice(1)) {
        const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
        if (state === '0A' && Number.parseInt(local.split(':')[1], 16) === port) inodes.add(`socket:[${inode}]`)
      }
    }
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      if (openFiles(pid).some((file) => inodes.has(file))) {
        return `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} (process ${pid})`
      }
    }
  } catch {
    // Not Linux, or not allowed to look.
  }
  return null
}

function openFiles(pid) {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`)
      } catch {
        return ''
      }
    })
  } catch {
    return []
  }
}
