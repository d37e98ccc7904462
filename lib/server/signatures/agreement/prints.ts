import type { Queryable } from '@/lib/server/platform/db/pool'

/** A stored PDF of an agreement. Signatures cover its bytes, which another print would not reproduce. */
export interface AgreementPrint {
  id: number
  content: Buffer
  /** In hexadecimal. */
  sha256: string
  printed_at: Date
}

const columns = `print.id, print.content, encode(print.sha256, 'hex') as sha256, print.printed_at`

/** The signed print; null before the first signature. */
export async function readSignedPrint(db: Queryable, agreementId: number): Promise<AgreementPrint | null> {
  const { rows } = await db.query<AgreementPrint>(
    `select ${columns} from portal.agreement_signatures signature join portal.agreement_prints print on print.id = signature.print_id
     where signature.agreement_id = $1 limit 1`,
    [agreementId],
  )
  return rows[0] ?? null
}

/** @param sources hashes of the inputs of prints: language, texts and the agreement's data */
export async function readPrints(
  db: Queryable,
  agreementId: number,
  sources: readonly string[],
): Promise<AgreementPrint[]> {
  const { rows } = await db.query<AgreementPrint>(
    `select ${columns} from portal.agreement_prints print where agreement_id = $1 and source = any ($2)`,
    [agreementId, sources],
  )
  return rows
}

/** Stores a print and returns it, or the one that another server has stored meanwhile. */
export async function storePrint(
  db: Queryable,
  agreementId: number,
  source: string,
  content: Buffer,
): Promise<AgreementPrint> {
  await db.query(
    `insert into portal.agreement_prints (agreement_id, source, content, sha256) values ($1, $2, $3, sha256($3)) on conflict do nothing`,
    [agreementId, source, content],
  )
  const [print] = await readPrints(db, agreementId, [source])
  if (print === undefined) throw new Error('the agreement no longer exists')
  return print
}
