import { setTimeout as delay } from 'node:timers/promises'

export interface PollLoop {
  /** Works off everything that is due now; one round at a time, and another where something came meanwhile. */
  run(): Promise<void>
  /** Ends the round: nothing can be sent now. What is queued waits for the next look. */
  rest(): void
  readonly resting: boolean
  /** Lets what is under way finish, within a bound. */
  stop(): Promise<void>
}

const maxFarewell = 10_000

/**
 * Works a queue of the database off by a few hands.
 *
 * @param next takes one piece of work and does it; false: nothing is due.
 */
export function createPollLoop(options: {
  workers: number
  next: () => Promise<boolean>
  onError: (error: unknown) => void
}): PollLoop {
  const { workers, next, onError } = options
  let stopped = false
  let resting = false
  let running: Promise<void> | null = null
  let again = false

  function run(): Promise<void> {
    if (stopped) return Promise.resolve()
    if (running !== null) {
      again = true
      return running
    }
    running = round()
      .catch(onError)
      .finally(() => {
        running = null
        if (again && !stopped && !resting) {
          again = false
          void run()
        }
      })
    return running
  }

  async function round(): Promise<void> {
    resting = false
    again = false
    const ends = await Promise.allSettled(Array.from({ length: workers }, work))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  async function work(): Promise<void> {
    while (!stopped && !resting) if (!(await next())) return
  }

  return {
    run,
    rest() {
      resting = true
    },
    get resting() {
      return resting
    },
    async stop() {
      stopped = true
      const farewell = new AbortController()
      await Promise.race([running, delay(maxFarewell, undefined, { signal: farewell.signal }).catch(() => undefined)])
      farewell.abort()
    },
  }
}
