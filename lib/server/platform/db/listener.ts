import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { limitedConnection } from './pool'

export interface Listener {
  /**
   * Calls `handle` with the payload of every notification on `channel`, from the moment the promise is fulfilled; if the database does
   * not answer then, from the next reconnect.
   */
  on(channel: string, handle: (payload: string) => void): Promise<void>
  /** Calls `handle` after each reconnect: notifications may have been missed. */
  onReconnect(handle: () => void): void
  /** Whether the last ping came back in time. */
  connected(): boolean
  /** Milliseconds since the last notification. */
  silentFor(): number
  stop(): Promise<void>
}

export interface ListenerOptions {
  url: string
  onError?: (error: Error) => void
  /** Called with errors of handlers: a notification, such as one of a later version, must not end the process. */
  onFault?: (error: unknown, channel: string) => void
  pingEveryMs?: number
  /** Time for a ping to come back, or a new connection to be made; after that the connection is replaced. */
  pingTimeoutMs?: number
}

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 2_000

/**
 * The server's one LISTEN connection, shared by all listeners; reconnects by itself.
 *
 * A connection that only listens never notices lost packets (a firewall, NAT, a failover without a reset). So it notifies a private
 * channel every few seconds, and is replaced if that notification does not come back in time.
 */
export async function createListener(options: ListenerOptions): Promise<Listener> {
  const { url, onError = () => undefined, onFault = () => undefined } = options
  const { pingEveryMs = 2_000, pingTimeoutMs = 3_000 } = options
  const handlers = new Map<string, ((payload: string) => void)[]>()
  const onReconnect: (() => void)[] = []
  const limits = {
    statement: pingTimeoutMs,
    lock: pingTimeoutMs,
    idleInTransaction: pingTimeoutMs,
    connect: pingTimeoutMs,
  }
  const pingChannel = `portal_ping_${randomBytes(8).toString('hex')}`
  let client: pg.Client | null = null
  /** Future versions of node-postgres will refuse a second statement while one is running. */
  let lastQuery: Promise<unknown> = Promise.resolve()
  let stopped = false
  let retryMs = FIRST_RETRY_MS
  let timer: NodeJS.Timeout | null = null
  let receivedAt = performance.now()
  /** When the outstanding ping was sent. */
  let pingedAt: number | null = null

  async function connect(): Promise<void> {
    const newClient = new pg.Client({
      ...limitedConnection(url, limits),
      application_name: 'gas-auction-portal listener',
    })
    newClient.on('error', onError)
    newClient.on('notification', ({ channel, payload }) => {
      receivedAt = performance.now()
      if (channel === pingChannel) pingedAt = null
      for (const handle of handlers.get(channel) ?? []) {
        try {
          handle(payload ?? '')
        } catch (error) {
          onFault(error, channel)
        }
      }
    })
    try {
      await newClient.connect()
      await newClient.query(`LISTEN ${pingChannel}`)
      // Includes the channels that are added meanwhile.
      for (const channel of handlers.keys()) await newClient.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      destroy(newClient)
      throw error
    }
    if (stopped) return destroy(newClient)
    client = newClient
    lastQuery = Promise.resolve()
    receivedAt = performance.now()
    pingedAt = null
    retryMs = FIRST_RETRY_MS
    newClient.once('end', () => handleLoss(newClient))
  }

  function query(sql: string): Promise<unknown> {
    const connection = client
    if (connection === null) return Promise.resolve()
    const answered = lastQuery.then(() => connection.query(sql))
    lastQuery = answered.catch(() => undefined)
    return answered
  }

  function handleLoss(lostClient: pg.Client): void {
    if (client !== lostClient) return
    client = null
    pingedAt = null
    if (!stopped) retryLater()
  }

  function retryLater(): void {
    timer ??= setTimeout(() => {
      timer = null
      void connectAgain()
    }, retryMs)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }

  async function connectAgain(): Promise<void> {
    if (stopped) return
    try {
      await connect()
    } catch (error) {
      onError(error as Error)
      return retryLater()
    }
    for (const handle of onReconnect) handle()
  }

  function ping(): void {
    if (client === null || pingedAt !== null) return
    const pinged = client
    pingedAt = performance.now()
    query(`NOTIFY ${pingChannel}`).catch((error: Error) => reconnect(pinged, error))
    setTimeout(() => {
      // First reads what arrived while this process was busy.
      setImmediate(() => {
        if (client === pinged && pingedAt !== null && performance.now() - pingedAt >= pingTimeoutMs) {
          reconnect(pinged, new Error('the listening connection does not answer'))
        }
      })
    }, pingTimeoutMs).unref()
  }

  function reconnect(failed: pg.Client, error: Error): void {
    if (client !== failed || stopped) return
    onError(error)
    destroy(failed)
    handleLoss(failed)
  }

  await connect()
  const pinging = setInterval(ping, pingEveryMs).unref()
  return {
    async on(channel, handle) {
      const existing = handlers.get(channel)
      handlers.set(channel, [...(existing ?? []), handle])
      const connection = client
      if (existing || connection === null) return
      await query(`LISTEN ${pg.escapeIdentifier(channel)}`).catch((error: Error) => reconnect(connection, error))
    },
    onReconnect: (handle) => void onReconnect.push(handle),
    connected: () => client !== null && performance.now() - receivedAt < pingEveryMs + pingTimeoutMs,
    silentFor: () => performance.now() - receivedAt,
    async stop() {
      stopped = true
      clearInterval(pinging)
      if (timer) clearTimeout(timer)
      const ending = client
      client = null
      await ending?.end().catch(() => undefined)
    },
  }
}

/** Closes the socket without PostgreSQL's goodbye, because that would wait for a silent peer. */
function destroy(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
