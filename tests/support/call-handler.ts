import { readFile } from 'node:fs/promises'
import type { Answer, Endpoint, Input, Parsed } from '@/lib/contract/endpoint'
import { type Caller, type Handler, JsonFile } from '@/lib/server/platform/call'
import { refusalsOf } from '@/lib/contract/refusals'
import { callBy } from '@/tests/support/auction-house'

/**
 * Calls a handler like the API and checks input, answer and refusals against the contract.
 * @throws the code of a refusal
 */
export async function callHandler<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  input: Input<E>,
  caller: Caller,
  now: number,
): Promise<Answer<E>> {
  const outcome = await handler(endpoint.request.parse(input) as Parsed<E>, callBy(caller, now))
  if (!outcome.ok) {
    const { code } = outcome.refusal
    if (!refusalsOf(endpoint).includes(code))
      throw new Error('an endpoint does not declare its refusal', { cause: code })
    throw new Error(code)
  }
  const result: unknown = outcome.answer
  const body =
    result instanceof JsonFile ? { data: JSON.parse(await readFile(result.path, 'utf8')) as unknown } : result
  return endpoint.response.parse(body) as Answer<E>
}
