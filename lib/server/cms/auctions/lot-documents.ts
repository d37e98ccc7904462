import { sql } from '@payloadcms/db-postgres/drizzle'
import {
  APIError,
  type CollectionBeforeDeleteHook,
  type CollectionBeforeOperationHook,
  type PayloadRequest,
  type Where,
} from 'payload'
import { hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import { isFrozen } from '@/lib/server/cms/auctions/frozen-lot'
import { runSql } from '@/lib/server/cms/database'
import { say } from '@/lib/server/cms/translations'

/**
 * A lot's documents are files of the media library, which editors keep, but what a lot says is the managers'. The lot's page reads the
 * file itself, so another file under the same record would be a change that no version of the lot shows. Hence in place only managers
 * exchange or remove one, and nobody once the lot is frozen (R1.2): then a new file is uploaded and chosen in the lot, which keeps both.
 *
 * Before the operation, because Payload removes the former file before any hook of the change itself.
 */
export const refuseExchangingLotDocuments: CollectionBeforeOperationHook = async ({
  args,
  operation,
  overrideAccess,
  req,
}) => {
  // By another file, or by cropping the one that is there.
  if (operation !== 'update' || !(req.file ?? req.query?.uploadEdits)) return args
  const { id, where } = args as { id?: number | string; where?: Where }
  const { docs } = await req.payload.find({
    collection: 'media',
    where: id === undefined ? where : { id: { equals: id } },
    depth: 0,
    pagination: false,
    overrideAccess: overrideAccess === true,
    req,
  })
  for (const media of docs) await refuseForLots(req, media.id)
  return args
}

export const refuseDeletingLotDocuments: CollectionBeforeDeleteHook = ({ id, req }) => refuseForLots(req, Number(id))

async function refuseForLots(req: PayloadRequest, mediaId: number): Promise<void> {
  for (const lot of await lotsWithDocument(req, mediaId)) {
    const number = String(lot.number)
    if (await isFrozen(req, Number(lot.id)))
      throw new APIError(say(req, 'frozenLotDocument', { number }), 409, null, true)
    if (!hasRole(req.user, TRADE_ROLES)) throw new APIError(say(req, 'lotDocument', { number }), 403, null, true)
  }
}

/** The lots among whose documents a file is, or was in a version that is kept. */
function lotsWithDocument(req: PayloadRequest, mediaId: number) {
  return runSql(
    req,
    sql`select id, number from cms.auctions where id in (
      select _parent_id from cms.auctions_documents where file_id = ${mediaId}
      union
      select version.parent_id from cms._auctions_v_version_documents document
      join cms._auctions_v version on version.id = document._parent_id where document.file_id = ${mediaId}
    ) order by id`,
  )
}
