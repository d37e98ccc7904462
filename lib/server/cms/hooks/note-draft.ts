import type { CollectionBeforeOperationHook, PayloadRequest } from 'payload'

/** Keeps for the later hooks whether only a draft is being saved: they cannot tell from the document. */
export const noteDraft: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'create' || operation === 'update' || operation === 'updateByID') {
    req.context.savesDraft = 'draft' in args && args.draft === true
    req.context.autosaves = 'autosave' in args && args.autosave === true
  }
  req.context.restoresVersion = operation === 'restoreVersion'
  return args
}

export function savesDraft(req: PayloadRequest): boolean {
  return req.context.savesDraft === true
}

/** Every couple of seconds while somebody types. */
export function autosaves(req: PayloadRequest): boolean {
  return req.context.autosaves === true
}
