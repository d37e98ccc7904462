import {
  APIError,
  QueryError,
  type AfterErrorHook,
  type BaseDatabaseAdapter,
  type CollectionBeforeOperationHook,
  type DatabaseAdapterObj,
  type FlattenedField,
  type PayloadRequest,
  type SanitizedConfig,
} from 'payload'
import type { PostgresAdapter } from '@payloadcms/db-postgres'
import { say } from '@/lib/server/cms/translations'
import { sqlState } from '@/lib/server/platform/db/transaction'

/** Payload knows these, but its PostgreSQL adapter does not: `all` it never had, the others are for points, which nothing here has. */
const UNSUPPORTED = new Set(['all', 'intersects', 'near', 'within'])
/** Far more than any screen of the back office nests; a where that goes deeper would overflow the stack. */
const MAX_DEPTH = 50
/** All that the adapter can ask of a value within JSON; anything else it would write into the path as it is. */
const OF_JSON = new Set(['equals', 'not_equals', 'exists', 'like', 'not_like'])
const LISTS_OF_JSON = new Set(['in', 'not_in'])
/** Pages' blocks too (payload.config.ts). */
const KEPT_AS_JSON = new Set(['json', 'richText', 'blocks'])
/** Data exceptions, and what comes of an operator for text on a number, a date or a choice, or of a list without a value in it. */
const MISFIT = /^(?:22...|42601|42804|42883)$/
/** What a date can be made of, in milliseconds from 1970 on; no number that the portal keeps is larger. */
const FARTHEST_DATE = 8.64e15

/** Refuses what Payload would hand to the database without an operator for it, or fail on before that. */
export function refuseWrongWheres(config: SanitizedConfig): SanitizedConfig {
  for (const { hooks } of config.collections) hooks.beforeOperation.unshift(refuseWrongWhere)
  return config
}

const refuseWrongWhere: CollectionBeforeOperationHook = ({ args, collection, req }) => {
  const knows = (slug: unknown) => typeof slug === 'string' && Object.hasOwn(req.payload.collections, slug)
  const path = faultOf((args as { where?: unknown }).where, { fields: collection.flattenedFields, knows })
  if (path !== null) throw new QueryError([{ path }])
}

interface Asked {
  fields: readonly FlattenedField[]
  /** Whether there is a collection of that name. */
  knows(slug: unknown): boolean
}

/** The path that cannot be asked for so; null where nothing is wrong. */
function faultOf(where: unknown, of: Asked, depth = 0): string | null {
  if (!isObject(where)) return null
  for (const [path, condition] of Object.entries(where)) {
    if (depth > MAX_DEPTH) return path
    for (const inner of Array.isArray(condition) ? condition : []) {
      const fault = faultOf(inner, of, depth + 1)
      if (fault !== null) return fault
    }
    if (!isObject(condition)) continue
    const asked = Object.entries(condition)
    if (asked.some(([operator, value]) => isWrong(operator, value, of, depth))) return path
    if (leadsIntoJson(path, of.fields) && !asked.every(([operator, value]) => canAskJson(operator, value))) return path
  }
  return null
}

function isWrong(operator: string, value: unknown, { knows }: Asked, depth: number): boolean {
  if (UNSUPPORTED.has(operator)) return true
  if ([value].flat().some(isBeyondDates)) return true
  // A document of one of several collections.
  if (isObject(value) && 'relationTo' in value && 'value' in value && !knows(value.relationTo)) return true
  if (operator === 'like' || operator === 'not_like') return typeof value !== 'string'
  // A where of its own, for documents that are related: none of them keeps JSON.
  return operator === 'contains' && faultOf(value, { fields: [], knows }, depth + 1) !== null
}

function isBeyondDates(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > FARTHEST_DATE
}

/** Whether a path goes on within a value that is kept as JSON. */
function leadsIntoJson(path: string, fields: readonly FlattenedField[]): boolean {
  // Under this name versions keep the fields of their documents.
  const names = path
    .replaceAll('__', '.')
    .replace(/^version\./, '')
    .split('.')
  let within = fields
  for (const [index, name] of names.entries()) {
    const field = within.find((candidate) => candidate.name === name)
    if (field === undefined) return false
    if (KEPT_AS_JSON.has(field.type)) return index < names.length - 1
    within = 'flattenedFields' in field ? field.flattenedFields : []
  }
  return false
}

function canAskJson(operator: string, value: unknown): boolean {
  if (LISTS_OF_JSON.has(operator)) return Array.isArray(value) && value.length > 0 && !value.some(isCompound)
  return OF_JSON.has(operator) && (operator === 'exists' || !isCompound(value))
}

function isCompound(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const READS = [
  'count',
  'countVersions',
  'find',
  'findDistinct',
  'findOne',
  'findVersions',
  'queryDrafts',
] as const satisfies readonly (keyof BaseDatabaseAdapter)[]

/**
 * What the database or its adapter refuses to look for is told as what cannot be looked for. Payload logs an error by its name: with
 * that of the driver it would be logged as an error of the portal's, with its stack, whatever is answered.
 */
export function tellingMisfits(db: DatabaseAdapterObj<PostgresAdapter>): DatabaseAdapterObj<PostgresAdapter> {
  return {
    ...db,
    init(given) {
      const adapter = db.init(given)
      for (const name of READS) {
        const read = adapter[name].bind(adapter) as (args: Read) => Promise<never>
        adapter[name] = (args: Read) =>
          read(args).catch((error: unknown) => {
            throw isMisfit(error, args.req) ? new QueryError([]) : error
          })
      }
      return adapter
    },
  }
}

interface Read {
  req?: Partial<PayloadRequest>
}

function isMisfit(error: unknown, req: Partial<PayloadRequest> | undefined): boolean {
  if (req?.payloadAPI !== 'REST' || req.query?.where === undefined) return false
  return (error instanceof APIError && !error.isPublic) || MISFIT.test(sqlState(error) ?? '')
}

/** A where that cannot be asked is the request's fault, whoever notices it: Payload, its adapter, or the parser of its JSON. */
export const answerWrongWheres: AfterErrorHook = ({ error, req }) => {
  const { where, data: written } = (req.query ?? {}) as { where?: unknown; data?: unknown }
  const isUnreadable = error instanceof SyntaxError && (typeof where === 'string' || typeof written === 'string')
  const isUnknown = error.name === 'QueryError'
  if (!isUnreadable && !isUnknown) return
  const data = isUnknown ? { data: (error as QueryError).data } : {}
  return {
    status: 400,
    response: {
      errors: [{ name: 'QueryError', message: say(req, 'invalidRequest'), ...data }],
      code: 'invalid_input',
    } as never,
  }
}
