import type { CollectionBeforeOperationHook } from 'payload'

/**
 * A document sent whole through the REST API, neither as a draft nor with a status of its own, is meant to be
 * seen: api.md's callers know nothing of drafts. The admin always names the status, so nothing changes there.
 */
export const publishByDefault: CollectionBeforeOperationHook = ({ args, operation }) => {
  if (operation !== 'create' || !('data' in args) || args.draft) return args
  const data = args.data as Record<string, unknown> | undefined
  if (data === undefined) return args
  if (data._status === undefined) data._status = 'published'
  return args
}
