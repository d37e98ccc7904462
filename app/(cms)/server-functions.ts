import config from '@payload-config'
import { handleServerFunctions } from '@payloadcms/next/layouts'
import { headers } from 'next/headers'
import { getPayload, type ServerFunctionClientArgs } from 'payload'
import * as z from 'zod'
import { markActionReached } from '@/lib/http/request-context'
import { importMap } from './admin/importMap.js'

/** Payload’s server functions that the back office’s screens call. Whatever else has a name is reached by nobody. */
const called = z.object({
  name: z.enum([
    'copy-data-from-locale', 'form-state', 'get-default-layout', 'get-upcoming-scheduled-publish', 'render-document', 'render-document-slots',
    'render-field', 'render-list', 'render-widget', 'schedule-publish', 'slugify', 'table-state',
  ]),
  args: z.record(z.string(), z.unknown()),
})

/**
 * Runs one of Payload’s server functions for a signed-in member of the staff. Null otherwise, which is what Payload’s own functions answer
 * to whoever may not call them, and nothing more: no error of theirs with the server’s insides goes out.
 */
export async function runServerFunction(sent: ServerFunctionClientArgs): Promise<unknown> {
  markActionReached()
  const call = called.safeParse(sent)
  if (!call.success || !(await isSignedIn())) return null
  return handleServerFunctions({ ...call.data, config, importMap })
}

async function isSignedIn(): Promise<boolean> {
  const payload = await getPayload({ config })
  const { user } = await payload.auth({ headers: await headers() })
  return user?.collection === 'staff'
}
