import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signaturesOf, type SignedDocument } from '@/lib/contract/signatures'
import type { Sender, Uninspected } from '@/lib/server/platform/files'
import { RefusalError, refuse } from '@/lib/server/platform/call'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool } from '@/lib/server/platform/db/pool'
import { readTrustList, type TrustList } from './trusted'
import type { NamedContent } from './message'
import type { Verification } from './verify'
import type { CertificatesFinding, VerifyTask } from './verify-files'

/** A verified document, before its certificates are compared with its company. */
type Checked = Omit<SignedDocument, 'signatures' | 'files'> & {
  files: Omit<SignedDocument['files'][number], 'cover'>[]
  signatures: Omit<SignedDocument['signatures'][number], 'edrpou'>[]
}

export const BUSY_SECONDS = 10
/** Limits of a company's other documents that a detached signature may cover. */
const BESIDE = { files: 10, bytes: 40 * 1024 * 1024 }

export interface SignatureChecks {
  /** Verifies content that has just been received. @throws {RefusalError} while the inspection process is busy */
  check(file: NamedContent, beside: readonly NamedContent[], sender: Sender): Promise<Checked>
  /**
   * Verifies a stored file, once for each set of trusted certificates; null if there is no such file.
   *
   * @param beside the content of a detached signature
   * @throws {RefusalError} as `check`
   */
  checkFile(fileId: number, sender: Sender, beside?: NamedContent): Promise<Checked | null>
}

/** The process that opens files. */
export interface SignatureInspector {
  verify(task: VerifyTask, sender: Sender): Promise<Verification | Uninspected>
  readCertificates(path: string, sender: Sender): Promise<CertificatesFinding | Uninspected>
}

interface CheckDependencies {
  pool: Pool
  clock: Clock
  inspector: Pick<SignatureInspector, 'verify'>
}

export function createSignatureChecks({ pool, clock, inspector }: CheckDependencies): SignatureChecks {
  async function verify(
    file: NamedContent & { receivedAt: Date },
    beside: readonly NamedContent[],
    trust: TrustList,
    sender: Sender,
  ) {
    const directory = await mkdtemp(join(tmpdir(), 'portal-signature-'))
    try {
      const paths = await Promise.all(
        [file, ...beside].map(async ({ name, content, since }, index) => {
          const path = join(directory, String(index))
          await writeFile(path, content, { mode: 0o600 })
          return { name, path, since: since?.getTime() }
        }),
      )
      const [first, ...others] = paths
      if (first === undefined) throw new Error('no file to verify')
      const trusted = trust.der.map((der) => der.toString('base64'))
      const now = file.receivedAt.getTime()
      const result = await inspector.verify({ file: first, beside: others, trusted, now }, sender)
      if (result.ok) {
        const { form, files, signatures } = result
        return { problem: null, form, files, signatures }
      }
      if ('code' in result && result.code === 'file_check_delayed')
        throw new RefusalError(refuse('file_check_delayed', { retryAfter: BUSY_SECONDS }))
      return { problem: 'code' in result ? ('overdue' as const) : result.reason, form: null, files: [], signatures: [] }
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }

  /** The company's other documents, those with a matching name first: `charter.pdf` for `charter.pdf.p7s`. */
  async function readBeside(file: FileRow): Promise<FileRow[]> {
    if (file.company_id === null) return []
    const { rows } = await pool.query<FileRow>(
      `select id, name, company_id, bytes, uploaded_at from portal.files
       where company_id = $1 and id <> $2 and deleted_at is null and kind <> 'agreement_signature'
         and media_type <> 'application/pkcs7-signature' and media_type not like 'application/vnd.etsi.asic%'
       order by starts_with($3, regexp_replace(name, '[.][^.]*$', '')) desc, id desc limit $4`,
      [file.company_id, file.id, file.name, BESIDE.files],
    )
    let bytes = 0
    return rows.filter((row) => (bytes += row.bytes) <= BESIDE.bytes)
  }

  async function contentOf({ id, name, uploaded_at: receivedAt }: FileRow) {
    const { rows } = await pool.query<{ content: Buffer }>(
      'select content from portal.file_contents where file_id = $1',
      [id],
    )
    return { name, receivedAt, content: rows[0]?.content ?? Buffer.alloc(0) }
  }

  return {
    async check(file, beside, sender) {
      return verify({ ...file, receivedAt: new Date(clock.now()) }, beside, await readTrustList(pool), sender)
    },

    async checkFile(fileId, sender, content) {
      const { rows } = await pool.query<FileRow>(
        'select id, name, company_id, bytes, uploaded_at from portal.files where id = $1 and deleted_at is null',
        [fileId],
      )
      const [file] = rows
      if (file === undefined) return null
      const trust = await readTrustList(pool)
      const others = content === undefined ? await readBeside(file) : []
      const against = createHash('sha256')
        .update(trust.hash)
        .update(others.map(({ id }) => id).join())
        .digest()
      const cached = await pool.query<{ result: Checked }>(
        'select result from portal.signature_checks where file_id = $1 and against = $2',
        [fileId, against],
      )
      const result = cached.rows[0]?.result
      if (result !== undefined) return result
      const beside = content === undefined ? await Promise.all(others.map(contentOf)) : [content]
      const checked = await verify(await contentOf(file), beside, trust, sender)
      await pool.query(
        `insert into portal.signature_checks (file_id, against, result) values ($1, $2, $3::jsonb)
         on conflict (file_id) do update set against = excluded.against, result = excluded.result, at = now()`,
        [fileId, against, JSON.stringify(checked)],
      )
      return checked
    },
  }
}

interface FileRow {
  id: number
  name: string
  company_id: number | null
  bytes: number
  uploaded_at: Date
}

function coverOf({ signatures }: Checked, file: string): SignedDocument['files'][number]['cover'] {
  const covering = signaturesOf(signatures, file)
  if (covering.length === 0) return 'none'
  return covering.some(({ verdict }) => verdict === 'verified') ? 'verified' : 'unverified'
}

/** Compares the certificates' EDRPOU with that of the document's company. */
export function compareEdrpou(checked: Checked, edrpou: string | null): SignedDocument {
  return {
    ...checked,
    files: checked.files.map((file) => ({ ...file, cover: coverOf(checked, file.name) })),
    signatures: checked.signatures.map((signature) => ({
      ...signature,
      edrpou: edrpou === null || signature.signer === null ? null : comparison(signature.signer.edrpou, edrpou),
    })),
  }
}

function comparison(certified: string | null, edrpou: string): 'same' | 'different' | 'missing' {
  if (certified === null) return 'missing'
  return certified === edrpou ? 'same' : 'different'
}
