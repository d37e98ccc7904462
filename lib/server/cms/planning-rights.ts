import type { PayloadRequest } from 'payload'
import * as z from 'zod'
import { mayEdit } from './locks'
import { plannedDocument } from './planned-publications'

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
