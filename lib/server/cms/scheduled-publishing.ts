import type { Payload } from 'payload'
import pg from 'pg'
import type { Logger } from 'pino'
import { removeEmptyDrafts } from './drafts'

const BETWEEN_LOOKS = 5_000
const BETWEEN_CLEANINGS = 60 * 60_000
const EMPTY_DRAFTS_KEPT = 24 * 60 * 60_000
// One arbitrary number for all servers of a database: what is due is published by one of them.
const PUBLISHING_LOCK = 7_314_403

export interface ScheduledPublishing {
  start(): void
  stop(): Promise<void>
}

interface Dependencies {
  cms(): Promise<Payload>
  databaseUrl: string
  log: Pick<Logger, 'warn'>
}

/**
 * Publishes (or takes back) what editors gave a time, and clears away the drafts that nobody wrote anything into. Payload only keeps the jobs; its own timers would run in every
 * server at once, and in Next’s bundle as well.
 */
export function createScheduledPublishing({ cms, databaseUrl, log }: Dependencies): ScheduledPublishing {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  let cleaning = Date.now() + BETWEEN_CLEANINGS

  async function look(): Promise<void> {
    try {
      const payload = await cms()
      if (await anythingDue(payload)) await publishDue(payload, databaseUrl)
      if (Date.now() >= cleaning) {
        cleaning = Date.now() + BETWEEN_CLEANINGS
        await removeEmptyDrafts(payload, new Date(Date.now() - EMPTY_DRAFTS_KEPT))
      }
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'scheduled publishing failed')
    }
    if (timer !== null) timer = later()
  }

  function later(): NodeJS.Timeout {
    return setTimeout(() => void (running = look()), BETWEEN_LOOKS).unref()
  }

  return {
    start() {
      timer = later()
    },
    async stop() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      await running
    },
  }
}

async function anythingDue(payload: Payload): Promise<boolean> {
  const { totalDocs } = await payload.count({
    collection: 'payload-jobs',
    where: {
      and: [
        { completedAt: { exists: false } },
        { hasError: { not_equals: true } },
        { processing: { equals: false } },
        { waitUntil: { less_than_equal: new Date().toISOString() } },
      ],
    },
  })
  return totalDocs > 0
}

/** Runs what is due, unless another server is at it. */
export async function publishDue(payload: Payload, databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [PUBLISHING_LOCK])
    if (rows[0]?.mine) await payload.jobs.run({ limit: 50, overrideAccess: true })
  } finally {
    await client.end()
  }
}
