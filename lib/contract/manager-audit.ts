import * as z from 'zod'
import { endpoint } from './endpoint'
import { data, id, instant, paging } from './primitives'

export const auditFilters = {
  staff_id: id.optional(),
  action: z.string().max(60).optional(),
  /** What was acted on: account, auction, pages … */
  object: z.string().regex(/^[a-z_-]{1,40}$/).optional(),
  /** Everything that concerns one company: its account, its data, its applications. */
  user_id: id.optional(),
  /** Part of the object's name or of the reason. */
  search: z.string().trim().max(100).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
}

export const auditEntry = z.object({
  id,
  at: instant,
  staff: z.object({ id, name: z.string() }),
  action: z.string(),
  object: z.object({
    kind: z.string(),
    id: id.nullable(),
    title: z.string(),
    /** Where it belongs to an auction. */
    auction_id: id.nullable(),
  }),
  reason: z.string().nullable(),
  /** Names of what was changed. */
  fields: z.array(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const managerAuditEndpoints = {
  audit: endpoint('/api/manager/audit/list', {
    summary: 'Who of the staff did what, when, to what and why; the newest first. Nobody can change or delete an entry',
    access: 'manager',
    request: z.strictObject({ ...auditFilters, ...paging }),
    response: data(z.object({ list: z.array(auditEntry), next_cursor: z.string().nullable() })),
  }),
  auditChoices: endpoint('/api/manager/audit/choices', {
    summary: 'What the trail can be narrowed by: the staff, the actions and the objects that occur in it',
    access: 'manager',
    request: z.strictObject({}),
    response: data(z.object({ staff: z.array(z.object({ id, name: z.string() })), actions: z.array(z.string()), objects: z.array(z.string()) })),
  }),
}
