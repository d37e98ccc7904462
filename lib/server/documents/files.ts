import { createHash } from 'node:crypto'
import type { Queryable } from '@/lib/server/db/pool'
import { withPathOf } from '@/lib/server/kernel/spooled-files'
import { createInspector } from './inspection/inspector'
import { shownName } from './shown-name'

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

/** What one account may keep, and add in a day; feedback's files count too. */
const TOTAL = { files: 300, bytes: 750 * 1024 * 1024 }
const PER_DAY = { files: 100, bytes: 300 * 1024 * 1024 }

/** A file whose content has been looked at. */
export interface InspectedFile {
  file: File
  mediaType: string
}

type Refused<Code> = { ok: false; code: Code; retryAfter?: number }
export type InspectOutcome =
  | { ok: true; inspected: InspectedFile }
  | Refused<'file_empty' | 'body_too_large' | 'file_type_refused' | 'file_unreadable' | 'too_many_requests'>
export type KeepOutcome = { ok: true; file: StoredFile } | Refused<'upload_quota_reached' | 'upload_daily_quota_reached'>
export type StoreOutcome = KeepOutcome | Exclude<InspectOutcome, { ok: true }>

const inspector = createInspector()
/** Seconds after which a file that found too many others waiting is sent again. */
const BUSY_SECONDS = 10

/** Checks a file by its whole content. Before a transaction is begun: it may take seconds. */
export async function inspectFile(file: File): Promise<InspectOutcome> {
  if (file.size === 0) return { ok: false, code: 'file_empty' }
  if (file.size > largestFile) return { ok: false, code: 'body_too_large' }
  const found = await withPathOf(file, (path) => inspector.inspect(path))
  if (found.ok) return { ok: true, inspected: { file, mediaType: found.mediaType } }
  if (found.code === 'busy') return { ok: false, code: 'too_many_requests', retryAfter: BUSY_SECONDS }
  return { ok: false, code: found.code === 'overdue' ? 'file_unreadable' : found.code }
}

/** Keeps a file that has been checked, or was made by the portal itself. `accountId` null: a file of the company's own, for its staff. */
export async function keepFile(db: Queryable, upload: { accountId: number | null; kind: string }, { file, mediaType }: InspectedFile): Promise<KeepOutcome> {
  const refused = upload.accountId === null ? null : await beyondQuota(db, upload.accountId, file.size)
  if (refused) return refused
  const content = new Uint8Array(await file.arrayBuffer())
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

/** Checks a file and keeps it. */
export async function storeFile(db: Queryable, upload: { accountId: number | null; kind: string; file: File }): Promise<StoreOutcome> {
  const checked = await inspectFile(upload.file)
  return checked.ok ? keepFile(db, upload, checked.inspected) : checked
}

/** One account's uploads are counted one after the other: in a transaction two of them cannot both take the last place. */
async function beyondQuota(db: Queryable, accountId: number, bytes: number): Promise<Exclude<KeepOutcome, { ok: true }> | null> {
  await db.query(`select pg_advisory_xact_lock(hashtext('portal.files'), $1)`, [accountId])
  const { rows } = await db.query<Record<'files' | 'bytes' | 'day_files' | 'day_bytes', number>>(
    `select count(*) filter (where deleted_at is null) as files, coalesce(sum(bytes) filter (where deleted_at is null), 0)::bigint as bytes,
       count(*) filter (where uploaded_at > now() - interval '1 day') as day_files,
       coalesce(sum(bytes) filter (where uploaded_at > now() - interval '1 day'), 0)::bigint as day_bytes
     from portal.files where account_id = $1`,
    [accountId],
  )
  const [used] = rows
  if (!used) return null
  if (used.files >= TOTAL.files || used.bytes + bytes > TOTAL.bytes) return { ok: false, code: 'upload_quota_reached' }
  if (used.day_files >= PER_DAY.files || used.day_bytes + bytes > PER_DAY.bytes) return { ok: false, code: 'upload_daily_quota_reached', retryAfter: 3600 }
  return null
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
