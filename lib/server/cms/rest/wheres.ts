import {
  QueryError,
  type AfterErrorHook,
  type CollectionBeforeOperationHook,
  type FlattenedField,
  type SanitizedConfig,
} from 'payload'
import { say } from '@/lib/server/cms/translations'
import { sqlState } from '@/lib/server/db/transaction'

/** Payload knows these, but its PostgreSQL adapter does not: `all` it never had, the others are for points, which nothing here has. */
const UNSUPPORTED = new Set(['all', 'intersects', 'near', 'within'])
/** Far more than any screen of the back office nests; a where that goes deeper would overflow the stack. */
const MAX_DEPTH = 50
/** All that the adapter can ask of a value within JSON; anything else it would write into the path as it is. */
const OF_JSON = new Set(['equals', 'not_equals', 'exists', 'like', 'not_like'])
const LISTS_OF_JSON = new Set(['in', 'not_in'])
/** Pages' blocks too (payload.config.ts). */
const KEPT_AS_JSON = new Set(['json', 'richText', 'blocks'])
/** undefined_function and datatype_mismatch: an operator for text on a number, a date or a choice. */
const MISFITS = new Set(['42804', '42883'])

/** Refuses what Payload would hand to the database without an operator for it, or fail on before that. */
export function refuseWrongWheres(config: SanitizedConfig): SanitizedConfig {
  for (const { hooks } of config.collections) hooks.beforeOperation.unshift(refuseWrongWhere)
  return config
}

const refuseWrongWhere: CollectionBeforeOperationHook = ({ args, collection }) => {
  const path = faultOf((args as { where?: unknown }).where, collection.flattenedFields)
  if (path !== null) throw new QueryError([{ path }])
}

/** The path that cannot be asked for so; null where nothing is wrong. */
function faultOf(where: unknown, fields: readonly FlattenedField[], depth = 0): string | null {
  if (!isObject(where)) return null
  for (const [path, condition] of Object.entries(where)) {
    if (depth > MAX_DEPTH) return path
    for (const inner of Array.isArray(condition) ? condition : []) {
      const fault = faultOf(inner, fields, depth + 1)
      if (fault !== null) return fault
    }
    if (!isObject(condition)) continue
    const asked = Object.entries(condition)
    if (asked.some(([operator, value]) => isWrong(operator, value, depth))) return path
    if (leadsIntoJson(path, fields) && !asked.every(([operator, value]) => canAskJson(operator, value))) return path
  }
  return null
}

function isWrong(operator: string, value: unknown, depth: number): boolean {
  if (UNSUPPORTED.has(operator)) return true
  if (operator === 'like' || operator === 'not_like') return typeof value !== 'string'
  // A where of its own, for documents that are related: none of them keeps JSON.
  return operator === 'contains' && faultOf(value, [], depth + 1) !== null
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

/** A where that cannot be asked is the request's fault, whoever notices it: Payload, the database, or the parser of its JSON. */
export const answerWrongWheres: AfterErrorHook = ({ error, req }) => {
  const { where, data: written } = (req.query ?? {}) as { where?: unknown; data?: unknown }
  const isUnreadable = error instanceof SyntaxError && (typeof where === 'string' || typeof written === 'string')
  const isMisfit = where !== undefined && MISFITS.has(sqlState(error) ?? '')
  const isUnknown = error.name === 'QueryError'
  if (!isUnreadable && !isMisfit && !isUnknown) return
  const data = isUnknown ? { data: (error as QueryError).data } : {}
  return {
    status: 400,
    response: {
      errors: [{ name: 'QueryError', message: say(req, 'invalidRequest'), ...data }],
      code: 'invalid_input',
    } as never,
  }
}
