import {
  decideAct,
  decideActSignature,
  decideInvoices,
  decideLoadingAnswer,
  decideLoadingRequest,
  decidePayment,
  decideWaybill,
  type FulfilmentDecision,
  type Situation,
} from '@/lib/domain/fulfilment-decisions'
import { addDays } from '@/lib/domain/payment-plan'
import { kyivDayOf } from '@/lib/domain/working-hours'
import { readDemoFile } from './content'
import type { DemoDependencies } from '@/lib/server/compose/portal'
import { lockAgreement, type RecordedBy, takeNumbers } from '@/lib/server/fulfilment/open-agreement'
import { withTransaction } from '@/lib/server/platform/db/transaction'

const STEP = 'fulfilled agreements'
const DAY_MS = 24 * 60 * 60 * 1000

/** How far an agreement has come, and how many days ago it was signed. */
const COURSES = [
  { until: 'late', signed: 30 },
  { until: 'shipping', signed: 30 },
  { until: 'closed', signed: 30 },
  { until: 'invoiced', signed: 2 },
  { until: 'accepting', signed: 20 },
] as const
type Course = (typeof COURSES)[number]

/** Those of earlier months are closed. */
const RECENT = 15

interface Signed {
  id: number
  made_at: Date
  company_id: number
  person_id: number
  staff_id: number
}

/** Carries on the demo's older agreements, once: one late, one shipping, one closed, one to pay, one to accept, and so on. */
export async function fulfilDemoAgreements({ pool, clock }: DemoDependencies): Promise<void> {
  const progress = await pool.query('insert into portal.demo_progress (step) values ($1) on conflict do nothing', [
    STEP,
  ])
  if (progress.rowCount !== 1) return
  const { rows } = await pool.query<Signed>(
    `select agreement.id, agreement.created_at as made_at, agreement.company_id, (select min(id) from portal.people where company_id = agreement.company_id) as person_id,
       (select min(id) from cms.staff where role = 'manager') as staff_id
     from cms.agreements agreement
     where agreement.status = 'current' and not exists (select from portal.agreement_signatures where agreement_id = agreement.id)
     order by agreement.auction_id desc, agreement.id`,
  )
  // The rates from which penalties are proposed.
  await pool.query(
    `insert into portal.key_rates (since, rate, staff_id, at) select since::date, rate, (select min(id) from cms.staff where role = 'manager'), now()
     from (values ('2025-03-07', 1550), ('2026-01-30', 1500)) rates (since, rate) on conflict do nothing`,
  )
  const scan = Buffer.from(await (await readDemoFile('companies/refusal.pdf')).arrayBuffer())
  for (const [index, agreement] of rows.entries()) {
    const course = index < RECENT ? COURSES[index % COURSES.length] : undefined
    const signedAt = course === undefined ? agreement.made_at.getTime() : clock.now() - course.signed * DAY_MS
    await carry(pool, { agreement, until: course?.until ?? 'closed', signedAt, now: clock.now(), scan })
  }
  await pool.query(`delete from portal.outbox where sent_at is null and kind like 'fulfilment%'`)
}

async function carry(
  pool: DemoDependencies['pool'],
  {
    agreement,
    until,
    signedAt,
    now,
    scan,
  }: { agreement: Signed; until: Course['until']; signedAt: number; now: number; scan: Buffer },
): Promise<void> {
  const { id, company_id: companyId, person_id: personId, staff_id: staffId } = agreement
  const staff: RecordedBy = { staffId }
  const buyer: RecordedBy = { companyId, personId }
  await pool.query(
    `with scan as (
       insert into portal.files (company_id, kind, name, media_type, bytes, sha256)
       values ($2, 'agreement', 'agreement.pdf', 'application/pdf', length($5::bytea), sha256($5)) returning id
     ), content as (insert into portal.file_contents (file_id, content) select id, $5 from scan)
     insert into portal.agreement_signatures (agreement_id, side, file_id, staff_id, at) select $1, 'paper', id, $3, $4 from scan`,
    [id, companyId, staffId, new Date(signedAt), scan],
  )

  /** Records a decision so many days after the signatures. */
  const record = (
    days: number,
    by: RecordedBy,
    decide: (situation: Situation, numberOf: (index: number) => string) => FulfilmentDecision,
  ) =>
    withTransaction(pool, async (client) => {
      const at = signedAt + days * DAY_MS
      const open = await lockAgreement(client, id, { companyId: null, now: at })
      if (open === null) throw new Error(`the demo's agreement ${id} is missing`)
      const today = kyivDayOf(at)
      const unnumbered = decide(open.situation, () => '')
      const kinds = unnumbered.ok ? unnumbered.facts.map(({ kind }) => kind) : []
      const count = kinds.filter((kind) => kind === 'act_made' || kind === 'invoice_issued').length
      const kind = kinds.includes('act_made') ? 'act' : 'invoice'
      const numbers = count === 0 ? [] : await takeNumbers(client, kind, { count, today })
      const recorded = await open.record(
        decide(open.situation, (index) => numbers[index] ?? ''),
        by,
      )
      if (!recorded.ok) throw new Error(`the demo's agreement ${id}: ${recorded.refusal.code}`)
      return recorded.answer[0] ?? 0
    })
  const pay = (days: number, share: bigint) =>
    record(days, staff, (each) =>
      decidePayment(each, { amount: (each.terms.sum * share) / 100n, on: each.today, invoice: null, note: 'Банк' }),
    )
  const load = async (days: number, share: number, place: string) => {
    const volumeOf = ({ terms }: Situation) => Math.floor((terms.quantity * share) / 100)
    const loading = await record(days, buyer, (each) =>
      decideLoadingRequest(each, { on: addDays(each.today, 1), volume: volumeOf(each), place }),
    )
    await record(days, staff, (each) =>
      decideLoadingAnswer(each, { loadingId: loading, version: loading, side: 'organiser' }, { kind: 'agree' }),
    )
    await record(days + 1, staff, (each) =>
      decideWaybill(each, { number: `ТТН-${id}-${days}`, on: each.today, volume: volumeOf(each), loading }),
    )
  }

  await record(1, staff, decideInvoices)
  if (until === 'invoiced') return
  await pay(4, until === 'late' ? 40n : 100n)
  if (until === 'late') return
  await load(5, 50, 'АА 4821 ВК / АА 7710 ХТ')
  if (until === 'shipping') {
    await record((now - signedAt) / DAY_MS, buyer, (each) =>
      decideLoadingRequest(each, {
        on: addDays(each.today, 2),
        volume: Math.floor(each.terms.quantity / 5),
        place: 'АА 4821 ВК',
      }),
    )
    return
  }
  await load(9, 50, 'АА 5512 МР / АА 7710 ХТ')
  const act = await record(12, staff, (each, numberOf) =>
    decideAct(each, { waybills: null, isLast: true, number: numberOf(0) }),
  )
  if (until === 'closed') await record(14, staff, (each) => decideActSignature(each, act, 'paper'))
}
