import type { DemoDependencies } from '@/lib/server/compose/portal'
import { addWorkingDays, atKyivTime } from '@/lib/domain/working-hours'
import { getCms } from '@/lib/server/cms/cms'
import { serveMedia } from '@/lib/server/cms/media-files'
import { createAgreementServing } from '@/lib/server/protocol/agreement/agreement'
import { createSignatureChecks } from '@/lib/server/signatures/checks'
import { createAgreementSignings, type SigningCall } from '@/lib/server/signatures/signing'
import { createSigningKey } from './signing-key'

const STEP = 'signed agreement'

interface AgreementToSign {
  id: number
  company_id: number
  person_id: number
  company: string
  edrpou: string
  seller: string
  seller_edrpou: string
  staff_id: number
  made_at: Date
}

/** Signs one agreement of the demo with new keys, once. The portal shows that no accredited centre issued their certificates. */
export async function signDemoAgreement({ environment, pool, clock }: DemoDependencies): Promise<void> {
  const progress = await pool.query('insert into portal.demo_progress (step) values ($1) on conflict do nothing', [
    STEP,
  ])
  const agreement = progress.rowCount === 1 ? await findAgreement(pool) : null
  if (agreement === null) return
  const { id, company_id: accountId, person_id: personId, staff_id: staffId } = agreement
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
    accountId,
    personId,
    role: 'owner',
    sessionId: '',
    status: 'active',
  }
  const manager: SigningCall['caller'] = { kind: 'staff', staffId, role: 'manager', name: '' }
  const servedFile = await serve(id, 'uk', buyer)
  if (servedFile === null) throw new Error(`the demo's agreement ${id} has no PDF`)
  const pdf = Buffer.from(await servedFile.arrayBuffer())
  const signings = createAgreementSignings({ pool, clock, publicUrl, checks: createSignatureChecks({ pool, clock }) })
  const nextDay = addWorkingDays(agreement.made_at.getTime(), 1)
  const sign = async (
    person: Parameters<typeof createSigningKey>[0],
    caller: SigningCall['caller'],
    { side, minutesOfDay }: { side: 'buyer' | 'organiser'; minutesOfDay: number },
  ) => {
    const at = new Date(Math.min(atKyivTime(nextDay, minutesOfDay), clock.now()))
    const key = createSigningKey(person, new Date(at.getTime() - 24 * 60 * 60 * 1000))
    const signature = key.sign(pdf, { at })
    const outcome = await signings.sign(id, new File([new Uint8Array(signature)], 'agreement.pdf.p7s'), { caller })
    if (!outcome.ok) throw new Error(`the demo's agreement was not signed: ${outcome.refusal.code}`)
    await pool.query('update portal.agreement_signatures set at = $3 where agreement_id = $1 and side = $2', [
      id,
      side,
      at,
    ])
  }
  const { company, edrpou, seller, seller_edrpou: sellerEdrpou } = agreement
  await sign({ company, edrpou, surname: 'Коваленко', givenName: 'Олена' }, buyer, {
    side: 'buyer',
    minutesOfDay: 11 * 60 + 24,
  })
  await sign({ company: seller, edrpou: sellerEdrpou, surname: 'Мельник', givenName: 'Андрій' }, manager, {
    side: 'organiser',
    minutesOfDay: 15 * 60 + 7,
  })
  await pool.query(`delete from portal.outbox where sent_at is null and payload ->> 'agreement_id' = $1`, [String(id)])
}

async function findAgreement(pool: DemoDependencies['pool']): Promise<AgreementToSign | null> {
  const { rows } = await pool.query<AgreementToSign>(
    `select agreement.id, agreement.company_id, (select min(id) from portal.people where account_id = agreement.company_id) as person_id, company.company_name as company, company.edrpou,
       parties.seller -> 'uk' ->> 'name' as seller, coalesce(parties.seller -> 'uk' ->> 'edrpou', '') as seller_edrpou,
       (select min(id) from cms.staff where role <> 'editor') as staff_id, agreement.created_at as made_at
     from cms.agreements agreement join portal.agreement_parties parties on parties.agreement_id = agreement.id
     join cms.companies company on company.id = agreement.company_id
     where agreement.status = 'awaiting_signature' order by agreement.company_id, agreement.id limit 1`,
  )
  return rows[0] ?? null
}
