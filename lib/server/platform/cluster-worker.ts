import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'

export const WORKER_NUMBER = 'PORTAL_WORKER'

/** Messages of the primary to its workers, beside those of node:cluster and the metrics. */
export type PrimaryMessage =
  | { type: 'portal:metrics'; id: number; text: string | null }
  | { type: 'portal:servers'; servers: ServerCount }

export interface ServerCount {
  wanted: number
  ready: number
}

/** This process as one of several that serve behind one port (docs/decisions/0024-processes-of-one-machine.md). */
interface ClusterWorker {
  /** From 1; a replacement has the same number. */
  number: number
  send(message: object): void
  /** The metrics of all workers in Prometheus' format; null if they do not arrive in time. */
  metrics(): Promise<string | null>
  /** How many processes serve, by the primary's last message. */
  servers(): ServerCount | null
}

/** The primary gives up on a silent worker after 5 s, Prometheus on a scrape after 10 s. */
const METRICS_TIMEOUT_MS = 7_000

let worker: ClusterWorker | null = null

/** Null if this process serves alone. */
export function thisWorker(): ClusterWorker | null {
  if (!cluster.isWorker || process.env[WORKER_NUMBER] === undefined) return null
  return (worker ??= createWorker(Number(process.env[WORKER_NUMBER])))
}

function createWorker(number: number): ClusterWorker {
  const waiting = new Map<number, (text: string | null) => void>()
  let requests = 0
  let servers: ServerCount | null = null
  // Sending to a primary that has exited fails; node:cluster then ends this process.
  const send = (message: object) => void process.send?.(message, undefined, undefined, () => undefined)

  process.on('message', (message: PrimaryMessage) => {
    if (message.type === 'portal:servers') servers = message.servers
    else if (message.type === 'portal:metrics') waiting.get(message.id)?.(message.text)
  })

  return {
    number,
    send,
    servers: () => servers,
    async metrics() {
      const id = (requests += 1)
      const answered = new Promise<string | null>((resolve) => waiting.set(id, resolve))
      send({ type: 'portal:metrics-wanted', id })
      const text = await Promise.race([answered, delay(METRICS_TIMEOUT_MS, null, { ref: false })])
      waiting.delete(id)
      return text
    },
  }
}
