import type { IncomingMessage, ServerResponse } from 'node:http'

/** Where a site without an API of its own says how it is; `/api/health/*` there is the API's. */
export const REMOTE_HEALTH = /^\/health\/(live|ready)(?:\?|$)/

/** `/health/live`: the process answers. `/health/ready`: the API behind it does too; 503 with the reason where it does not. */
export function answerHealth(apiFault: () => string | null) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const ready = REMOTE_HEALTH.exec(request.url ?? '')?.[1] === 'ready'
    const fault = ready ? apiFault() : null
    const status = ready ? (fault === null ? 'ready' : 'not_ready') : 'live'
    const body = { data: ready ? { status, checks: { api: fault === null }, faults: fault === null ? {} : { api: fault } } : { status } }
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', ...(fault !== null && { 'retry-after': '2' }) }
    response.writeHead(fault === null ? 200 : 503, headers).end(JSON.stringify(body))
  }
}
