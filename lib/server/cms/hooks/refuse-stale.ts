import { sql } from '@payloadcms/db-postgres/drizzle'
import {
  APIError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeOperationHook,
  type FlattenedField,
  type GlobalBeforeChangeHook,
  type GlobalBeforeOperationHook,
  type PayloadRequest,
} from 'payload'
import * as z from 'zod'
import { CHANGED_MEANWHILE, type Locale } from '@/lib/config/constants'
import { localeOrDefault } from '@/lib/i18n/locales'
import { runSql } from '@/lib/server/payload/database'
import { labelIn } from '@/lib/server/cms/fields/places'
import { translate } from '@/lib/server/cms/translations'

/**
 * Payload 3.90 compares a form with the stored record once, when the first field changes, and never one that saves itself. So a form sends
 * the `updatedAt` that it was read with, and a save on top of another one is refused. Callers that send none change fields on purpose.
 */
export const rememberReadVersion: CollectionBeforeOperationHook = async ({ args, collection, operation, req }) => {
  req.context.readAt = undefined
  if (operation !== 'update' || !('id' in args) || !('data' in args)) return args
  await remember(req, `${collection.slug}:${String(args.id)}`, args.data)
  return args
}

export const rememberReadGlobal: GlobalBeforeOperationHook = async ({ args, global, operation, req }) => {
  req.context.readAt = undefined
  if (operation === 'update') await remember(req, global.slug, (args as { data?: unknown }).data)
}

const sent = z.object({ updatedAt: z.iso.datetime({ offset: true }) })

/** Saves of one record wait for each other, so that each reads what the previous one wrote. */
async function remember(req: PayloadRequest, subject: string, data: unknown): Promise<void> {
  const form = sent.safeParse(data)
  if (!form.success) return
  req.context.readAt = form.data.updatedAt
  await runSql(req, sql`select pg_advisory_xact_lock(hashtext(${`cms ${subject}`}))`)
}

export const refuseStale: CollectionBeforeChangeHook = async ({ collection, data, operation, originalDoc, req }) => {
  const stored = originalDoc as { id: unknown; updatedAt?: unknown } | undefined
  if (operation === 'update' && stored !== undefined)
    await compare(req, `${collection.slug}:${String(stored.id)}`, stored.updatedAt, collection.flattenedFields)
  return data as unknown
}

export const refuseStaleGlobal: GlobalBeforeChangeHook = async ({ data, global, originalDoc, req }) => {
  const { updatedAt } = (originalDoc ?? {}) as { updatedAt?: unknown }
  await compare(req, global.slug, updatedAt, global.flattenedFields)
  return data as unknown
}

async function compare(
  req: PayloadRequest,
  subject: string,
  storedAt: unknown,
  fields: readonly FlattenedField[],
): Promise<void> {
  const { readAt } = req.context
  req.context.readAt = undefined
  if (typeof readAt !== 'string' || typeof storedAt !== 'string') return
  if (Date.parse(readAt) === Date.parse(storedAt)) return
  const language = localeOrDefault(req.i18n.language)
  const change = await lastChange(req, subject, readAt)
  const message =
    change === null
      ? translate(req, 'changedMeanwhile', { ago: agoOf(storedAt, language) })
      : translate(req, 'changedMeanwhileBy', {
          name: change.name,
          ago: agoOf(change.at, language),
          fields: change.fields.map((name) => labelOf(fields, name, language)).join(', ') || '—',
        })
  throw new APIError(message, 409, { code: CHANGED_MEANWHILE }, true)
}

const MINUTE = 60_000
const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const

/** No time of day: Payload 3.90 takes what follows a colon in a refusal for a list of fields. */
function agoOf(at: string | Date, language: Locale): string {
  const passed = Math.max(0, Date.now() - new Date(at).getTime())
  const [unit, length] = UNITS.find(([, milliseconds]) => passed >= milliseconds) ?? ['minute', MINUTE]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(passed / length), unit)
}

const audited = z.object({
  name: z.string(),
  at: z.date().or(z.string()),
  fields: z.array(z.string()),
})

/**
 * Who changed which fields last; null for a change that is not audited, such as a draft that the same person saves automatically. The
 * creation is no change, whatever the database's clock says beside this server's.
 */
async function lastChange(req: PayloadRequest, subject: string, since: string) {
  const [row] = await runSql(
    req,
    sql`select coalesce(staff.name, '') as name, entry.at, coalesce(entry.details -> 'fields', '[]') as fields
        from portal.audit entry left join cms.staff staff on staff.id = entry.staff_id
        where entry.subject = ${subject} and entry.at > ${since}::timestamptz and entry.action <> 'content.create'
        order by entry.id desc limit 1`,
  )
  return audited.safeParse(row).data ?? null
}

function labelOf(fields: readonly FlattenedField[], name: string, language: Locale): string {
  const field = fields.find((one) => one.name === name)
  return (field && 'label' in field && labelIn(field.label, language)) || name
}
