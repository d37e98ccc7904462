import { createHash } from 'node:crypto'
import type { Queryable } from '@/lib/server/db/pool'
import { recogniseDocument, shownName } from './recognise'

export interface StoredFile {
  id: number
  account_id: number | null
  kind: string
  name: string
  media_type: string
  bytes: number
  /** Of its content, in hexadecimal. */
  sha256: string
  uploaded_at: Date
}

export const largestFile = 25 * 1024 * 1024

export type StoreOutcome =
  | { ok: true; file: StoredFile }
  | { ok: false; code: 'file_empty' | 'body_too_large' | 'file_type_refused' }

/** Checks a file by its content and keeps it. `accountId` null: a file of the company's own, for its staff. */
export async function storeFile(db: Queryable, upload: { accountId: number | null; kind: string; file: File }): Promise<StoreOutcome> {
  const { file } = upload
  if (file.size === 0) return { ok: false, code: 'file_empty' }
  if (file.size > largestFile) return { ok: false, code: 'body_too_large' }
  const content = new Uint8Array(await file.arrayBuffer())
  const mediaType = await recogniseDocument(content)
  if (!mediaType) return { ok: false, code: 'file_type_refused' }
  const { rows } = await db.query<StoredFile>(
    `with kept as (
       insert into portal.files (account_id, kind, name, media_type, bytes, sha256)
       values ($1, $2, $3, $4, $5, $6) returning *
     ), content as (
       insert into portal.file_contents (file_id, content) select id, $7 from kept
     )
     select id, account_id, kind, name, media_type, bytes, encode(sha256, 'hex') as sha256, uploaded_at from kept`,
    [upload.accountId, upload.kind, shownName(file.name, mediaType), mediaType, content.byteLength, createHash('sha256').update(content).digest(), content],
  )
  return { ok: true, file: rows[0] as StoredFile }
}

export async function readFile(db: Queryable, id: number): Promise<(StoredFile & { content: Buffer }) | null> {
  const { rows } = await db.query<StoredFile & { content: Buffer }>(
    `select file.id, account_id, kind, name, media_type, bytes, encode(sha256, 'hex') as sha256, uploaded_at, content
     from portal.files file join portal.file_contents on file_id = file.id where file.id = $1 and deleted_at is null`,
    [id],
  )
  return rows[0] ?? null
}

export function fileAddress(id: number): string {
  return `/storage/files/${id}`
}
