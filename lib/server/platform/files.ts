import { createHash } from 'node:crypto'
import { ACCEPTED_ENDINGS, type FILE_FAULTS } from '@/lib/contract/documents'
import type { StaffRole } from '@/lib/contract/manager'
import type { EvidenceFile } from '@/lib/domain/events'
import type { Pool, PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import {
  answer,
  type Call,
  type Caller,
  contentDisposition,
  type Outcome,
  refuse,
  type RefusedOutcome,
} from '@/lib/server/platform/call'
import { ACCOUNTANTS, mayReadFilesOf, privateFile } from './private-file'

/** Characters that reorder the following ones on the screen: `gnp.exe` would be read as `exe.png`. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The name under which a file is shown: without folders, control characters, reordering and quotation marks, with the ending of its type. */
export function displayName(name: string, mediaType: string): string {
  const endings = ACCEPTED_ENDINGS[mediaType] ?? []
  const last = name.normalize('NFC').toWellFormed().replace(BIDI, '').split(/[\\/]/).at(-1) ?? ''
  const clean = [...last]
    .filter((character) => character >= ' ' && character !== '\u007f' && !'"<>:|?*'.includes(character))
    .join('')
    .trim()
  const dot = clean.lastIndexOf('.')
  const stem = (dot > 0 ? clean.slice(0, dot) : clean).slice(0, 150) || 'document'
  const ending = dot > 0 ? clean.slice(dot + 1).toLowerCase() : ''
  return `${stem}.${endings.includes(ending) ? ending : endings[0]}`
}

const SHOWN_IN_BROWSER = new Set(['application/pdf', 'image/jpeg', 'image/png'])

/** Staff who can see an agreement's waybills can read their quality passports. */
const SHIPMENT_READERS: readonly StaffRole[] = ['dispatcher', ...ACCOUNTANTS]

/** A private file; null for callers who may not read it. */
export async function serveFile(pool: Pool, id: number, caller: Caller): Promise<Response | null> {
  const file = await readFile(pool, id)
  if (!file || !mayReadFilesOf(file.company_id, caller, file.of_waybill ? SHIPMENT_READERS : undefined)) return null
  // Prevents scripts in a file from running. No sandbox for PDFs: the browser's viewer does not start in one.
  const policy = file.media_type === 'application/pdf' ? "frame-ancestors 'self'" : "default-src 'none'; sandbox"
  return privateFile(new Uint8Array(file.content), {
    mediaType: file.media_type,
    disposition: contentDisposition(SHOWN_IN_BROWSER.has(file.media_type) ? 'inline' : 'attachment', file.name),
    headers: { 'content-security-policy': policy },
  })
}

interface StoredFile {
  id: number
  name: string
  /** Hash of the content, in hexadecimal. */
  sha256: string
}

/**
 * Quotas of one account: in total, and for a day's uploads. Files of its feedback count too; the organiser's signatures and scans of its
 * agreements do not.
 */
const TOTAL = { files: 300, bytes: 750 * 1024 * 1024 }
const PER_DAY = { files: 100, bytes: 300 * 1024 * 1024 }

export interface InspectedFile {
  file: File
  mediaType: string
  /** It is a signature, or contains signatures (R15.1). */
  signed?: boolean
}

/**
 * Inspects a file's whole content, taking turns with other senders. It may take seconds: call it outside transactions.
 */
export type InspectFile = (file: File, call: Pick<Call, 'caller' | 'signal'>) => Promise<Outcome<InspectedFile>>

/** The file is at fault; or the machine was too busy, in both attempts or while the file waited: it may be sent again. */
export type Uninspected = { ok: false; code: (typeof FILE_FAULTS)[number] | 'file_check_delayed' }

export interface Sender {
  /** Senders take turns, however many files one of them sends. */
  id: string
  /** Active buyers and staff, whose files are checked before those of accounts that anyone can register. */
  isTrusted: boolean
  /** Aborted when the sender disconnects; removes the file from the queue. */
  signal?: AbortSignal | undefined
}

export function senderOf({ caller, signal }: Pick<Call, 'caller' | 'signal'>): Sender {
  return {
    id: caller.kind === 'account' ? `account:${caller.companyId}` : caller.kind,
    isTrusted: caller.kind === 'staff' || (caller.kind === 'account' && caller.status === 'active'),
    signal,
  }
}

/** Stores a file that was inspected, or that the portal created. `companyId` null: a file of the staff. */
export async function storeFile(
  db: Queryable,
  upload: { companyId: number | null; personId?: number | null; kind: string; byStaff?: boolean },
  { file, mediaType, signed = false }: InspectedFile,
): Promise<Outcome<StoredFile>> {
  const refused =
    upload.companyId === null || upload.byStaff ? null : await beyondQuota(db, upload.companyId, file.size)
  if (refused) return refused
  const content = new Uint8Array(await file.arrayBuffer())
  const { rows } = await db.query<StoredFile>(
    `with stored as (
       insert into portal.files (company_id, kind, name, media_type, bytes, sha256, person_id, signed)
       values ($1, $2, $3, $4, $5, $6, $8, $9) returning *
     ), content as (
       insert into portal.file_contents (file_id, content) select id, $7 from stored
     )
     select id, name, encode(sha256, 'hex') as sha256 from stored`,
    [
      upload.companyId,
      upload.kind,
      displayName(file.name, mediaType),
      mediaType,
      content.byteLength,
      createHash('sha256').update(content).digest(),
      content,
      upload.personId ?? null,
      signed,
    ],
  )
  return answer(rows[0] as StoredFile)
}

/** Acquires a lock, so that two concurrent uploads cannot both use the last of an account's quota. */
async function beyondQuota(db: Queryable, companyId: number, bytes: number): Promise<RefusedOutcome | null> {
  await db.query(`select pg_advisory_xact_lock(hashtext('portal.files'), $1)`, [companyId])
  const { rows } = await db.query<Record<'files' | 'bytes' | 'day_files' | 'day_bytes', number>>(
    `select count(*) filter (where deleted_at is null) as files, coalesce(sum(bytes) filter (where deleted_at is null), 0)::bigint as bytes,
       count(*) filter (where uploaded_at > now() - interval '1 day') as day_files,
       coalesce(sum(bytes) filter (where uploaded_at > now() - interval '1 day'), 0)::bigint as day_bytes
     from portal.files file where company_id = $1
       and not exists (select from portal.agreement_signatures where file_id = file.id and side <> 'buyer')`,
    [companyId],
  )
  const [used] = rows
  if (!used) return null
  if (used.files >= TOTAL.files || used.bytes + bytes > TOTAL.bytes) return refuse('upload_quota_reached')
  if (used.day_files >= PER_DAY.files || used.day_bytes + bytes > PER_DAY.bytes)
    return refuse('upload_daily_quota_reached', { retryAfter: 3600 })
  return null
}

/** Stores a checked file of evidence in the transaction of `client`. */
type StoreEvidence = (client: PoolClient) => Promise<Outcome<EvidenceFile>>

/** Checks a file of evidence. That may take seconds, so it runs before the auction is locked. */
export type InspectEvidence = (file: File, call: Call) => Promise<Outcome<StoreEvidence>>

async function readFile(db: Queryable, id: number) {
  const { rows } = await db.query<{
    company_id: number | null
    name: string
    media_type: string
    content: Buffer
    of_waybill: boolean
  }>(
    // What the organiser stores with a waybill is the buyer's to read.
    `select coalesce(file.company_id, shipped.company_id) as company_id, name, media_type, content, shipped.company_id is not null as of_waybill
     from portal.files file join portal.file_contents contents on contents.file_id = file.id
     left join lateral (select agreement.company_id from portal.fulfilment_facts fact
       join cms.agreements agreement on agreement.id = fact.agreement_id where fact.file_id = file.id limit 1) shipped on true
     where file.id = $1 and deleted_at is null`,
    [id],
  )
  return rows[0] ?? null
}

export function fileAddress(id: number): string {
  return `/storage/files/${id}`
}
