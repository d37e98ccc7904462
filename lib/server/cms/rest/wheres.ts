import { QueryError, type AfterErrorHook, type CollectionBeforeOperationHook, type SanitizedConfig } from 'payload'
import { say } from '@/lib/server/cms/translations'
import { sqlState } from '@/lib/server/db/transaction'

/** Payload knows these, but its PostgreSQL adapter does not: `all` it never had, the others are for points, which nothing here has. */
const UNSUPPORTED = new Set(['all', 'intersects', 'near', 'within'])
/** Far more than any screen of the back office nests; a where that goes deeper would overflow the stack. */
const MAX_DEPTH = 50
/** undefined_function and datatype_mismatch: an operator for text on a number, a date or a choice. */
const MISFITS = new Set(['42804', '42883'])

/** Refuses what Payload would hand to the database without an operator for it, or fail on before that. */
export function refuseWrongWheres(config: SanitizedConfig): SanitizedConfig {
  for (const { hooks } of config.collections) hooks.beforeOperation.unshift(refuseWrongWhere)
  return config
}

const refuseWrongWhere: CollectionBeforeOperationHook = ({ args }) => {
  const path = faultOf((args as { where?: unknown }).where)
  if (path !== null) throw new QueryError([{ path }])
}

/** The path that cannot be asked for so; null where nothing is wrong. */
function faultOf(where: unknown, depth = 0): string | null {
  if (!isObject(where)) return null
  for (const [path, condition] of Object.entries(where)) {
    if (depth > MAX_DEPTH) return path
    for (const inner of Array.isArray(condition) ? condition : []) {
      const fault = faultOf(inner, depth + 1)
      if (fault !== null) return fault
    }
    if (isObject(condition) && Object.entries(condition).some((asked) => isWrong(asked, depth))) return path
  }
  return null
}

function isWrong([operator, value]: [string, unknown], depth: number): boolean {
  if (UNSUPPORTED.has(operator)) return true
  if (operator === 'like' || operator === 'not_like') return typeof value !== 'string'
  // A where of its own, for documents that are related.
  return operator === 'contains' && faultOf(value, depth + 1) !== null
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
