import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { limitedConnection } from './pool'

export interface Listener {
  /**
   * Calls `heard` with the payload of every notification on `channel`, from the moment the promise is fulfilled; where the database does
   * not answer then, from when the connection stands again.
   */
  on(channel: string, heard: (payload: string) => void): Promise<void>
  /** Calls `caughtUp` each time the connection stands again after a loss: notifications may have been missed. */
  onReconnect(caughtUp: () => void): void
  /** The connection has lately proved that notifications come through. */
  connected(): boolean
  /** Milliseconds since a notification came through last. */
  silentFor(): number
  stop(): Promise<void>
}

export interface ListenerOptions {
  url: string
  onError?: (error: Error) => void
  /** Told of what a hearer threw. Nothing that the database tells ends the process, a message of a later version among it. */
  onFault?: (error: unknown, channel: string) => void
  /** Milliseconds between two proofs that notifications come through. */
  echoEvery?: number
  /** Milliseconds within which a proof must arrive, or a new connection stand; then it is cut and made anew. */
  echoWithin?: number
}

const firstPauseMs = 100
const maxPauseMs = 2_000

/**
 * The server's one LISTEN connection, shared by everything that hears of commits; comes back by itself.
 *
 * A connection that only listens never notices that packets vanish (a firewall, NAT, a failover without a reset). So it notifies a
 * channel of its own every few seconds: where that does not come back in time, it is cut and made anew.
 */
export async function createListener(options: ListenerOptions): Promise<Listener> {
  const { url, onError = () => undefined, onFault = () => undefined } = options
  const { echoEvery = 2_000, echoWithin = 3_000 } = options
  const heard = new Map<string, ((payload: string) => void)[]>()
  const caughtUp: (() => void)[] = []
  const limits = { statement: echoWithin, lock: echoWithin, idleInTransaction: echoWithin, connect: echoWithin }
  const echoChannel = `portal_echo_${randomBytes(8).toString('hex')}`
  let client: pg.Client | null = null
  /** Statements go one after the other: node-postgres is about to refuse a second one at a time. */
  let turn: Promise<unknown> = Promise.resolve()
  let stopped = false
  let pause = firstPauseMs
  let timer: NodeJS.Timeout | null = null
  let heardAt = performance.now()
  /** When the proof under way was asked for. */
  let askedAt: number | null = null

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ ...limitedConnection(url, limits), application_name: 'gas-auction-portal listener' })
    fresh.on('error', onError)
    fresh.on('notification', ({ channel, payload }) => {
      heardAt = performance.now()
      if (channel === echoChannel) askedAt = null
      for (const tell of heard.get(channel) ?? []) {
        try {
          tell(payload ?? '')
        } catch (error) {
          onFault(error, channel)
        }
      }
    })
    try {
      await fresh.connect()
      await fresh.query(`LISTEN ${echoChannel}`)
      // Those that are added meanwhile are met as well.
      for (const channel of heard.keys()) await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      cut(fresh)
      throw error
    }
    if (stopped) return cut(fresh)
    client = fresh
    turn = Promise.resolve()
    heardAt = performance.now()
    askedAt = null
    pause = firstPauseMs
    fresh.once('end', () => lost(fresh))
  }

  function say(sql: string): Promise<unknown> {
    const to = client
    if (to === null) return Promise.resolve()
    const said = turn.then(() => to.query(sql))
    turn = said.catch(() => undefined)
    return said
  }

  function lost(which: pg.Client): void {
    if (client !== which) return
    client = null
    askedAt = null
    if (!stopped) comeBack()
  }

  function comeBack(): void {
    timer ??= setTimeout(() => {
      timer = null
      void reconnect()
    }, pause)
    pause = Math.min(pause * 2, maxPauseMs)
  }

  async function reconnect(): Promise<void> {
    if (stopped) return
    try {
      await connect()
    } catch (error) {
      onError(error as Error)
      return comeBack()
    }
    for (const tell of caughtUp) tell()
  }

  function prove(): void {
    if (client === null || askedAt !== null) return
    const asked = client
    askedAt = performance.now()
    say(`NOTIFY ${echoChannel}`).catch((error: Error) => drop(asked, error))
    setTimeout(() => {
      // What has arrived while this process was busy is read first.
      setImmediate(() => {
        if (client === asked && askedAt !== null && performance.now() - askedAt >= echoWithin) {
          drop(asked, new Error('the listening connection does not answer'))
        }
      })
    }, echoWithin).unref()
  }

  function drop(which: pg.Client, error: Error): void {
    if (client !== which || stopped) return
    onError(error)
    cut(which)
    lost(which)
  }

  await connect()
  const proving = setInterval(prove, echoEvery).unref()
  return {
    async on(channel, tell) {
      const known = heard.get(channel)
      heard.set(channel, [...(known ?? []), tell])
      const asked = client
      if (known || asked === null) return
      await say(`LISTEN ${pg.escapeIdentifier(channel)}`).catch((error: Error) => drop(asked, error))
    },
    onReconnect: (tell) => void caughtUp.push(tell),
    connected: () => client !== null && performance.now() - heardAt < echoEvery + echoWithin,
    silentFor: () => performance.now() - heardAt,
    async stop() {
      stopped = true
      clearInterval(proving)
      if (timer) clearTimeout(timer)
      const ending = client
      client = null
      await ending?.end().catch(() => undefined)
    },
  }
}

/** Without a farewell, which a peer that does not answer would never take. */
function cut(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
