import { Client } from 'undici'

export interface PostLoad {
  origin: string
  clients: number
  seconds: number
  /** The next request of a client; called after the answer to the previous one. */
  next(client: number): { path: string; headers: Record<string, string>; body: string }
  answered?(client: number, status: number, body: string): void
}

/** Each client sends on its own connection, waits for the answer and sends again (a closed loop). */
export async function postUntil(
  load: PostLoad,
): Promise<{ answers: number; perSecond: number; statuses: Record<number, number> }> {
  const statuses: Record<number, number> = {}
  let answers = 0
  const began = performance.now()
  const end = began + load.seconds * 1000
  await Promise.all(
    Array.from({ length: load.clients }, async (_, index) => {
      const client = new Client(load.origin, { pipelining: 1 })
      while (performance.now() < end) {
        const { path, headers, body } = load.next(index)
        const response = await client.request({
          method: 'POST',
          path,
          headers: { 'content-type': 'application/json', ...headers },
          body,
        })
        const text = await response.body.text()
        answers += 1
        statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1
        load.answered?.(index, response.statusCode, text)
      }
      await client.close()
    }),
  )
  return { answers, perSecond: answers / ((performance.now() - began) / 1000), statuses }
}
