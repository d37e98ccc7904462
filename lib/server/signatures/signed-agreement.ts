import { strToU8, zipSync, type Zippable } from 'fflate'
import { ContentInfo, SignedData } from 'pkijs'
import type { AgreementSigning } from '@/lib/contract/signatures'
import { formatDate } from '@/lib/i18n/formats'
import { SIGNATURE_TEXTS } from '@/lib/i18n/signature-texts'
import { type Caller, contentDisposition } from '@/lib/server/platform/call'
import { mayReadFilesOf, privateFile } from '@/lib/server/platform/private-file'
import type { Pool } from '@/lib/server/platform/db/pool'
import { documentFileName } from '@/lib/server/signatures/agreement/agreement'
import { readSignedPrint } from '@/lib/server/printing/stored-prints'
import { type Cms, isPdf, readCms } from './message'
import { isContainer, readContainer } from './container'
import { readSignatureDecision } from '@/lib/server/platform/signature-decision'

const ASIC_S = 'application/vnd.etsi.asic-s+zip'

/**
 * `/storage/files/agreement-<id>.signed` and `act-<id>.signed`: the PDF with the signatures of both sides, for the company and the managers;
 * null for others.
 * Signatures of the PDF itself are combined in an ASiC-S container, which any verifier opens. Anything else covers its own manifest, PDF
 * or message: then the archive has the PDF and the files as they were sent; and if a manager checked what the portal could not verify,
 * the record of it.
 */
export function createSignedAgreementServing(pool: Pool) {
  return async function serveSignedAgreement(
    kind: 'agreement' | 'act',
    id: number,
    caller: Caller,
  ): Promise<Response | null> {
    const { rows } = await pool.query<SignedRow>(
      `select coalesce(act.body ->> 'number', agreement.number) as number, agreement.company_id, signature.agreement_id, signature.act_id,
         signature.side, content.content
       from portal.agreement_signatures signature join cms.agreements agreement on agreement.id = signature.agreement_id
       join portal.file_contents content on content.file_id = signature.file_id
       left join portal.fulfilment_facts act on act.id = signature.act_id
       where signature.side <> 'paper' and case $1 when 'act' then signature.act_id = $2 else signature.agreement_id = $2 and signature.act_id is null end
       order by signature.side`,
      [kind, id],
    )
    const [first] = rows
    if (first === undefined || rows.length < 2 || !mayReadFilesOf(first.company_id, caller)) return null
    const signable = { agreementId: first.agreement_id, actId: first.act_id }
    const print = await readSignedPrint(pool, signable)
    if (print === null) return null
    const name = documentFileName(kind, first.number)
    const packed = pack(
      { name: `${name}.pdf`, content: print.content },
      rows,
      await readSignatureDecision(pool, signable),
    )
    return privateFile(new Uint8Array(packed.content), {
      mediaType: packed.mediaType,
      disposition: contentDisposition('attachment', `${name}.${packed.ending}`),
    })
  }
}

interface SignedRow {
  number: string
  company_id: number
  agreement_id: number
  act_id: number | null
  side: 'buyer' | 'organiser'
  content: Buffer
}

export function pack(
  pdf: { name: string; content: Buffer },
  signed: readonly Pick<SignedRow, 'side' | 'content'>[],
  decision: AgreementSigning['decision'],
) {
  const entries: Zippable = { [pdf.name]: new Uint8Array(pdf.content) }
  const messages = signed.flatMap(({ content }) => messageOver(content, pdf.content) ?? [])
  if (decision === null && messages.length === signed.length) {
    const content = zipSync({
      mimetype: [strToU8(ASIC_S), { level: 0 }],
      ...entries,
      'META-INF/signature.p7s': new Uint8Array(merge(messages)),
    })
    return { content: Buffer.from(content), mediaType: ASIC_S, ending: 'asics' }
  }
  for (const { side, content } of signed) entries[`${side}.${endingOf(content)}`] = new Uint8Array(content)
  if (decision !== null) entries['signature-check.txt'] = strToU8(recordOf(decision))
  return { content: Buffer.from(zipSync(entries)), mediaType: 'application/zip', ending: 'zip' }
}

function endingOf(content: Buffer): string {
  if (isPdf(content)) return 'pdf'
  if (!isContainer(content)) return 'p7s'
  const { form, cms } = readContainer(content)
  if (form === 'archive') return 'zip'
  return cms.has('META-INF/signature.p7s') ? 'asics' : 'asice'
}

/** A message whose signatures are over the PDF itself; null for anything else. */
function messageOver(content: Buffer, pdf: Buffer): Cms | null {
  if (isPdf(content) || isContainer(content)) return null
  const cms = readCms(content)
  return cms.attached === null || cms.attached.equals(pdf) ? cms : null
}

/** In the language of the agreement. */
function recordOf({ by, checked_on: day, how }: NonNullable<AgreementSigning['decision']>): string {
  const date = formatDate(`${day}T12:00:00Z`, 'uk')
  return `${SIGNATURE_TEXTS.uk.checked}\n${by ?? '—'}, ${date}\n${how}\n`
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
