import type { ServerResponse } from 'node:http'
import { requestContext } from '@/lib/http/request-context'

/** Said of a connection that the other side has closed, or of an answer that nobody waits for any more. */
const OF_CONNECTIONS = new Set([
  'ABORT_ERR', 'ECONNABORTED', 'ECONNRESET', 'EPIPE', 'ERR_HTTP_HEADERS_SENT', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
])

/**
 * Ends the request in whose course an error was thrown that nobody caught. False where it is of no request: then something of
 * the process itself is broken.
 */
export function endedOneRequest(error: unknown): boolean {
  const context = requestContext.getStore()
  if (context === undefined && !isOfConnection(error)) return false
  console.error('Unexpected error in a request, going on:', error)
  if (context) endFailed(context.response)
  return true
}

/** Ends the answer of a request that has failed. */
export function endFailed(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end('Internal Server Error')
}

function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return OF_CONNECTIONS.has((error as NodeJS.ErrnoException).code ?? '') || error.message === 'aborted'
}
