import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'

/** The HTTP request that code runs for. */
export interface RequestContext {
  response: ServerResponse
  /** In every line of the log that is written for the request, and in the API's answer. */
  requestId: string
  /** A server action of ours has begun: from then on a failure is the server's, before that the client's. */
  actionReached: boolean
}

/** The server process and Next's bundle load this module separately; the symbol in the global registry joins them. */
const KEY = Symbol.for('gas-auction-portal.request')
const shared = globalThis as typeof globalThis & { [KEY]?: AsyncLocalStorage<RequestContext> }

export const requestContext = (shared[KEY] ??= new AsyncLocalStorage<RequestContext>())

/** Called by each server action once it has read its arguments. */
export function markActionReached(): void {
  const context = requestContext.getStore()
  if (context) context.actionReached = true
}
