import { readFile } from 'node:fs/promises'
import { certificatesIn } from '@/lib/server/signatures/certificates'
import { type Verification, verifySigned } from '@/lib/server/signatures/verify'

interface NamedPath {
  name: string
  path: string
}

/** A signed file, the documents that it may be over, and the certificates that are trusted, in DER and base64. */
export interface VerifyTask {
  file: NamedPath
  beside: NamedPath[]
  trusted: string[]
  /** Epoch milliseconds. */
  now: number
}

/** Verifies signatures on disk. Run this only in the separate process with limits of time and memory (inspector.ts). */
export async function verifyFiles({ file, beside, trusted, now }: VerifyTask): Promise<Verification> {
  const read = async ({ name, path }: NamedPath) => ({ name, content: await readFile(path) })
  const [signed, ...others] = await Promise.all([file, ...beside].map(read))
  if (signed === undefined) throw new Error('no file to verify')
  return verifySigned(signed, others, {
    trusted: trusted.flatMap((each) => certificatesIn(Buffer.from(each, 'base64'))),
    now: new Date(now),
  })
}
