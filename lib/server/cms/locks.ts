import type {
  Access,
  CollectionAfterChangeHook,
  CollectionSlug,
  PayloadRequest,
  SanitizedConfig,
  TypeWithID,
} from 'payload'
import * as z from 'zod'
import { roleOf } from '@/lib/server/cms/access'
import { autosaves } from '@/lib/server/cms/hooks/announce-change'

const LOCKS = 'payload-locked-documents'

const lockShape = z.union([
  z
    .object({ document: z.object({ relationTo: z.string(), value: z.union([z.string(), z.number()]) }) })
    .transform(({ document }): Edited => ({ collectionSlug: document.relationTo, id: document.value })),
  z.object({ globalSlug: z.string() }),
])

/**
 * In Payload 3.90 everyone who is signed in may write locks of all records, so that an editor could prevent administrators from saving. Here
 * a lock is created only by opening a form (server-functions.ts calls `mayEdit`), and changed over the API only by those who may edit the
 * record. Can go once the access to locks can be configured in Payload.
 */
export function restrictLocks(config: SanitizedConfig): SanitizedConfig {
  const locks = config.collections.find(({ slug }) => slug === LOCKS)
  if (!locks) throw new Error('Payload has no collection of locks')
  const onlyEditors: Access = async ({ req, id }) => {
    if (roleOf(req.user) === null || id === undefined) return false
    const lock = await req.payload.findByID({
      collection: LOCKS,
      id,
      depth: 0,
      overrideAccess: true,
      disableErrors: true,
      req,
    })
    const locked = lockShape.safeParse(lock)
    return locked.success && mayEdit(req, locked.data)
  }
  locks.access = { ...locks.access, create: () => false, update: onlyEditors, delete: onlyEditors }
  return config
}

/**
 * Payload 3.90 removes the lock with every save, also with an autosave, so that two editors of a page would overwrite each other's text
 * without a warning. After an autosave its author keeps the lock; leaving the form or publishing removes it. Can go once autosaves keep it.
 */
export const keepLock: CollectionAfterChangeHook<TypeWithID> = async ({ collection, doc, req }) => {
  if (req.user?.collection !== 'staff' || !autosaves(req)) return
  await req.payload.db.create({
    collection: LOCKS,
    data: {
      document: { relationTo: collection.slug, value: doc.id },
      user: { relationTo: 'staff', value: req.user.id },
    },
    req,
  })
}

type Edited = { collectionSlug: string; id: string | number } | { globalSlug: string }

/** Whether the user of the request may change a record. */
export async function mayEdit(req: PayloadRequest, edited: Edited): Promise<boolean> {
  if ('globalSlug' in edited) {
    const global = req.payload.config.globals.find(({ slug }) => slug === edited.globalSlug)
    return global !== undefined && (await global.access.update({ req })) !== false
  }
  const { collectionSlug: collection, id } = edited
  const config = req.payload.config.collections.find(({ slug }) => slug === collection)
  if (!config) return false
  const allowed = await config.access.update({ req, id: Number(id) })
  if (typeof allowed === 'boolean') return allowed
  const { totalDocs } = await req.payload.count({
    collection: collection as CollectionSlug,
    where: { and: [{ id: { equals: Number(id) } }, allowed] },
    overrideAccess: true,
    req,
  })
  return totalDocs > 0
}
