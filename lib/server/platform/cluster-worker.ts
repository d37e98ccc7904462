import cluster from 'node:cluster'

export const WORKER_NUMBER = 'PORTAL_WORKER'

/** This process as one of several that serve behind one port (docs/decisions/0024-processes-of-one-machine.md). */
interface ClusterWorker {
  /** From 1; a replacement has the same number. */
  number: number
  /** Sends a message to the primary. */
  send(message: object): void
}

/** Null if this process serves alone. */
export function thisWorker(): ClusterWorker | null {
  const number = process.env[WORKER_NUMBER]
  if (!cluster.isWorker || number === undefined) return null
  return {
    number: Number(number),
    // Sending to a primary that has exited fails; node:cluster then ends this process.
    send: (message) => void process.send?.(message, undefined, undefined, () => undefined),
  }
}
