import { strToU8, zipSync, type Zippable } from 'fflate'
import { ContentInfo, SignedData } from 'pkijs'
import { type Caller, contentDisposition } from '@/lib/server/http/handler'
import { mayReadFilesOf, privateFile } from '@/lib/server/http/private-file'
import type { Pool } from '@/lib/server/platform/db/pool'
import { agreementFileName } from '@/lib/server/protocol/agreement/agreement'
import { readSignedPrint } from '@/lib/server/protocol/agreement/prints'
import { type Cms, readCms } from './cms'
import { isContainer } from './container'

const ASIC_S = 'application/vnd.etsi.asic-s+zip'

/**
 * `/storage/files/agreement-<id>.signed`: the PDF with the signatures of both sides, for the company and the managers; null for others.
 * Signatures of the PDF itself are combined in an ASiC-S container, which any verifier opens. The signatures of an ASiC-E cover its own
 * manifest: if one side sent such a container, the archive has the PDF and the files as they were sent.
 */
export function createSignedAgreementServing(pool: Pool) {
  return async function serveSignedAgreement(id: number, caller: Caller): Promise<Response | null> {
    const { rows } = await pool.query<SignedRow>(
      `select agreement.number, agreement.company_id, signature.side, content.content
       from portal.agreement_signatures signature join cms.agreements agreement on agreement.id = signature.agreement_id
       join portal.file_contents content on content.file_id = signature.file_id
       where signature.agreement_id = $1 and signature.side <> 'paper' order by signature.side`,
      [id],
    )
    const [first] = rows
    if (first === undefined || rows.length < 2 || !mayReadFilesOf(first.company_id, caller)) return null
    const print = await readSignedPrint(pool, id)
    if (print === null) return null
    const name = agreementFileName(first.number)
    const packed = pack(`${name}.pdf`, print.content, rows)
    return privateFile(new Uint8Array(packed.content), {
      mediaType: packed.mediaType,
      disposition: contentDisposition('attachment', `${name}.${packed.ending}`),
    })
  }
}

interface SignedRow {
  number: string
  company_id: number
  side: 'buyer' | 'organiser'
  content: Buffer
}

export function pack(pdfName: string, pdf: Buffer, signed: readonly Pick<SignedRow, 'side' | 'content'>[]) {
  const entries: Zippable = { [pdfName]: new Uint8Array(pdf) }
  if (signed.some(({ content }) => isContainer(content))) {
    for (const { side, content } of signed)
      entries[`${side}.${isContainer(content) ? 'asice' : 'p7s'}`] = new Uint8Array(content)
    return { content: Buffer.from(zipSync(entries)), mediaType: 'application/zip', ending: 'zip' }
  }
  const content = zipSync({
    mimetype: [strToU8(ASIC_S), { level: 0 }],
    ...entries,
    'META-INF/signature.p7s': new Uint8Array(merge(signed.map((row) => readCms(row.content)))),
  })
  return { content: Buffer.from(content), mediaType: ASIC_S, ending: 'asics' }
}

/** One detached message with all signatures of the messages. */
function merge(messages: readonly Cms[]): Buffer {
  const [first, ...others] = messages.map(({ signed }) => signed)
  if (first === undefined) throw new Error('nothing is signed')
  const merged = new SignedData({
    version: first.version,
    digestAlgorithms: [first, ...others].flatMap(({ digestAlgorithms }) => digestAlgorithms),
    encapContentInfo: first.encapContentInfo,
    certificates: [first, ...others].flatMap(({ certificates }) => certificates ?? []),
    signerInfos: [first, ...others].flatMap(({ signerInfos }) => signerInfos),
  })
  merged.encapContentInfo.eContent = undefined
  const info = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: merged.toSchema(true) })
  return Buffer.from(info.toSchema().toBER())
}
