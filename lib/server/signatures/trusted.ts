import { createHash } from 'node:crypto'
import type { TrustedCertificate } from '@/lib/contract/signatures'
import type { Queryable } from '@/lib/server/platform/db/pool'
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

export async function listTrusted(db: Queryable): Promise<TrustedCertificate[]> {
  const { rows } = await db.query<
    Omit<TrustedCertificate, 'valid_from' | 'valid_to' | 'added_at'> &
      Record<'valid_from' | 'valid_to' | 'added_at', Date>
  >('select id, name, issuer, valid_from, valid_to, added_at from portal.trusted_certificates order by name, id')
  return rows.map((row) => ({
    ...row,
    valid_from: row.valid_from.toISOString(),
    valid_to: row.valid_to.toISOString(),
    added_at: row.added_at.toISOString(),
  }))
}

/** Adds the certificates of a file; null if it has none. */
export async function addTrusted(db: Queryable, content: Buffer): Promise<{ added: number; known: number } | null> {
  const certificates = readCertificates(content)
  if (certificates.length === 0) return null
  let added = 0
  for (const certificate of certificates) {
    const { name, company, issuer } = signerOf(certificate)
    const { rowCount } = await db.query(
      `insert into portal.trusted_certificates (der, name, issuer, valid_from, valid_to) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [derOf(certificate), name || company || '—', issuer, certificate.notBefore.value, certificate.notAfter.value],
    )
    added += rowCount ?? 0
  }
  return { added, known: certificates.length - added }
}

function readCertificates(content: Buffer) {
  try {
    return certificatesIn(content)
  } catch {
    return []
  }
}
