import type { Payload, PayloadRequest } from 'payload'
import * as z from 'zod'
import type { Locale } from '@/lib/config/constants'
import { mayEdit } from '@/lib/server/cms/locks'

/** Publishes and unpublishes documents that are due. A job of the portal's queue, because Payload's own cron would run in every process. */
export async function publishDue(payload: Payload): Promise<void> {
  await payload.jobs.run({ limit: 50, overrideAccess: true })
}

const plannedDocument = z.object({
  relationTo: z.enum(['pages', 'auction-pages', 'news']),
  value: z.coerce.number().int(),
})
const plannedInput = z.object({ type: z.enum(['publish', 'unpublish']).default('publish'), doc: plannedDocument })
type Planned = z.infer<typeof plannedInput>

interface PlannedDocument {
  collection: Planned['doc']['relationTo']
  id: number
  title: string
}

/** A publication or unpublication that is due at `at`. */
interface WaitingPublication extends PlannedDocument {
  type: Planned['type']
  at: string
}

const REPORT_FAILURES_MS = 30 * 24 * 60 * 60_000
const MAX_REPORTED = 20

/** The scheduled publications, and those that failed because the document lacks something and were neither carried out nor scheduled again since. */
export async function readPlannedPublications(
  payload: Payload,
  language: Locale,
): Promise<{ waiting: WaitingPublication[]; failed: PlannedDocument[] }> {
  const jobs = { collection: 'payload-jobs', depth: 0, overrideAccess: true } as const
  const ofTask = [{ taskSlug: { equals: 'schedulePublish' } }, { completedAt: { exists: false } }] as const
  const since = new Date(Date.now() - REPORT_FAILURES_MS).toISOString()
  const [planned, ended] = await Promise.all([
    payload.find({
      ...jobs,
      where: { and: [...ofTask, { hasError: { not_equals: true } }] },
      sort: 'waitUntil',
      pagination: false,
    }),
    payload.find({
      ...jobs,
      where: { and: [...ofTask, { hasError: { equals: true } }, { updatedAt: { greater_than: since } }] },
      sort: '-updatedAt',
      limit: MAX_REPORTED,
    }),
  ])
  const superseded = new Set(plansOf(planned.docs).map(keyOf))
  const waiting: WaitingPublication[] = []
  for (const { input, waitUntil } of planned.docs)
    for (const plan of plansOf([{ input }])) {
      const title = await titleIfNotDone(payload, plan, language)
      if (title !== null && waitUntil)
        waiting.push({ collection: plan.doc.relationTo, id: plan.doc.value, title, type: plan.type, at: waitUntil })
    }
  const failed: PlannedDocument[] = []
  for (const plan of plansOf(ended.docs)) {
    // Only the latest job of a document counts.
    if (superseded.has(keyOf(plan))) continue
    superseded.add(keyOf(plan))
    const title = await titleIfNotDone(payload, plan, language)
    if (title !== null) failed.push({ collection: plan.doc.relationTo, id: plan.doc.value, title })
  }
  return { waiting, failed }
}

function plansOf(jobs: readonly { input?: unknown }[]): Planned[] {
  return jobs.flatMap((job) => plannedInput.safeParse(job.input).data ?? [])
}

function keyOf({ doc }: Planned): string {
  return `${doc.relationTo}:${doc.value}`
}

/** The document's title; null if the document already is in the scheduled state, or is deleted. */
async function titleIfNotDone(payload: Payload, { type, doc }: Planned, locale: Locale): Promise<string | null> {
  const document = await payload.findByID({
    collection: doc.relationTo,
    id: doc.value,
    // Publishing concerns the latest draft, unpublishing the published version.
    draft: type === 'publish',
    depth: 0,
    locale,
    disableErrors: true,
    overrideAccess: true,
  })
  const done = type === 'publish' ? 'published' : 'draft'
  return document === null || document._status === done ? null : (document.title ?? '')
}

/** Arguments of the back office's form: a document to schedule, or a job to cancel. Globals have no drafts. */
const scheduleArgs = z.object({
  doc: plannedDocument.optional(),
  deleteID: z.union([z.int(), z.string().regex(/^\d{1,9}$/)]).optional(),
  global: z.undefined().optional(),
})

/**
 * Whether the user may publish the document that a call schedules, or whose job it cancels. Payload 3.90 checks the former only when the job
 * runs, and the latter never. Can go once `schedulePublishHandler` checks both.
 */
export async function mayPlan(req: PayloadRequest, args: Record<string, unknown>): Promise<boolean> {
  const { data } = scheduleArgs.safeParse(args)
  if (data === undefined || (data.doc === undefined && data.deleteID === undefined)) return false
  const { doc, deleteID } = data
  return (
    (doc === undefined || (await mayPublish(req, doc))) && (deleteID === undefined || mayCancel(req, Number(deleteID)))
  )
}

function mayPublish(req: PayloadRequest, { relationTo, value }: z.infer<typeof plannedDocument>): Promise<boolean> {
  return mayEdit(req, { collectionSlug: relationTo, id: value })
}

/** True for a job that no longer exists. */
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
