import type { Queryable } from '@/lib/server/platform/db/pool'

/** What both sides sign (R15.2): an agreement or, with its act's id, one of its acts. */
export interface Signable {
  readonly agreementId: number
  readonly actId: number | null
}

/** A stored PDF. Signatures cover its bytes, which another print would not reproduce. */
export interface StoredPrint {
  id: number
  content: Buffer
  /** In hexadecimal. */
  sha256: string
  printed_at: Date
}

const columns = `print.id, print.content, encode(print.sha256, 'hex') as sha256, print.printed_at`

/** The signed print; null before the first signature. */
export async function readSignedPrint(db: Queryable, { agreementId, actId }: Signable): Promise<StoredPrint | null> {
  const { rows } = await db.query<StoredPrint>(
    `select ${columns} from portal.agreement_signatures signature join portal.agreement_prints print on print.id = signature.print_id
     where signature.agreement_id = $1 and signature.act_id is not distinct from $2 limit 1`,
    [agreementId, actId],
  )
  return rows[0] ?? null
}

/** @param sources of prints: of an agreement hashes of language, texts and data, of an act its languages */
export async function readPrints(
  db: Queryable,
  { agreementId, actId }: Signable,
  sources: readonly string[],
): Promise<StoredPrint[]> {
  const { rows } = await db.query<StoredPrint>(
    `select ${columns} from portal.agreement_prints print where agreement_id = $1 and act_id is not distinct from $2 and source = any ($3)`,
    [agreementId, actId, sources],
  )
  return rows
}

/** Stores a print and returns it, or the one that another server has stored meanwhile. */
export async function storePrint(
  db: Queryable,
  signable: Signable,
  source: string,
  content: Buffer,
): Promise<StoredPrint> {
  await db.query(
    `insert into portal.agreement_prints (agreement_id, act_id, source, content, sha256) values ($1, $2, $3, $4, sha256($4)) on conflict do nothing`,
    [signable.agreementId, signable.actId, source, content],
  )
  const [print] = await readPrints(db, signable, [source])
  if (print === undefined) throw new Error('the agreement no longer exists')
  return print
}
