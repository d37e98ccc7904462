import { createHash } from 'node:crypto'
import { z } from 'zod'

/** A backup that cannot be made; the message is a sentence for the person who makes it. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** A backup that cannot be restored; the message is a sentence for the person who restores it. */
export class RestoreError extends Error {
  override name = 'RestoreError'
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const name = z.string().min(1)
const bytes = z.int().nonnegative()
/** A relative path that stays inside the backup. */
const file = z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[\w./-]+$/)

const table = z.object({
  schema: name,
  name,
  /** Without generated columns, which the database computes. */
  columns: z.array(name).min(1),
  rows: bytes,
  file,
  sha256,
})

const sequence = z.object({ schema: name, name, value: z.string().regex(/^-?\d+$/), called: z.boolean() })

/** The first file of a backup: its contents, and the checksum of every part. */
export const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  portalVersion: name,
  /** Version of the PostgreSQL server that the backup was made from, such as "18.1". */
  serverVersion: name,
  migrations: z.object({ cms: z.array(name), portal: z.array(name) }),
  tables: z.array(table).min(1),
  sequences: z.array(sequence),
  media: z.array(z.object({ name: file, bytes, sha256 })),
  /** Files that the database names but that were missing from the media storage. */
  missingMedia: z.array(name).default([]),
  /**
   * Fingerprint of PAYLOAD_SECRET. A restore checks it, because only this secret decrypts second factors and sealed
   * prices.
   */
  secretFingerprint: sha256,
  secretIncluded: z.boolean(),
})

export type Manifest = z.infer<typeof manifestSchema>
export type TableEntry = z.infer<typeof table>

export function secretFingerprint(secret: string): string {
  return createHash('sha256').update(`gas-auction-portal backup\n${secret}`).digest('hex')
}
