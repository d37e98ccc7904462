import type { Payload, PayloadRequest } from 'payload'
import pg from 'pg'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Locale } from '@/lib/config/constants'
import { removeEmptyDrafts } from '@/lib/server/cms/drafts'
import { mayEdit } from '@/lib/server/cms/locks'

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

/** A publication (or its end) that was given a time and refused when that came, because the document lacks something. */
export interface FailedPublication {
  collection: 'pages' | 'auction-pages' | 'news'
  id: number
  title: string
}

export interface PlannedPublications {
  waiting: number
  failed: FailedPublication[]
}

export const plannedDocument = z.object({
  relationTo: z.enum(['pages', 'auction-pages', 'news']),
  value: z.coerce.number().int(),
})
const input = z.object({ type: z.enum(['publish', 'unpublish']).default('publish'), doc: plannedDocument })
type Planned = z.infer<typeof input>

/** So long a failure is told, the latest ones first. */
const TOLD_MS = 30 * 24 * 60 * 60_000
const MAX_TOLD = 20

/** What has a time to appear; and what failed, until somebody does by hand or plans anew what was to be done. */
export async function readPlannedPublications(payload: Payload, language: Locale): Promise<PlannedPublications> {
  const jobs = { collection: 'payload-jobs', depth: 0, overrideAccess: true } as const
  const ofTask = [{ taskSlug: { equals: 'schedulePublish' } }, { completedAt: { exists: false } }] as const
  const since = new Date(Date.now() - TOLD_MS).toISOString()
  const [waiting, ended] = await Promise.all([
    payload.find({ ...jobs, where: { and: [...ofTask, { hasError: { not_equals: true } }] }, pagination: false }),
    payload.find({
      ...jobs,
      where: { and: [...ofTask, { hasError: { equals: true } }, { updatedAt: { greater_than: since } }] },
      sort: '-updatedAt',
      limit: MAX_TOLD,
    }),
  ])
  const settled = new Set(plansOf(waiting.docs).map(keyOf))
  const failed: FailedPublication[] = []
  for (const plan of plansOf(ended.docs)) {
    // The latest of a document speaks for those before it.
    if (settled.has(keyOf(plan))) continue
    settled.add(keyOf(plan))
    const title = await titleOfUndone(payload, plan, language)
    if (title !== null) failed.push({ collection: plan.doc.relationTo, id: plan.doc.value, title })
  }
  return { waiting: waiting.docs.length, failed }
}

function plansOf(jobs: readonly { input?: unknown }[]): Planned[] {
  return jobs.flatMap((job) => input.safeParse(job.input).data ?? [])
}

function keyOf({ doc }: Planned): string {
  return `${doc.relationTo}:${doc.value}`
}

/** Null where the document is as it was to be, or is gone. */
async function titleOfUndone(payload: Payload, { type, doc }: Planned, locale: Locale): Promise<string | null> {
  const found = await payload.findByID({
    collection: doc.relationTo,
    id: doc.value,
    // A draft is to become what visitors see, or what they see is to become a draft.
    draft: type === 'publish',
    depth: 0,
    locale,
    disableErrors: true,
    overrideAccess: true,
  })
  const done = type === 'publish' ? 'published' : 'draft'
  return found === null || found._status === done ? null : (found.title ?? '')
}

/** What the back office's drawer sends: a document that gets a time, or the plan that is cancelled. Nothing global has drafts. */
const asked = z.object({
  doc: plannedDocument.optional(),
  deleteID: z.union([z.int(), z.string().regex(/^\d{1,9}$/)]).optional(),
  global: z.undefined().optional(),
})

/** Payload asks for no more than a place in the back office: whoever plans or cancels a publication must be able to publish the document. */
export async function mayPlan(req: PayloadRequest, args: Record<string, unknown>): Promise<boolean> {
  const { data } = asked.safeParse(args)
  if (data === undefined || (data.doc === undefined && data.deleteID === undefined)) return false
  const { doc, deleteID } = data
  return (
    (doc === undefined || (await mayPublish(req, doc))) && (deleteID === undefined || mayCancel(req, Number(deleteID)))
  )
}

function mayPublish(req: PayloadRequest, { relationTo, value }: z.infer<typeof plannedDocument>): Promise<boolean> {
  return mayEdit(req, { collectionSlug: relationTo, id: value })
}

/** A plan that is over, or cancelled already, is nobody's. */
async function mayCancel(req: PayloadRequest, id: number): Promise<boolean> {
  const job = await req.payload.findByID({
    collection: 'payload-jobs',
    id,
    depth: 0,
    disableErrors: true,
    overrideAccess: true,
    req,
  })
  if (job === null) return true
  const planned = z.object({ doc: plannedDocument }).safeParse(job.input)
  return planned.success && mayPublish(req, planned.data.doc)
}
