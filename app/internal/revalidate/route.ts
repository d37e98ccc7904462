import { revalidateTag } from 'next/cache'
import * as z from 'zod'
import { CACHE_TAGS } from '@/lib/config/constants'
import { revalidationSecret } from '@/lib/server/http/page-cache'
import { isSecret } from '@/lib/server/platform/signatures'

const request = z.strictObject({ tags: z.array(z.enum(Object.values(CACHE_TAGS))).min(1) })

/** Called by this process, because Next revalidates only within a request. 404 without the process's secret. */
export async function POST(incoming: Request): Promise<Response> {
  if (!isSecret(incoming.headers.get('x-revalidation-secret') ?? '', revalidationSecret()))
    return new Response(null, { status: 404 })
  const parsed = request.safeParse(await incoming.json().catch(() => null))
  if (!parsed.success) return new Response(null, { status: 422 })
  for (const tag of parsed.data.tags) revalidateTag(tag, { expire: 0 })
  return new Response(null, { status: 204 })
}
