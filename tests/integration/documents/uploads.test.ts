import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { CompanyDocument } from '@/lib/contract/documents'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import { aLotToCome } from '@/tests/support/builders/lot'
import { untilBlocked } from '@/tests/support/database'
import { bearer, post, startTestPortal, transports, type TestPortal, type Transport } from '@/tests/support/test-portal'

const pdf = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'

let test: TestPortal
beforeAll(async () => {
  test = await startTestPortal()
})
afterAll(() => test.close())

async function addBuyer() {
  const [id = 0] = await registerBuyers(test.db.pool, 1)
  return { id, token: await test.signIn(id) }
}

async function upload(
  over: Transport,
  token: string,
  file: File,
  fields: Record<string, string> = {},
  sent: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ kind: 'charter', ...fields })) form.append(name, value)
  form.append('file', file)
  const encodedForm = new Response(form)
  const body = Buffer.from(await encodedForm.arrayBuffer())
  const headers = {
    ...bearer(token),
    ...sent,
    'content-type': encodedForm.headers.get('content-type') ?? '',
    'content-length': String(body.length),
  }
  const response = await over('/api/documents/upload', { method: 'POST', body, headers })
  const answer = (await response.json()) as { data: { id: number; name: string }; code?: string }
  return { status: response.status, code: answer.code, data: answer.data, headers: response.headers }
}

async function insertApplication(auctionId: number, companyId: number): Promise<void> {
  await test.db.pool.query(
    `insert into portal.applications (auction_id, company_id, edrpou, number, sealed, received_at) values ($1, $2, '37027819', 1, 'x', now())`,
    [auctionId, companyId],
  )
}

async function insertDecision(
  auctionId: number,
  companyId: number,
  kind: 'documents_sent' | 'confirmed' | 'rejected' | 'withdrawn',
): Promise<void> {
  await test.db.pool.query(
    `insert into portal.application_decisions (application_id, kind, auction_id, participant, note_nonce, at)
     select id, $3::text, auction_id, case when $3 = 'confirmed' then 1 end, case when $3 = 'confirmed' then repeat('ab', 16) end, now() from portal.applications where auction_id = $1 and company_id = $2`,
    [auctionId, companyId, kind],
  )
}

async function listDocuments(over: Transport, token: string) {
  const response = await post(over, '/api/documents/list', {}, bearer(token))
  return ((await response.json()) as { data: { list: Pick<CompanyDocument, 'id' | 'name' | 'relied_on'>[] } }).data.list
}

describe.each(transports)('uploading documents, %s', (_way, way) => {
  const over: Transport = (path, init) => way(test)(path, init)

  it('stores a document once, however often it is sent under its key, also one that replaces another', async () => {
    const { token } = await addBuyer()
    const fileNamed = (name: string) => new File([pdf], name, { type: 'application/pdf' })
    const key = (name: string) => ({ 'idempotency-key': name })
    const first = await upload(over, token, fileNamed('charter.pdf'), {}, key('the-first-key'))
    expect(first.status).toBe(200)
    const again = await upload(over, token, fileNamed('charter.pdf'), {}, key('the-first-key'))
    expect([again.status, again.data]).toEqual([200, first.data])
    expect(await upload(over, token, fileNamed('other.pdf'), {}, key('the-first-key'))).toMatchObject({
      code: 'idempotency_key_reused',
    })
    const replaces = { replaces: String(first.data.id) }
    const second = await upload(over, token, fileNamed('charter-2.pdf'), replaces, key('the-second-key'))
    expect(await upload(over, token, fileNamed('charter-2.pdf'), replaces, key('the-second-key'))).toMatchObject({
      data: second.data,
    })
    expect((await listDocuments(over, token)).map(({ id }) => id)).toEqual([second.data.id])
  })

  it.each([
    ['an empty file', new File([], 'charter.pdf'), 422, 'file_empty'],
    [
      'a page declared as a PDF',
      new File(['<!doctype html><script>alert(1)</script>'], 'charter.pdf', { type: 'application/pdf' }),
      415,
      'file_type_refused',
    ],
    [
      'a program',
      new File([new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])], 'charter.pdf'),
      415,
      'file_type_refused',
    ],
    ['more than 25 MB', new File([pdf, new Uint8Array(25 * 1024 * 1024)], 'charter.pdf'), 413, 'body_too_large'],
    ['much more than 25 MB', new File([new Uint8Array(27 * 1024 * 1024)], 'charter.pdf'), 413, 'body_too_large'],
  ])('refuses %s and stores nothing', async (_what, file, status, code) => {
    const { token } = await addBuyer()
    expect(await upload(over, token, file)).toMatchObject({ status, code })
    expect(await listDocuments(over, token)).toEqual([])
  })

  it('replaces a document of the same company, unless the new one is refused', async () => {
    const [own, other] = [await addBuyer(), await addBuyer()]
    const { data: first } = await upload(over, own.token, new File([pdf], 'first.pdf'))
    expect(
      await upload(over, own.token, new File(['text'], 'second.pdf'), { replaces: String(first.id) }),
    ).toMatchObject({ status: 415 })
    expect(
      await upload(over, other.token, new File([pdf], 'second.pdf'), { replaces: String(first.id) }),
    ).toMatchObject({ status: 404 })
    expect(await upload(over, own.token, new File([pdf], 'second.pdf'), { replaces: '0' })).toMatchObject({
      status: 422,
    })
    expect((await listDocuments(over, own.token)).map(({ name }) => name)).toEqual(['first.pdf'])
    expect(await upload(over, own.token, new File([pdf], 'second.pdf'), { replaces: String(first.id) })).toMatchObject({
      status: 200,
    })
    expect((await listDocuments(over, own.token)).map(({ name }) => name)).toEqual(['second.pdf'])
    expect((await over(`/storage/files/${first.id}`, { headers: bearer(own.token) })).status).toBe(404)
  })

  it('refuses to delete or replace a document that an application relies on', async () => {
    const own = await addBuyer()
    const { data } = await upload(over, own.token, new File([pdf], 'charter.pdf'))
    const auctionId = await publishLot(test.db.pool, aLotToCome())
    await insertApplication(auctionId, own.id)
    // The documents were submitted and the manager has not decided yet (R2.4).
    await insertDecision(auctionId, own.id, 'documents_sent')
    expect(await listDocuments(over, own.token)).toMatchObject([
      { relied_on: [{ auction_number: expect.any(Number), waiting: true }] },
    ])
    expect(await upload(over, own.token, new File([pdf], 'new.pdf'), { replaces: String(data.id) })).toMatchObject({
      status: 409,
      code: 'document_in_use',
    })
    const deleted = await post(over, '/api/documents/delete', { id: data.id }, bearer(own.token))
    expect(await deleted.json()).toMatchObject({ code: 'document_in_use' })
    expect((await listDocuments(over, own.token)).map(({ name }) => name)).toEqual(['charter.pdf'])
  })

  it('refuses to delete documents from before a confirmation, but allows later ones', async () => {
    const own = await addBuyer()
    const [first, second] = [await publishLot(test.db.pool, aLotToCome()), await publishLot(test.db.pool, aLotToCome())]
    const { data: before } = await upload(over, own.token, new File([pdf], 'before.pdf'))
    for (const auctionId of [first, second]) await insertApplication(auctionId, own.id)
    await insertDecision(first, own.id, 'rejected')
    await insertDecision(second, own.id, 'confirmed')
    const { data: after } = await upload(over, own.token, new File([pdf], 'after.pdf'))
    expect(await listDocuments(over, own.token)).toMatchObject([
      { id: after.id, relied_on: [] },
      { id: before.id, relied_on: [{ waiting: false }] },
    ])
    expect((await post(over, '/api/documents/delete', { id: after.id }, bearer(own.token))).status).toBe(200)
    expect((await post(over, '/api/documents/delete', { id: before.id }, bearer(own.token))).status).toBe(409)
  })

  it('allows deletion after the application was withdrawn or the auction cancelled', async () => {
    const own = await addBuyer()
    const { data } = await upload(over, own.token, new File([pdf], 'charter.pdf'))
    const [withdrawn, cancelled] = [
      await publishLot(test.db.pool, aLotToCome()),
      await publishLot(test.db.pool, aLotToCome()),
    ]
    await insertApplication(withdrawn, own.id)
    await insertDecision(withdrawn, own.id, 'confirmed')
    await insertApplication(cancelled, own.id)
    const reliedOn = async () => (await listDocuments(over, own.token))[0]?.relied_on.map(({ waiting }) => waiting)
    expect(await reliedOn()).toEqual([true, false])
    await insertDecision(withdrawn, own.id, 'withdrawn')
    expect(await reliedOn()).toEqual([true])
    // Bypasses the trigger that allows this row only with a record.
    await test.db.pool.query(
      `begin; set local session_replication_role = replica;
       insert into portal.auction_heads (auction_id, effective_end, hard_end, cancelled_at) values (${cancelled}, now(), now(), now()); commit`,
    )
    expect(await reliedOn()).toEqual([])
    expect((await post(over, '/api/documents/delete', { id: data.id }, bearer(own.token))).status).toBe(200)
  })

  it('stores none for a company whose personal data is deleted while it is inspected', async () => {
    const { id, token } = await addBuyer()
    const client = await test.db.pool.connect()
    await client.query('begin')
    await client.query('select from cms.companies where id = $1 for no key update', [id])
    await client.query('insert into portal.erasures (company_id, at) values ($1, now())', [id])
    const sent = upload(over, token, new File([pdf], 'late.pdf', { type: 'application/pdf' }))
    await untilBlocked(test.db.pool, sent)
    await client.query('commit')
    client.release()
    expect((await sent).status).toBe(401)
    const { rows } = await test.db.pool.query('select from portal.files where company_id = $1', [id])
    expect(rows).toEqual([])
  })

  it('announces the documents of a few minutes to the managers in one email, those of simultaneous uploads too', async () => {
    const own = await addBuyer()
    const uploaded = async (name: string) => (await upload(over, own.token, new File([pdf], name))).data.id
    const announced = async () => {
      const { rows } = await test.db.pool.query<{ file_ids: number[]; waits: boolean }>(
        `select payload -> 'file_ids' as file_ids, next_attempt_at > now() as waits from portal.outbox
         where kind = 'document_uploaded' and payload @> jsonb_build_object('company_id', $1::integer) order by id`,
        [own.id],
      )
      return rows
    }
    const ids = await Promise.all(['a.pdf', 'b.pdf', 'c.pdf'].map(uploaded))
    const later = await uploaded('d.pdf')
    const [first, ...others] = await announced()
    expect(others).toEqual([])
    expect(first?.waits).toBe(true)
    expect(first?.file_ids.toSorted((one, two) => one - two)).toEqual([...ids, later].toSorted((one, two) => one - two))
    // The mailer takes the email.
    await test.db.pool.query(
      `update portal.outbox set attempts = 1 where kind = 'document_uploaded' and payload @> jsonb_build_object('company_id', $1::integer)`,
      [own.id],
    )
    const next = await uploaded('e.pdf')
    expect(await announced()).toEqual([first, { file_ids: [next], waits: true }])
  })
})

describe('uploading over HTTP', () => {
  const over: Transport = (path, init) => fetch(`${test.origin}${path}`, init)

  it('stores nothing if it is cut off', async () => {
    const { token } = await addBuyer()
    const request = httpRequest(`${test.origin}/api/documents/upload`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'multipart/form-data; boundary=edge', 'content-length': '100000' },
    })
    const closed = new Promise((resolve) => request.once('close', resolve))
    request.on('error', () => undefined)
    request.write(
      '--edge\r\ncontent-disposition: form-data; name="kind"\r\n\r\ncharter\r\n--edge\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7',
      () => request.destroy(),
    )
    await closed
    expect(await listDocuments(over, token)).toEqual([])
  })

  it('is limited per account, with the time to wait', async () => {
    const { token } = await addBuyer()
    for (let time = 0; time < 30; time += 1) expect((await upload(over, token, new File([], 'a.pdf'))).status).toBe(422)
    const stopped = await upload(over, token, new File([pdf], 'a.pdf'))
    expect(stopped).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
