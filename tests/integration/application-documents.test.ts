import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { REQUIRED_DOCUMENTS } from '@/lib/domain/application'
import { createDocumentsEndpoints } from '@/lib/server/documents/endpoints'
import { fixedClock } from '@/tests/support/fixed-clock'
import {
  apply,
  buyer,
  callBy,
  managerCall,
  openServer,
  publishLot,
  registerBuyers,
  type Server,
  uploadDocuments,
} from '@/tests/support/auction-house'
import { aLot, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const clock = fixedClock(START - 30 * MINUTE)
const offer = { price: 14_000, quantity: 10 }
const pdf = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
let db: TestDatabase
let server: Server
let auctionId: number
let accounts: number[]

beforeAll(async () => {
  db = await createTestDatabase()
  server = await openServer(db, clock)
  auctionId = await publishLot(db.pool, aLot())
  accounts = await registerBuyers(db.pool, 5)
})

afterAll(() => db.close())

async function mustApply(accountId: number) {
  const outcome = await apply(server, { auctionId, accountId, at: clock.now() }, offer)
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.answer.data
}

const confirm = (application_id: number, why: { insistence?: string; reason?: string } = {}) =>
  server.endpoints.manager.confirmApplication({ application_id, ...why }, managerCall(clock.now()))
const statusOf = async (accountId: number) =>
  (await server.streams.snapshotOf(auctionId))?.state.applications.get(accountId)?.status
const recordedDecisions = async (id: number) =>
  (
    await db.pool.query<{ kind: string }>(
      'select kind from portal.application_decisions where application_id = $1 order by kind',
      [id],
    )
  ).rows.map(({ kind }) => kind)

describe('R2.4 the documents of an application', () => {
  it('keep it submitted while one is missing, and complete it with the last one', async () => {
    const accountId = accounts[0]!
    const { id, status, missing_documents } = await mustApply(accountId)
    expect([status, missing_documents]).toEqual(['submitted', [...REQUIRED_DOCUMENTS]])
    await uploadDocuments(db.pool, [accountId], REQUIRED_DOCUMENTS.slice(0, 4))
    await server.documentsSent({ auctionId, accountId })
    expect(await statusOf(accountId)).toBe('submitted')
    expect(await confirm(id)).toMatchObject({ ok: false, refusal: { code: 'documents_missing' } })
    expect(await recordedDecisions(id)).toEqual([])

    const { upload } = createDocumentsEndpoints({ pool: db.pool })
    const last = await upload(
      { kind: REQUIRED_DOCUMENTS[4], file: new File([pdf], 'Анкета.pdf') },
      callBy(buyer(accountId), clock.now()),
    )
    expect(last.ok).toBe(true)
    const { rows } = await db.pool.query(
      `select payload from portal.outbox where kind = 'application_received' and payload ->> 'completed' = 'true'`,
    )
    expect(rows).toEqual([{ payload: { auction_id: auctionId, user_id: accountId, completed: true } }])
    await server.documentsSent({ auctionId, accountId })
    expect(await statusOf(accountId)).toBe('awaiting_confirmation')
    await confirm(id)
    expect(await recordedDecisions(id)).toEqual(['confirmed', 'documents_sent'])
  })

  it.each([
    ['insistence', 1],
    ['reason', 4],
  ] as const)(
    'can be waived with a reason (%s), which is recorded, and are then not recorded as sent',
    async (field, index) => {
      const accountId = accounts[index]!
      const { id } = await mustApply(accountId)
      await confirm(id, { [field]: 'The originals came by post' })
      expect(await statusOf(accountId)).toBe('confirmed')
      expect(await recordedDecisions(id)).toEqual(['confirmed'])
      const { rows } = await db.pool.query<{ details: object }>(
        `select details from portal.audit where action = 'application_confirmed' and subject = $1`,
        [`application:${id}`],
      )
      expect(rows[0]?.details).toMatchObject({ reason: 'The originals came by post', missing: [...REQUIRED_DOCUMENTS] })
    },
  )
})

describe('the product of a company', () => {
  it('limits the lots it may apply for', async () => {
    const [, , other, same] = accounts as [number, number, number, number]
    await db.pool.query(
      `update cms.companies set auction_kind = case id when $1 then 'natural_gas'::cms.enum_companies_auction_kind else 'gas_condensate' end where id = any ($2)`,
      [other, [other, same]],
    )
    expect(await apply(server, { auctionId, accountId: other, at: clock.now() }, offer)).toMatchObject({
      ok: false,
      refusal: { code: 'category_not_allowed' },
    })
    expect((await mustApply(same)).status).toBe('submitted')
  })
})
