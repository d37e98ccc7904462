import type { Logger } from 'pino'
import { z } from 'zod'
import type { Listener } from '@/lib/server/db/listener'
import type { Pool } from '@/lib/server/db/pool'
import type { Clock } from '@/lib/server/kernel/database-clock'
import type { LinkTokens } from '@/lib/server/kernel/link-tokens'
import { type Letter, withoutSecrets } from './letter'
import { claim, keepLetter, markForRetry, markGivenUp, markNotNeeded, markSent, type OutboxRow } from './outbox'
import { payloads } from './payloads'
import { createPollLoop } from './poll-loop'
import { type Transport, Unreachable } from './transports'
import type { Unsubscribing } from './preferences'
import { writeLetter } from './write-letter'

/** The channel on which the database tells of rows added to the outbox. */
export const OUTBOX_CHANNEL = 'portal_outbox'

export interface MailWorkerDependencies {
  pool: Pool
  listener: Listener
  clock: Clock
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  transport: Transport
  linkTokens: LinkTokens
  unsubscribing: Unsubscribing
  /** Origin of the site, without a slash at the end. */
  publicUrl: string
  /** Whom the managers' letters go to. */
  managersEmails: () => Promise<string[]>
  /** Told once the managers have been sent an application with its documents (R2.4). */
  applicationSent: (to: { auctionId: number; accountId: number }) => Promise<void>
  /** From 0 to 1; scatters the retries. */
  random?: () => number
  /** Milliseconds between two looks at what is due, for what no notification told. */
  pollEvery?: number
}

export interface MailWorker {
  start(): Promise<void>
  /** Sends everything that is due now; one round at a time. */
  run(): Promise<void>
  /** Lets the letters that are on their way finish, within a bound. */
  stop(): Promise<void>
}

const workers = 3

/**
 * Sends the outbox. Every server runs one; a letter is claimed by one of them, sent, then marked: it goes out once,
 * and again (under the same Message-ID) only where a server died in the moment between.
 */
export function createMailWorker(deps: MailWorkerDependencies): MailWorker {
  const { pool, listener, clock, log, transport, random = Math.random, pollEvery = 15_000 } = deps
  let polling: NodeJS.Timeout | undefined
  /** Sent while the database was away: in the row's place until it is back. */
  const unmarked = new Map<number, { at: number; note: string | null }>()
  const loop = createPollLoop({
    workers,
    next,
    onError: (error) => log.warn({ err: error }, 'letters could not be sent'),
  })

  async function markWhatWasSent(): Promise<void> {
    for (const [id, { at, note }] of unmarked) {
      await markSent(pool, id, at, note)
      unmarked.delete(id)
    }
  }

  async function next(): Promise<boolean> {
    await markWhatWasSent()
    const row = await claim(pool, clock.now())
    if (row === null) return false
    await deliver(row)
    return true
  }

  async function deliver(row: OutboxRow): Promise<void> {
    const about = { letter: row.id, kind: row.kind, attempt: row.attempts }
    try {
      const letter = await writeLetter({ ...deps, db: pool }, row, clock.now())
      if ('dropped' in letter) {
        await markNotNeeded(pool, row.id, clock.now(), letter.dropped)
        return log.info({ ...about, reason: letter.dropped }, 'letter not sent')
      }
      await send(row, letter)
      log.info(about, 'letter sent')
    } catch (error) {
      // The mail server is not there: what is queued meanwhile waits for the next look.
      if (error instanceof Unreachable) loop.rest()
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ ...about, reason }, 'letter not sent')
      if (error instanceof z.ZodError) await markGivenUp(pool, row.id, clock.now(), `its payload is wrong: ${reason}`)
      else await markForRetry(pool, row, clock.now(), reason, random)
    }
  }

  async function send(row: OutboxRow, letter: Letter): Promise<void> {
    // What the back office reads never lets its reader act for the recipient, whether the letter leaves the portal or not.
    await keepLetter(pool, row, withoutSecrets(letter), clock.now())
    const { note } = await transport.send(letter)
    await markSent(pool, row.id, clock.now(), note).catch((error: unknown) => {
      // It is claimed for minutes yet: it is marked before it could go out again, unless this server dies until then.
      unmarked.set(row.id, { at: clock.now(), note })
      log.warn(
        { letter: row.id, reason: error instanceof Error ? error.message : String(error) },
        'letter sent and not marked yet',
      )
    })
    if (row.kind !== 'application_received') return
    const { auction_id: auctionId, user_id: accountId } = payloads.application_received.parse(row.payload)
    // The letter is out, and must not go out again: what fails here is only said.
    await deps
      .applicationSent({ auctionId, accountId })
      .catch((error: unknown) => log.warn({ letter: row.id, err: error }, 'not noted that the documents were sent'))
  }

  return {
    run: () => loop.run(),
    async start() {
      await listener.on(OUTBOX_CHANNEL, () => {
        if (!loop.resting) void loop.run()
      })
      listener.onReconnect(() => void loop.run())
      polling = setInterval(() => void loop.run(), pollEvery)
      void loop.run()
    },
    async stop() {
      clearInterval(polling)
      await loop.stop()
      await markWhatWasSent().catch((error: unknown) =>
        log.warn({ letters: [...unmarked.keys()], err: error }, 'letters sent and not marked: they will go out again'),
      )
      transport.close()
    },
  }
}
