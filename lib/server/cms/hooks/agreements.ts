import { sql } from '@payloadcms/db-postgres/drizzle'
import { type CollectionBeforeChangeHook, ValidationError } from 'payload'
import { runSql } from '@/lib/server/cms/database'
import type { Agreement } from '@/lib/server/cms/payload-types'
import { translate } from '@/lib/server/cms/translations'

/** By hand an agreement comes into force only with the organiser's signature, which follows the buyer's, or with a scan (R15.2). */
export const refuseUnsignedInForce: CollectionBeforeChangeHook<Agreement> = async ({ data, originalDoc, req }) => {
  if (!req.user || data.status !== 'current' || originalDoc?.status === 'current') return data
  const [signed] = await runSql(
    req,
    sql`select agreement_id from portal.agreement_signatures
      where agreement_id = ${originalDoc?.id ?? null} and side in ('organiser', 'paper') limit 1`,
  )
  if (signed !== undefined) return data
  throw new ValidationError(
    { collection: 'agreements', errors: [{ path: 'status', message: translate(req, 'agreementUnsigned') }] },
    req.t,
  )
}
