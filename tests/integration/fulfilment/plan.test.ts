import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { DEFAULT_PLAN, type PaymentPlan } from '@/lib/domain/payment-plan'
import { loadAgreement } from '@/lib/server/fulfilment/open-agreement'
import { lotColumns, lotOfRow, type LotRow } from '@/lib/server/events/lot-row'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import { aLot } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const plan: PaymentPlan = {
  parts: [
    { share: 3_000, from: 'in_force', days: 3, month: null },
    { share: 7_000, from: 'after_act', days: 5, month: null },
  ],
  tolerance: 500,
  penalty: { kind: 'daily', rate: 10 },
  shipment: { from: '2026-12', until: '2027-01' },
}
let db: TestDatabase

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

async function planOfAgreement(auctionId: number | null): Promise<PaymentPlan | undefined> {
  const [companyId] = await registerBuyers(db.pool, 1)
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into cms.agreements (number, company_id, auction_id, quantity, price, sum, status)
     values (gen_random_uuid(), $1, $2, '300.000', '15200.00', '4560000.00', 'awaiting_signature') returning id`,
    [companyId, auctionId],
  )
  const agreement = await loadAgreement(db.pool, rows[0]?.id ?? 0, { companyId: null, now: Date.now() })
  return agreement?.terms.plan
}

async function readLot(id: number) {
  const { rows } = await db.pool.query<LotRow>(`select ${lotColumns} from cms.lots lot where id = $1`, [id])
  return lotOfRow(rows[0]!)
}

it('an agreement keeps the plan of its lot', async () => {
  const id = await publishLot(db.pool, aLot({ paymentPlan: plan }))
  expect(await readLot(id)).toMatchObject({ ok: true, lot: { paymentPlan: plan } })
  expect(await planOfAgreement(id)).toEqual(plan)
})

it('an agreement of a lot without a plan, or without an auction, has the default one', async () => {
  const id = await publishLot(db.pool, aLot())
  await db.pool.query('update cms.auctions set payment_plan = null where id = $1', [id])
  expect(await readLot(id)).toMatchObject({ ok: true, lot: { paymentPlan: DEFAULT_PLAN } })
  expect(await planOfAgreement(id)).toEqual(DEFAULT_PLAN)
  expect(await planOfAgreement(null)).toEqual(DEFAULT_PLAN)
})

it('the database refuses another plan once the lot is frozen', async () => {
  const id = await publishLot(db.pool, aLot({ paymentPlan: plan }))
  await db.pool.query(
    `insert into portal.auction_heads (auction_id, effective_end, hard_end) select id, ends_at, hard_end_at from cms.lots where id = $1`,
    [id],
  )
  await expect(
    db.pool.query(`update cms.auctions set payment_plan = jsonb_set(payment_plan, '{tolerance}', '0') where id = $1`, [
      id,
    ]),
  ).rejects.toThrow('frozen')
})
