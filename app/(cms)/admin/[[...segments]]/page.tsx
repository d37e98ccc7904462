import config from '@payload-config'
import { RootPage } from '@payloadcms/next/views'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { getPayload } from 'payload'
import { OfflineError } from '@/lib/api/problems'
import { passwordLinkFault, unlessUnavailable } from '@/lib/server/cms/staff/identity'
import { importMap } from '../importMap.js'
import { adminMetadata, type AdminPageProps } from '../page-metadata'

export const generateMetadata = adminMetadata

/**
 * Payload shows the sign-in form if it cannot read the session; while the database is down this must be a 503 instead.
 */
export default async function BackOfficePage({ params, searchParams }: AdminPageProps) {
  const payload = await getPayload({ config })
  const session = await unlessUnavailable(async () => payload.auth({ headers: await headers() }))
  if (session === null) throw new OfflineError('the sessions of the staff cannot be read')
  const [view, token] = (await params).segments ?? []
  // Payload's form would refuse the link only after a password was chosen.
  const fault = view === 'reset' && token && session.user === null ? await passwordLinkFault(payload, token) : null
  if (fault !== null) redirect(`/admin/login?link=${fault}`)
  return RootPage({ config, params, searchParams, importMap })
}
