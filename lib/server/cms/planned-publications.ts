import type { Payload } from 'payload'
import * as z from 'zod'
import type { Locale } from '@/lib/config/constants'

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
