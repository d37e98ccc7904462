import { createHash } from 'node:crypto'
import type { TrustedCertificate } from '@/lib/contract/signatures'
import type { OfferedCertificate } from './verify-files'
import { type Queryable, readRows } from '@/lib/server/platform/db/pool'

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

export async function addTrusted(
  db: Queryable,
  certificates: readonly OfferedCertificate[],
): Promise<{ added: number; known: number }> {
  const { rowCount } = await db.query(
    `insert into portal.trusted_certificates (der, name, issuer, valid_from, valid_to)
     select * from unnest($1::bytea[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[]) on conflict do nothing`,
    [
      certificates.map(({ der }) => Buffer.from(der, 'base64')),
      certificates.map(({ name }) => name),
      certificates.map(({ issuer }) => issuer),
      certificates.map(({ from }) => new Date(from)),
      certificates.map(({ to }) => new Date(to)),
    ],
  )
  const added = rowCount ?? 0
  return { added, known: certificates.length - added }
}
