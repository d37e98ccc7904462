import { readFile } from 'node:fs/promises'
import type { Certificate } from 'pkijs'
import { certificatesIn, certificatesInDer, derOf, signerOf } from '@/lib/server/signatures/certificates'
import { type Verification, verifySigned } from '@/lib/server/signatures/verify'

interface NamedPath {
  name: string
  path: string
  /** Epoch milliseconds: since when it exists. */
  since?: number | undefined
}

/** A signed file, the documents that its signatures may cover, and the trusted certificates, as DER in base64. */
export interface VerifyTask {
  file: NamedPath
  beside: NamedPath[]
  trusted: string[]
  /** Epoch milliseconds: when the file was received. */
  now: number
}

/** Verifies signatures on disk. Run this only in the inspection process, whose time and memory are limited (inspector.ts). */
export async function verifyFiles({ file, beside, trusted, now }: VerifyTask): Promise<Verification> {
  const read = async ({ name, path, since }: NamedPath) => ({
    name,
    content: await readFile(path),
    since: since === undefined ? undefined : new Date(since),
  })
  const [signed, ...others] = await Promise.all([file, ...beside].map(read))
  if (signed === undefined) throw new Error('no file to verify')
  return verifySigned(signed, others, {
    trusted: trusted.flatMap((der) => certificatesInDer(Buffer.from(der, 'base64'))),
    now: new Date(now),
  })
}

/** A certificate that an administrator offers. */
export interface OfferedCertificate {
  /** As DER in base64. */
  der: string
  name: string
  issuer: string
  /** Epoch milliseconds. */
  from: number
  to: number
}

/** Empty if the file has none, too many, or anything else. */
export interface CertificatesFinding {
  ok: true
  certificates: OfferedCertificate[]
}

/** Reads an administrator's file of certificates. Run this only in the inspection process. */
export async function readCertificatesAt(path: string): Promise<CertificatesFinding> {
  const content = await readFile(path)
  try {
    return { ok: true, certificates: certificatesIn(content).map(offerOf) }
  } catch {
    return { ok: true, certificates: [] }
  }
}

function offerOf(certificate: Certificate): OfferedCertificate {
  const { name, company, issuer } = signerOf(certificate)
  return {
    der: derOf(certificate).toString('base64'),
    name: name || company || '—',
    issuer,
    from: certificate.notBefore.value.getTime(),
    to: certificate.notAfter.value.getTime(),
  }
}
