import type { IncomingMessage, ServerResponse } from 'node:http'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

const RETRY_AFTER_S = '5'

/** While the database is away, what would be an internal error is said as what it is: 503, to be tried again. */
export function sayUnavailable(handle: Handler, isAway: () => boolean): Handler {
  return (request, response) => {
    const writeHead = response.writeHead.bind(response) as (...parts: unknown[]) => ServerResponse
    response.writeHead = (status: number, ...rest: unknown[]) => {
      if (status !== 500 || !isAway()) return writeHead(status, ...rest)
      response.setHeader('retry-after', RETRY_AFTER_S)
      response.setHeader('cache-control', 'no-store')
      // A reason phrase that came along would belong to the other status.
      return writeHead(503, ...rest.filter((part) => typeof part !== 'string'))
    }
    return handle(request, response)
  }
}
