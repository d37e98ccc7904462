import type { AfterErrorHook } from 'payload'
import { say } from '@/lib/server/cms/translations/say'
import type { PortalTextKey } from '@/lib/server/cms/translations/texts'

/** What PostgreSQL refuses of a request is the request's fault or a lost connection, never a 500. */
export const answerDatabaseErrors: AfterErrorHook = ({ error, req }) => {
  const answer = answerTo(sqlState(error))
  if (answer === null) return
  return { status: answer.status, response: { errors: [{ message: say(req, answer.words) }] } }
}

function answerTo(state: string | null): { status: number; words: PortalTextKey } | null {
  if (state === null) return null
  if (state === '23505') return { status: 409, words: 'alreadyExists' }
  // restrict_violation: the portal's own guards on facts and frozen lots (R1.2)
  if (state === '23001') return { status: 409, words: 'lotFrozen' }
  if (/^2[23]/.test(state)) return { status: 400, words: 'invalidRequest' }
  if (/^(08|53|57)/.test(state) || state.startsWith('ECONN')) return { status: 503, words: 'databaseAway' }
  return null
}

/** Drizzle wraps the driver's error, which carries the state as its code. */
function sqlState(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$|^ECONN/.test(at.code)) return at.code
  }
  return null
}
