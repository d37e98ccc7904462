import config from '@payload-config'
import { handleServerFunctions } from '@payloadcms/next/layouts'
import { headers } from 'next/headers'
import { createLocalReq, getPayload, type ServerFunctionClientArgs } from 'payload'
import * as z from 'zod'
import { isBounded } from '@/lib/server/cms/rest-guard'
import { mayEdit } from '@/lib/server/cms/locks'
import { mayPlan } from '@/lib/server/cms/scheduled-publishing'
import { importMap } from './admin/importMap.js'

/** Payload’s server functions that the back office’s screens call. Whatever else has a name is reached by nobody. */
const called = z.object({
  name: z.enum([
    'copy-data-from-locale',
    'form-state',
    'get-default-layout',
    'get-upcoming-scheduled-publish',
    'render-document',
    'render-document-slots',
    'render-field',
    'render-list',
    'render-widget',
    'schedule-publish',
    'slugify',
    'table-state',
  ]),
  args: z.record(z.string(), z.unknown()).refine(isBounded),
})

/**
 * Runs one of Payload’s server functions for a signed-in member of the staff. Null otherwise, which is what Payload’s own functions answer
 * to whoever may not call them, and nothing more: no error of theirs with the server’s insides goes out.
 */
export async function runServerFunction(sent: ServerFunctionClientArgs): Promise<unknown> {
  const call = called.safeParse(sent)
  const user = await signedIn()
  if (!call.success || user === null) return null
  try {
    const args = await withinRights(call.data, user)
    return args === null ? null : await handleServerFunctions({ name: call.data.name, args, config, importMap })
  } catch (error) {
    // Next's own signals: a redirect, a page that is not there.
    if (error instanceof Error && 'digest' in error) throw error
    const payload = await getPayload({ config })
    payload.logger.warn(
      { reason: error instanceof Error ? error.message : String(error), call: call.data.name },
      'a call of the back office failed',
    )
    return null
  }
}

type User = NonNullable<Awaited<ReturnType<Awaited<ReturnType<typeof getPayload>>['auth']>>['user']>

async function signedIn(): Promise<User | null> {
  const payload = await getPayload({ config })
  const { user } = await payload.auth({ headers: await headers() })
  return user?.collection === 'staff' ? user : null
}

/** Opening a form locks its record for all others: only for whoever may save it. Null for what the user may not do at all. */
async function withinRights(
  { name, args }: z.infer<typeof called>,
  user: User,
): Promise<Record<string, unknown> | null> {
  const locks = name === 'form-state' && args.returnLockStatus === true
  if (!locks && name !== 'schedule-publish') return args
  const req = await createLocalReq({ user }, await getPayload({ config }))
  if (!locks) return (await mayPlan(req, args)) ? args : null
  const record = edited.safeParse(args)
  const mayLock = record.success && (await mayEdit(req, record.data))
  return mayLock ? args : { ...args, returnLockStatus: false }
}

const edited = z.union([
  z.object({ collectionSlug: z.string(), id: z.union([z.string(), z.number()]) }),
  z.object({ globalSlug: z.string() }),
])
