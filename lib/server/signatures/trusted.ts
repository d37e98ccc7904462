import { createHash } from 'node:crypto'
import type { Certificate } from 'pkijs'
import type { TrustedCertificate } from '@/lib/contract/signatures'
import { type Queryable, readRows } from '@/lib/server/platform/db/pool'
import { certificatesIn, derOf, signerOf } from './certificates'

/** The trusted certificates, and a hash that changes with them. */
export interface TrustList {
  der: Buffer[]
  hash: Buffer
}

export async function readTrustList(db: Queryable): Promise<TrustList> {
  const { rows } = await db.query<{ der: Buffer }>('select der from portal.trusted_certificates order by id')
  const hash = createHash('sha256')
  for (const { der } of rows) hash.update(der)
  return { der: rows.map(({ der }) => der), hash: hash.digest() }
}

export function listTrusted(db: Queryable): Promise<TrustedCertificate[]> {
  return readRows(
    db,
    'select id, name, issuer, valid_from, valid_to, added_at from portal.trusted_certificates order by name, id',
  )
}

/** The certificates of a file; empty if it has none, or too many. */
export function readCertificates(content: Buffer): Certificate[] {
  try {
    return certificatesIn(content)
  } catch {
    return []
  }
}

export async function addTrusted(
  db: Queryable,
  certificates: readonly Certificate[],
): Promise<{ added: number; known: number }> {
  const signers = certificates.map(signerOf)
  const { rowCount } = await db.query(
    `insert into portal.trusted_certificates (der, name, issuer, valid_from, valid_to)
     select * from unnest($1::bytea[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[]) on conflict do nothing`,
    [
      certificates.map(derOf),
      signers.map(({ name, company }) => name || company || '—'),
      signers.map(({ issuer }) => issuer),
      certificates.map(({ notBefore }) => notBefore.value),
      certificates.map(({ notAfter }) => notAfter.value),
    ],
  )
  const added = rowCount ?? 0
  return { added, known: certificates.length - added }
}
