import type { DemoDependencies } from '@/lib/server/compose/portal'
import { kyivDate } from '@/lib/i18n/formats'
import { getCms } from '@/lib/server/cms/cms'
import { serveMedia } from '@/lib/server/cms/media-files'
import { createSignableActs } from '@/lib/server/fulfilment/acts'
import { createAgreementServing } from '@/lib/server/signatures/agreement/agreement'
import { inspectFile, inspector } from '@/lib/server/inspection/inspect-file'
import { createSignatureChecks } from '@/lib/server/signatures/checks'
import { createAgreementSignings, type SigningCall } from '@/lib/server/signatures/signing'
import { createSigningKey } from './signing-key'

const STEP = 'signed agreement'
const DAY_MS = 24 * 60 * 60 * 1000
const HOW_CHECKED = 'Демонстраційні ключі, створені під час першого запуску'

interface AgreementToSign {
  id: number
  company_id: number
  person_id: number
  company: string
  edrpou: string
  seller: string
  seller_edrpou: string
  staff_id: number
}

/** Signs one agreement of the demo with new keys, once. The portal shows that no accredited centre issued their certificates. */
export async function signDemoAgreement({ environment, pool, clock }: DemoDependencies): Promise<void> {
  const progress = await pool.query('insert into portal.demo_progress (step) values ($1) on conflict do nothing', [
    STEP,
  ])
  const agreement = progress.rowCount === 1 ? await findAgreement(pool) : null
  if (agreement === null) return
  const { id, company_id: companyId, person_id: personId, staff_id: staffId } = agreement
  const { publicUrl, dataDir } = environment
  const serve = createAgreementServing({
    pool,
    clock,
    dataDir,
    publicUrl,
    serveMedia: (name) => serveMedia(getCms, name),
  })
  const buyer: SigningCall['caller'] = {
    kind: 'account',
    companyId,
    personId,
    role: 'owner',
    sessionId: '',
    status: 'active',
  }
  const manager: SigningCall['caller'] = { kind: 'staff', staffId, role: 'manager', name: '' }
  const servedFile = await serve(id, 'uk', buyer)
  if (servedFile === null) throw new Error(`the demo's agreement ${id} has no PDF`)
  const pdf = Buffer.from(await servedFile.arrayBuffer())
  const signings = createAgreementSignings({
    pool,
    clock,
    publicUrl,
    inspectFile,
    checks: createSignatureChecks({ pool, clock, inspector }),
    acts: createSignableActs({ clock }),
  })
  const sign = async (person: Parameters<typeof createSigningKey>[0], caller: SigningCall['caller']) => {
    const at = new Date(clock.now())
    const signature = createSigningKey(person, new Date(at.getTime() - DAY_MS)).sign(pdf, { at })
    const file = new File([new Uint8Array(signature)], 'agreement.pdf.p7s')
    const outcome = await signings.sign(
      { agreementId: id, actId: null },
      file,
      { caller },
      { how: HOW_CHECKED, on: kyivDate(at) },
    )
    if (!outcome.ok) throw new Error(`the demo's agreement was not signed: ${outcome.refusal.code}`)
  }
  const { company, edrpou, seller, seller_edrpou: sellerEdrpou } = agreement
  await sign({ company, edrpou, surname: 'Коваленко', givenName: 'Олена' }, buyer)
  await sign({ company: seller, edrpou: sellerEdrpou, surname: 'Мельник', givenName: 'Андрій' }, manager)
  await pool.query(`delete from portal.outbox where sent_at is null and payload ->> 'agreement_id' = $1`, [String(id)])
}

async function findAgreement(pool: DemoDependencies['pool']): Promise<AgreementToSign | null> {
  const { rows } = await pool.query<AgreementToSign>(
    `select agreement.id, agreement.company_id, (select min(id) from portal.people where company_id = agreement.company_id) as person_id, company.company_name as company, company.edrpou,
       parties.seller -> 'uk' ->> 'name' as seller, coalesce(parties.seller -> 'uk' ->> 'edrpou', '') as seller_edrpou,
       (select min(id) from cms.staff where role <> 'editor') as staff_id
     from cms.agreements agreement join portal.agreement_parties parties on parties.agreement_id = agreement.id
     join cms.companies company on company.id = agreement.company_id
     where agreement.status = 'awaiting_signature' order by agreement.company_id, agreement.id limit 1`,
  )
  return rows[0] ?? null
}
