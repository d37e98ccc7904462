import type { AfterErrorHook } from 'payload'
import { isDatabaseUnavailable, sqlState } from '@/lib/server/db/errors'
import { say } from '@/lib/server/cms/translations/say'
import type { PortalTextKey } from '@/lib/server/cms/translations/texts'

/** What PostgreSQL refuses of a request is the request's fault or a lost connection, never a 500. */
export const answerDatabaseErrors: AfterErrorHook = ({ error, req }) => {
  const answer = isDatabaseUnavailable(error)
    ? ({ status: 503, words: 'databaseAway' } as const)
    : answerTo(sqlState(error) ?? null)
  if (answer === null) return
  return { status: answer.status, response: { errors: [{ message: say(req, answer.words) }] } }
}

function answerTo(state: string | null): { status: number; words: PortalTextKey } | null {
  if (state === null) return null
  if (state === '23505') return { status: 409, words: 'alreadyExists' }
  // restrict_violation: the portal's own guards on events and frozen lots (R1.2)
  if (state === '23001') return { status: 409, words: 'lotFrozen' }
  if (/^2[23]/.test(state)) return { status: 400, words: 'invalidRequest' }
  return null
}
