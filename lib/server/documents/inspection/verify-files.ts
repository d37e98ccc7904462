import { readFile } from 'node:fs/promises'
import { certificatesIn } from '@/lib/server/signatures/certificates'
import { type Verification, verifySigned } from '@/lib/server/signatures/verify'

interface NamedPath {
  name: string
  path: string
}

/** A signed file, the documents that its signatures may cover, and the trusted certificates, as DER in base64. */
export interface VerifyTask {
  file: NamedPath
  beside: NamedPath[]
  trusted: string[]
  /** Epoch milliseconds. */
  now: number
}

/** Verifies signatures on disk. Run this only in the inspection process, whose time and memory are limited (inspector.ts). */
export async function verifyFiles({ file, beside, trusted, now }: VerifyTask): Promise<Verification> {
  const read = async ({ name, path }: NamedPath) => ({ name, content: await readFile(path) })
  const [signed, ...others] = await Promise.all([file, ...beside].map(read))
  if (signed === undefined) throw new Error('no file to verify')
  return verifySigned(signed, others, {
    trusted: trusted.flatMap((der) => certificatesIn(Buffer.from(der, 'base64'))),
    now: new Date(now),
  })
}
