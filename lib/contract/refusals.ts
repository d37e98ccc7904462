import type { Endpoint } from './endpoint'
import type { ErrorCode } from './errors'

/** Refusals common to all endpoints. */
const COMMON: ErrorCode[] = [
  'unreadable_body',
  'foreign_origin',
  'body_too_large',
  'body_too_slow',
  'unsupported_media_type',
  'invalid_input',
  'too_many_requests',
  'internal_error',
  'service_unavailable',
]
/** Refusals of a session whose account was deactivated (R2.7). */
export const DEACTIVATED = ['account_deactivated', 'account_deactivated_by_manager'] as const
/** Refusals of a program's token, for all calls but the staff's. */
export const OF_PROGRAM = ['unauthorized', 'token_scope_insufficient', 'token_address_refused'] as const
const BY_ACCESS: Record<Endpoint['access'], ErrorCode[]> = {
  visitor: [...OF_PROGRAM],
  reader: [...OF_PROGRAM, ...DEACTIVATED],
  account: [...OF_PROGRAM, ...DEACTIVATED],
  buyer: [...OF_PROGRAM, ...DEACTIVATED, 'account_not_confirmed'],
  staff: ['unauthorized'],
  accountant: ['unauthorized', 'forbidden'],
  dispatcher: ['unauthorized', 'forbidden'],
  manager: ['unauthorized', 'forbidden'],
  admin: ['unauthorized', 'forbidden'],
}

/** Every refusal that a call may answer. */
export function refusalsOf({ access, role, errors }: Pick<Endpoint, 'access' | 'role' | 'errors'>): ErrorCode[] {
  const ofRole: ErrorCode[] = role === undefined ? [] : ['role_insufficient']
  return [...new Set([...errors, ...BY_ACCESS[access], ...ofRole, ...COMMON])]
}

/** What the browser itself says without a readable answer. */
export const BROWSER_REFUSALS = ['offline', 'unreadable_answer', 'file_changed'] as const
