import config from '@payload-config'
import { handleServerFunctions } from '@payloadcms/next/layouts'
import { headers } from 'next/headers'
import { createLocalReq, getPayload, type ServerFunctionClientArgs } from 'payload'
import * as z from 'zod'
import { isBounded } from '@/lib/server/cms/rest-guard'
import { mayEdit } from '@/lib/server/cms/locks'
import { mayPlan } from '@/lib/server/cms/scheduled-publishing'
import { importMap } from './admin/importMap.js'

/** The server functions of Payload that the back office calls; others are refused. */
const serverFunctionCall = z.object({
  name: z.enum([
    'copy-data-from-locale',
    'form-state',
    'get-upcoming-scheduled-publish',
    'render-document',
    'render-document-slots',
    'render-field',
    'render-list',
    'schedule-publish',
    'slugify',
    'table-state',
  ]),
  args: z.record(z.string(), z.unknown()).refine(isBounded),
})

/** Runs one of Payload's server functions for a member of the staff. Null for others and on errors, whose details stay on the server. */
export async function runServerFunction(sent: ServerFunctionClientArgs): Promise<unknown> {
  const call = serverFunctionCall.safeParse(sent)
  const user = await signedIn()
  if (!call.success || user === null) return null
  try {
    const args = await restrictToRights(call.data, user)
    return args === null ? null : await handleServerFunctions({ name: call.data.name, args, config, importMap })
  } catch (error) {
    // Signals of Next: a redirect or a missing page.
    if (error instanceof Error && 'digest' in error) throw error
    const payload = await getPayload({ config })
    payload.logger.warn(
      { reason: error instanceof Error ? error.message : String(error), call: call.data.name },
      'back office call failed',
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

/** Opening a form locks its record, which needs the right to save it. Null for a call that the user may not make. */
async function restrictToRights(
  { name, args }: z.infer<typeof serverFunctionCall>,
  user: User,
): Promise<Record<string, unknown> | null> {
  const locks = name === 'form-state' && args.returnLockStatus === true
  if (!locks && name !== 'schedule-publish') return args
  const req = await createLocalReq({ user }, await getPayload({ config }))
  if (!locks) return (await mayPlan(req, args)) ? args : null
  const record = editedRecord.safeParse(args)
  if (record.success && (await mayEdit(req, record.data))) return args
  return { ...args, returnLockStatus: false }
}

const editedRecord = z.union([
  z.object({ collectionSlug: z.string(), id: z.union([z.string(), z.number()]) }),
  z.object({ globalSlug: z.string() }),
])
