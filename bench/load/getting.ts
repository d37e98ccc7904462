import { Client } from 'undici'

/** Requests a page over `clients` connections in a closed loop; returns answers per second. */
export async function getUntil(load: {
  origin: string
  path: string
  headers?: Record<string, string>
  clients: number
  seconds: number
}): Promise<number> {
  const clients = Array.from({ length: load.clients }, () => new Client(load.origin, { pipelining: 1 }))
  const began = performance.now()
  const end = began + load.seconds * 1000
  let done = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        const { statusCode, body } = await client.request({
          method: 'GET',
          path: load.path,
          headers: { 'accept-encoding': 'gzip', ...load.headers },
        })
        await body.dump({ limit: Number.MAX_SAFE_INTEGER })
        if (statusCode !== 200) throw new Error(`${load.path} answered ${statusCode}`)
        done += 1
      }
    }),
  )
  const perSecond = done / ((performance.now() - began) / 1000)
  await Promise.all(clients.map((client) => client.close()))
  return perSecond
}
