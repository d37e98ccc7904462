import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { REQUIRED_DOCUMENTS } from '@/lib/domain/application'
import { inspectFile } from '@/lib/server/inspection/inspect-file'
import { createDocumentsEndpoints } from '@/lib/server/documents/endpoints'
import {
  apply,
  buyer,
  callBy,
  gatherParticipants,
  managerCall,
  openServer,
  publishLot,
  registerBuyers,
  type Server,
  uploadDocuments,
} from '@/tests/support/auction-house'
import { aLot, CLOSE, MINUTE, START, tonnes } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase, untilBlocked } from '@/tests/support/database'
import { fixedClock } from '@/tests/support/fixed-clock'

let db: TestDatabase
let server: Server
let auctionId: number
const at = START - 30 * MINUTE
const clock = fixedClock(at)
const offer = { price: 14_000, quantity: 10 }
const pdf = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'

beforeAll(async () => {
  db = await createTestDatabase()
  server = await openServer(db, clock)
})

afterAll(() => db.close())

async function accountsOfOneCompany(): Promise<[number, number]> {
  auctionId = await publishLot(db.pool, aLot())
  const accounts = (await registerBuyers(db.pool, 2)) as [number, number]
  await db.pool.query(
    'update cms.companies set edrpou = (select edrpou from cms.companies where id = $1) where id = $2',
    accounts,
  )
  return accounts
}

describe('R2.1 a company is one bidder', () => {
  it('can apply with only one of its accounts', async () => {
    const [first, second] = await accountsOfOneCompany()
    expect(await apply(server, { auctionId, companyId: first, at }, offer)).toMatchObject({ ok: true })
    expect(await apply(server, { auctionId, companyId: second, at }, offer)).toMatchObject({
      ok: false,
      refusal: { code: 'company_already_applied' },
    })
  })

  it.each(['had when it applied', 'has now'])(
    'cannot apply again with the EDRPOU that its account %s',
    async (which) => {
      auctionId = await publishLot(db.pool, aLot())
      const [first, second, third] = (await registerBuyers(db.pool, 3)) as [number, number, number]
      const giveCode = (to: number, from: number) =>
        db.pool.query(
          'update cms.companies set edrpou = (select edrpou from cms.companies where id = $2) where id = $1',
          [to, from],
        )
      if (which === 'had when it applied') await giveCode(second, first)
      expect(await apply(server, { auctionId, companyId: first, at }, offer)).toMatchObject({ ok: true })
      await giveCode(first, which === 'has now' ? second : third)
      expect(await apply(server, { auctionId, companyId: second, at }, offer)).toMatchObject({
        ok: false,
        refusal: { code: 'company_already_applied' },
      })
    },
  )

  it('applies once if both accounts apply concurrently', async () => {
    const accounts = await accountsOfOneCompany()
    const outcomes = await Promise.all(accounts.map((companyId) => apply(server, { auctionId, companyId, at }, offer)))
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
    const { rowCount } = await db.pool.query('select from portal.applications where auction_id = $1', [auctionId])
    expect(rowCount).toBe(1)
  })

  it('is confirmed once if an account changed its EDRPOU to another applicant’s after applying', async () => {
    auctionId = await publishLot(db.pool, aLot())
    const accounts = (await registerBuyers(db.pool, 2)) as [number, number]
    await uploadDocuments(db.pool, accounts)
    for (const companyId of accounts) await apply(server, { auctionId, companyId, at }, offer)
    await db.pool.query(
      'update cms.companies set edrpou = (select edrpou from cms.companies where id = $1) where id = $2',
      accounts,
    )
    const { rows } = await db.pool.query<{ id: number }>(
      'select id from portal.applications where auction_id = $1 order by number',
      [auctionId],
    )
    const outcomes = await Promise.all(
      rows.map(async ({ id }) => server.endpoints.manager.confirmApplication({ application_id: id }, managerCall(at))),
    )
    expect(outcomes).toContainEqual(
      expect.objectContaining({ refusal: expect.objectContaining({ code: 'company_already_applied' }) }),
    )
    const confirmed = await db.pool.query(
      `select from portal.application_decisions where auction_id = $1 and kind = 'confirmed'`,
      [auctionId],
    )
    expect(confirmed.rowCount).toBe(1)
  })
})

describe('an application concurrent with another change', () => {
  it('waits for a decision on its account, and is refused accordingly (R2.7)', async () => {
    auctionId = await publishLot(db.pool, aLot())
    const [companyId] = (await registerBuyers(db.pool, 1)) as [number]
    const client = await db.pool.connect()
    await client.query('begin')
    await client.query('select from cms.companies where id = $1 for update', [companyId])
    await client.query(`insert into portal.account_decisions (company_id, kind) values ($1, 'deactivated')`, [
      companyId,
    ])
    const applying = Promise.resolve(apply(server, { auctionId, companyId, at }, offer))
    await untilBlocked(db.pool, applying)
    await client.query('commit')
    client.release()
    expect(await applying).toMatchObject({ ok: false, refusal: { code: 'account_deactivated' } })
  })

  it('waits for an edit of its lot, and is decided and recorded with the edited numbers (R1.2)', async () => {
    auctionId = await publishLot(db.pool, aLot())
    const [companyId] = (await registerBuyers(db.pool, 1)) as [number]
    const client = await db.pool.connect()
    await client.query('begin')
    await client.query(`update cms.auctions set volume = '400.000' where id = $1`, [auctionId])
    const applying = Promise.resolve(apply(server, { auctionId, companyId, at }, offer))
    await untilBlocked(db.pool, applying)
    await client.query('commit')
    client.release()
    expect(await applying).toMatchObject({ ok: true })
    const { rows } = await db.pool.query<{ body: string }>(
      'select body from portal.auction_log where auction_id = $1 and seq = 1',
      [auctionId],
    )
    expect(JSON.parse(rows[0]!.body)).toMatchObject({ lot: { volume: '400.000' } })
    expect((await server.streams.snapshotOf(auctionId))?.state.lot.volume).toBe(tonnes(400))
  })
})

async function mustApply(companyId: number) {
  const outcome = await apply(server, { auctionId, companyId, at }, offer)
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.answer.data
}

const confirm = (application_id: number, why: { insistence?: string; reason?: string } = {}) =>
  server.endpoints.manager.confirmApplication({ application_id, ...why }, managerCall(at))
const statusOf = async (companyId: number) =>
  (await server.streams.snapshotOf(auctionId))?.state.applications.get(companyId)?.status
const recordedDecisions = async (id: number) =>
  (
    await db.pool.query<{ kind: string }>(
      'select kind from portal.application_decisions where application_id = $1 order by kind',
      [id],
    )
  ).rows.map(({ kind }) => kind)

describe('R2.4 the documents of an application', () => {
  beforeAll(async () => {
    auctionId = await publishLot(db.pool, aLot())
  })

  it('keep it submitted while one is missing, and complete it with the last one', async () => {
    const [companyId] = (await registerBuyers(db.pool, 1)) as [number]
    const { id, status, missing_documents } = await mustApply(companyId)
    expect([status, missing_documents]).toEqual(['submitted', [...REQUIRED_DOCUMENTS]])
    await uploadDocuments(db.pool, [companyId], REQUIRED_DOCUMENTS.slice(0, 4))
    await server.documentsSent({ auctionId, companyId })
    expect(await statusOf(companyId)).toBe('submitted')
    expect(await confirm(id)).toMatchObject({ ok: false, refusal: { code: 'documents_missing' } })
    expect(await recordedDecisions(id)).toEqual([])

    const { upload } = createDocumentsEndpoints({ pool: db.pool, inspectFile })
    const last = await upload(
      { kind: REQUIRED_DOCUMENTS[4], file: new File([pdf], 'Анкета.pdf') },
      callBy(buyer(companyId), at),
    )
    expect(last.ok).toBe(true)
    const { rows } = await db.pool.query(
      `select payload from portal.outbox where kind = 'application_received' and payload ->> 'completed' = 'true'`,
    )
    expect(rows).toEqual([{ payload: { auction_id: auctionId, company_id: companyId, completed: true } }])
    await server.documentsSent({ auctionId, companyId })
    expect(await statusOf(companyId)).toBe('awaiting_confirmation')
    await confirm(id)
    expect(await recordedDecisions(id)).toEqual(['confirmed', 'documents_sent'])
  })

  it.each(['insistence', 'reason'])(
    'can be waived with a reason (%s), which is recorded, and are then not recorded as sent',
    async (field) => {
      const [companyId] = (await registerBuyers(db.pool, 1)) as [number]
      const { id } = await mustApply(companyId)
      await confirm(id, { [field]: 'The originals came by post' })
      expect(await statusOf(companyId)).toBe('confirmed')
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
    auctionId = await publishLot(db.pool, aLot())
    const [other, same] = (await registerBuyers(db.pool, 2)) as [number, number]
    await db.pool.query(
      `update cms.companies set auction_kind = case id when $1 then 'natural_gas'::cms.enum_companies_auction_kind else 'gas_condensate' end where id = any ($2)`,
      [other, [other, same]],
    )
    expect(await apply(server, { auctionId, companyId: other, at }, offer)).toMatchObject({
      ok: false,
      refusal: { code: 'category_not_allowed' },
    })
    expect((await mustApply(same)).status).toBe('submitted')
  })
})

describe('the confirmation of winners', () => {
  it('waits for a decision on a winner’s account, and is refused accordingly (R2.7)', async () => {
    auctionId = await publishLot(db.pool, aLot())
    const accounts = await registerBuyers(db.pool, 1)
    await gatherParticipants(server, db.pool, { auctionId, accounts, at, offer })
    for (const due of [START, CLOSE]) {
      clock.set(due)
      await server.scheduler.tick()
    }
    const client = await db.pool.connect()
    await client.query('begin')
    await client.query('select from cms.companies where id = $1 for update', accounts)
    await client.query(`insert into portal.account_decisions (company_id, kind) values ($1, 'deactivated')`, accounts)
    const confirming = Promise.resolve(
      server.endpoints.manager.confirmWinners({ auction_id: auctionId }, managerCall(CLOSE)),
    )
    await untilBlocked(db.pool, confirming)
    await client.query('commit')
    client.release()
    expect(await confirming).toMatchObject({ ok: false, refusal: { code: 'winner_deactivated' } })
  })
})
