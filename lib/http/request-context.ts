import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'

/** The HTTP request that code runs for. */
export interface RequestContext {
  response: ServerResponse
  /** Included in every log line of the request, and in the API's answer. */
  requestId: string
  /** Whether a server action has begun: before that a failure is the client's, afterwards the server's. */
  actionReached: boolean
}

/** The server process and Next's bundle load this module separately and share the context by a global symbol. */
const KEY = Symbol.for('gas-auction-portal.request')
const shared = globalThis as typeof globalThis & { [KEY]?: AsyncLocalStorage<RequestContext> }

export const requestContext = (shared[KEY] ??= new AsyncLocalStorage<RequestContext>())

/** Called by each server action once it has read its arguments. */
export function markActionReached(): void {
  const context = requestContext.getStore()
  if (context) context.actionReached = true
}
