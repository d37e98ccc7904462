import type {
  agreementSigningEndpoints,
  managerSignaturesEndpoints,
  ownSignaturesEndpoints,
} from '@/lib/contract/signatures'
import { audit } from '@/lib/server/platform/audit'
import { type InspectFile, senderOf } from '@/lib/server/platform/files'
import { withPathOf } from '@/lib/server/platform/uploads'
import { answer, type Call, type Handlers, type Outcome, refuse, staffOf } from '@/lib/server/platform/call'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { BUSY_SECONDS, compareEdrpou, createSignatureChecks, type SignatureInspector } from './checks'
import type { Signable } from '@/lib/server/printing/stored-prints'
import { createAgreementSignings, type SignableActs } from './signing'
import { addTrusted, listTrusted } from './trusted'

interface SignaturesDependencies {
  pool: Pool
  clock: Clock
  publicUrl: string
  inspector: SignatureInspector
  inspectFile: InspectFile
  acts: SignableActs
}

export interface SignatureCalls {
  documents: Handlers<typeof ownSignaturesEndpoints>
  cabinet: Handlers<typeof agreementSigningEndpoints>
  manager: Handlers<typeof managerSignaturesEndpoints>
}

/** Signed documents (R15): their contents and signers, trusted certificates, and the signing of agreements and their acts. */
export function createSignatureCalls(deps: SignaturesDependencies): SignatureCalls {
  const { pool, clock, inspector } = deps
  const checks = createSignatureChecks({ pool, clock, inspector })
  const signings = createAgreementSignings({ ...deps, checks })

  async function readDocument(id: number, call: Call) {
    const companyId = call.caller.kind === 'account' ? call.caller.companyId : null
    const { rows } = await pool.query<{ edrpou: string | null }>(
      `select company.edrpou from portal.files file left join cms.companies company on company.id = file.company_id
       where file.id = $1 and ($2::integer is null or file.company_id = $2) and file.deleted_at is null`,
      [id, companyId],
    )
    const [owner] = rows
    const checked = owner && (await checks.checkFile(id, senderOf(call)))
    return checked ? answer({ data: compareEdrpou(checked, owner.edrpou) }) : refuse('not_found')
  }

  async function readSigning(signable: Signable, call: Call) {
    const signing = await signings.read(signable, call)
    return signing === null ? refuse('not_found') : answer({ data: signing })
  }

  async function changeSigning(
    form: { agreement_id: string; act_id?: string | undefined },
    call: Call,
    change: (signable: Signable) => Promise<Outcome<null>>,
  ) {
    const signable = {
      agreementId: Number(form.agreement_id),
      actId: form.act_id === undefined ? null : Number(form.act_id),
    }
    const outcome = await change(signable)
    return outcome.ok ? readSigning(signable, call) : outcome
  }

  return {
    documents: { signatures: ({ id }, call) => readDocument(id, call) },
    cabinet: {
      agreementSigning: ({ agreement_id: agreementId, act_id: actId = null }, call) =>
        readSigning({ agreementId, actId }, call),
      signAgreement: (form, call) => changeSigning(form, call, (signable) => signings.sign(signable, form.file, call)),
    },
    manager: {
      documentSignatures: ({ id }, call) => readDocument(id, call),
      agreementSigning: ({ agreement_id: agreementId, act_id: actId = null }, call) =>
        readSigning({ agreementId, actId }, call),
      signAgreement(form, call) {
        const { file, check_how: how, check_on: on, check_of: of } = form
        const check = how === undefined || on === undefined ? null : { how, on, of }
        return changeSigning(form, call, (signable) => signings.sign(signable, file, call, check))
      },
      markAgreementSigned: (form, call) =>
        changeSigning(form, call, (signable) => signings.markSignedOnPaper(signable, form.file, call)),
      trustedCertificates: async () => answer({ data: { list: await listTrusted(pool), next_cursor: null } }),
      async addTrustedCertificates({ file }, call) {
        if (file.size === 0) return refuse('file_empty')
        const finding = await withPathOf(file, (path) => inspector.readCertificates(path, senderOf(call)))
        if (!finding.ok && finding.code === 'file_check_delayed')
          return refuse('file_check_delayed', { retryAfter: BUSY_SECONDS })
        const certificates = finding.ok ? finding.certificates : []
        if (certificates.length === 0) return refuse('certificates_unreadable')
        return withTransaction(pool, async (client) => {
          const result = await addTrusted(client, certificates)
          await audit(client, staffOf(call).staffId, 'certificates_trusted', 'trusted', result)
          return answer({ data: result })
        })
      },
      async removeTrustedCertificate({ id }, call) {
        return withTransaction(pool, async (client) => {
          const { rows } = await client.query<{ name: string }>(
            'delete from portal.trusted_certificates where id = $1 returning name',
            [id],
          )
          const [removed] = rows
          if (removed === undefined) return refuse('not_found')
          await audit(client, staffOf(call).staffId, 'certificate_distrusted', 'trusted', { title: removed.name })
          return answer({ data: {} })
        })
      },
    },
  }
}
