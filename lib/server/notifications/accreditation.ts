import { documentKind } from '@/lib/contract/documents'
import { missingDocuments, type RequiredDocument } from '@/lib/domain/application'
import type { Queryable } from '@/lib/server/db/pool'
import type { Attachment } from './drafts-accounts'
import { readContent } from './details'

/** Mail servers commonly refuse letters of more than 25 MB, a third of it encoding: what is beyond is opened in the back office. */
const maxAttached = 15 * 1024 * 1024

/** A company's accreditation documents for a letter to the managers (R2.4), the required ones first, and those that are missing. */
export async function readAccreditation(
  db: Queryable,
  accountId: number,
): Promise<{ attachments: Attachment[]; missing: RequiredDocument[] }> {
  const { rows } = await db.query<{ id: number; kind: string; name: string; media_type: string; bytes: number }>(
    `select id, kind, name, media_type, bytes from portal.files file
     where account_id = $1 and kind = any ($2) and deleted_at is null order by array_position($2, kind), id desc`,
    [accountId, documentKind.options],
  )
  const attachments: Attachment[] = []
  let room = maxAttached
  for (const { id, name, media_type: mediaType, bytes } of rows) {
    const content = bytes <= room ? await readContent(db, id) : null
    if (content === null) continue
    room -= bytes
    attachments.push({ name, mediaType, content })
  }
  return { attachments, missing: missingDocuments(rows) }
}
