import { get, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'

interface WholeAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const LARGEST = 4 * 1024 * 1024
const SLOWEST_MS = 20_000

/** Asks over a connection of its own, with these headers and no others. Null where no whole answer came, or one that is too large. */
export function fetchLoopback(url: string, headers: OutgoingHttpHeaders): Promise<WholeAnswer | null> {
  return new Promise((resolve) => {
    // Of the whole answer: a body that trickles is not waited for either.
    const call = get(url, { headers, agent: false, signal: AbortSignal.timeout(SLOWEST_MS) }, (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > LARGEST) call.destroy()
      })
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
      response.once('close', () => resolve(null))
      response.on('error', () => resolve(null))
    })
    call.on('error', () => resolve(null))
  })
}
