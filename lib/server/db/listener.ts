import pg from 'pg'

export interface Listener {
  /** Calls `heard` with the payload of every notification on `channel`, from the moment the promise is fulfilled. */
  on(channel: string, heard: (payload: string) => void): Promise<void>
  /** Calls `caughtUp` each time the connection stands again after a loss: notifications may have been missed. */
  onReconnect(caughtUp: () => void): void
  connected(): boolean
  stop(): Promise<void>
}

export interface ListenerOptions {
  url: string
  onError?: (error: Error) => void
}

const firstPauseMs = 100
const longestPauseMs = 5_000

/** The server's one LISTEN connection, shared by everything that hears of commits; comes back by itself. */
export async function createListener({ url, onError = () => undefined }: ListenerOptions): Promise<Listener> {
  const heard = new Map<string, ((payload: string) => void)[]>()
  const caughtUp: (() => void)[] = []
  let client: pg.Client | null = null
  let stopped = false
  let pause = firstPauseMs
  let timer: NodeJS.Timeout | null = null

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: url, application_name: 'gas-auction-portal listener', keepAlive: true })
    fresh.on('error', onError)
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ channel, payload }) => {
      for (const tell of heard.get(channel) ?? []) tell(payload ?? '')
    })
    await fresh.connect()
    for (const channel of heard.keys()) await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    client = fresh
    pause = firstPauseMs
  }

  function lost(which: pg.Client): void {
    if (stopped || (client !== null && client !== which)) return
    client = null
    if (timer) return
    timer = setTimeout(() => {
      timer = null
      void reconnect()
    }, pause)
    pause = Math.min(pause * 2, longestPauseMs)
  }

  async function reconnect(): Promise<void> {
    if (stopped) return
    try {
      await connect()
      for (const tell of caughtUp) tell()
    } catch (error) {
      onError(error as Error)
      timer ??= setTimeout(() => {
        timer = null
        void reconnect()
      }, pause)
      pause = Math.min(pause * 2, longestPauseMs)
    }
  }

  await connect()
  return {
    async on(channel, tell) {
      const known = heard.get(channel)
      heard.set(channel, [...(known ?? []), tell])
      if (!known) await client?.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    },
    onReconnect: (tell) => void caughtUp.push(tell),
    connected: () => client !== null,
    async stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
