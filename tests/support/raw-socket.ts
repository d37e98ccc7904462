import { connect } from 'node:net'

/**
 * Sends raw bytes and resolves with everything received until the connection closes; `hangs` if that takes longer than
 * `timeoutMs`. `cut`: closes the connection after sending.
 */
export function sendRaw(
  port: number,
  bytes: string | Buffer,
  { timeoutMs = 10_000, cut = false } = {},
): Promise<{ text: string; hangs: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    let hangs = false
    const timer = setTimeout(() => {
      hangs = true
      socket.destroy()
    }, timeoutMs)
    socket.on('data', (chunk) => chunks.push(chunk))
    // A reset counts as a close.
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

/** The statuses of the answers received over one connection. */
export function statusesOf(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
}
