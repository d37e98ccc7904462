import { connect } from 'node:net'

/**
 * Sends bytes as they are and resolves with all that comes back until the connection closes; `hangs` where it has not closed after
 * `patience` milliseconds. `cut`: closes as soon as the bytes are sent.
 */
export function sendRaw(
  port: number,
  bytes: string | Buffer,
  { patience = 10_000, cut = false } = {},
): Promise<{ text: string; hangs: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    let hangs = false
    const timer = setTimeout(() => {
      hangs = true
      socket.destroy()
    }, patience)
    socket.on('data', (chunk) => chunks.push(chunk))
    // A reset is an end like any other here.
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve({ text: Buffer.concat(chunks).toString('latin1'), hangs })
    })
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, () => {
      if (cut) socket.destroy()
    })
  })
}

/** The status of each answer in what came back over one connection. */
export function statusesOf(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
}
