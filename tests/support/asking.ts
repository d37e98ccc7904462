import type { Answer, Endpoint, Input, Parsed } from '@/lib/contract/endpoint'
import type { Caller, Handler } from '@/lib/server/kernel/handler'
import { callBy } from '@/tests/support/auction-house'

/** Calls a handler as the gateway does: its input and its answer are held against the contract. @throws the refusal's code */
export async function ask<E extends Endpoint>(endpoint: E, handler: Handler<E>, given: Input<E>, caller: Caller, now: number): Promise<Answer<E>> {
  const outcome = await handler(endpoint.request.parse(given) as Parsed<E>, callBy(caller, now))
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return endpoint.response.parse(outcome.answer) as Answer<E>
}
