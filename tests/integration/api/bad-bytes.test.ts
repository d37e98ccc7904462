import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { isStaffAccess } from '@/lib/server/http/authorize'
import { connect } from 'node:net'
import type { EndpointGroup } from '@/lib/contract/endpoint'
import { endpoints } from '@/lib/contract/endpoints'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import { aLotToCome } from '@/tests/support/builders/lot'
import { sendRaw, statusesOf } from '@/tests/support/raw-socket'
import { bearer, post, startTestPortal, type TestPortal } from '@/tests/support/test-portal'

let test: TestPortal
let port: number
beforeAll(async () => {
  test = await startTestPortal()
  port = Number(new URL(test.origin).port)
})
afterAll(() => test.close())

const over = (path: string, init?: RequestInit) => fetch(`${test.origin}${path}`, init)

async function watchers(): Promise<number> {
  return Number(/^portal_watchers (\d+)$/m.exec(await (await over('/api/metrics')).text())?.[1])
}

describe('event streams', () => {
  it('are limited to one per connection: pipelining another request closes it and frees its watcher', async () => {
    const auctionId = await publishLot(test.db.pool, aLotToCome())
    const request = `GET /api/auctions/${auctionId}/events HTTP/1.1\r\nHost: a\r\n\r\n`
    const { hangs } = await sendRaw(port, request.repeat(600))
    expect(hangs).toBe(false)
    while ((await watchers()) > 0) await new Promise((resolve) => setImmediate(resolve))

    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    const begun = new Promise<void>((resolve) => socket.once('data', () => resolve()))
    socket.write(request)
    await begun
    expect(await watchers()).toBe(1)
    socket.destroy()
    while ((await watchers()) > 0) await new Promise((resolve) => setImmediate(resolve))
  })
})

describe('lists', () => {
  const lists = Object.values(endpoints)
    .flatMap((group: EndpointGroup) => Object.values(group))
    .filter(({ request }) => 'shape' in request && 'cursor' in (request.shape as object))
  const [required, cursors] = [
    { lang: 'uk', auction_id: 1, company_id: 1, category: 'natural_gas' },
    [[1.5], [1e19], [1, 1.5], ['\u0000'], 'x', null, ['0000-01-01T00:00:00Z', 1], [1, '0000-01-01', 1]],
  ]

  it.each(lists.map(({ path }) => path))('%s refuses a cursor that it never issued', async (path) => {
    const [buyer = 0] = await registerBuyers(test.db.pool, 1)
    const endpoint = lists.find((list) => list.path === path)
    const token =
      endpoint !== undefined && isStaffAccess(endpoint.access) ? await test.staff('admin') : await test.signIn(buyer)
    const fields = Object.fromEntries(
      Object.entries(required).filter(
        ([name]) => name in (endpoint as unknown as { request: { shape: object } }).request.shape,
      ),
    )
    for (const parts of cursors) {
      const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url')
      const response = await post(over, path, { ...fields, cursor }, bearer(token))
      expect([parts, [404, 422].includes(response.status)]).toEqual([parts, true])
    }
  })
})

describe('days', () => {
  it.each(['accounts/list', 'audit/list', 'export/accounts', 'export/audit'])(
    'of manager/%s cannot be before the year 1',
    async (call) => {
      const token = await test.staff('admin')
      for (const name of ['from', 'to'])
        expect((await post(over, `/api/manager/${call}`, { [name]: '0000-01-01' }, bearer(token))).status).toBe(422)
    },
  )
})

describe('answers', () => {
  it('forbid MIME sniffing', async () => {
    for (const path of ['/api/time', '/api/nothing', '/storage/files/1'])
      expect((await post(over, path, {})).headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('refuse unpaired surrogates in every field', async () => {
    const [buyer = 0] = await registerBuyers(test.db.pool, 1)
    const send = (path: string, token: string, body: string) =>
      over(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...bearer(token) } })
    expect((await send('/api/profile/update', await test.signIn(buyer), '{"name":"\\ud800"}')).status).toBe(422)
    expect(
      (
        await send(
          '/api/manager/export/accounts',
          await test.staff('admin'),
          '{"format":"csv","lang":"uk","search":"\\udc00"}',
        )
      ).status,
    ).toBe(422)
  })

  it('to requests for files are limited per address', async () => {
    const fetchStatus = async () => (await over('/storage/files/agreement-999999.pdf')).status
    const statuses = await Promise.all(Array.from({ length: 130 }, fetchStatus))
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect(statuses.filter((status) => status === 404)).toHaveLength(120)
  })
})

describe('uploads', () => {
  it('of one account are limited in parallel, in total and per day', async () => {
    const [buyer = 0] = await registerBuyers(test.db.pool, 1)
    const headers = bearer(await test.signIn(buyer))
    const pdf = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
    const send = async () => {
      const form = new FormData()
      form.append('kind', 'charter')
      form.append('file', new File([pdf], 'charter.pdf'))
      const encodedForm = new Response(form)
      const body = Buffer.from(await encodedForm.arrayBuffer())
      const response = await over('/api/documents/upload', {
        method: 'POST',
        body,
        headers: { ...headers, 'content-type': encodedForm.headers.get('content-type') ?? '' },
      })
      return ((await response.json()) as { code?: string }).code ?? 'stored'
    }
    const together = await Promise.all(Array.from({ length: 8 }, send))
    expect(together.filter((code) => code === 'stored').length).toBeGreaterThanOrEqual(3)
    expect(together.filter((code) => code === 'too_many_requests').length).toBeGreaterThan(0)
    await test.db.pool.query(
      `insert into portal.files (company_id, kind, name, media_type, bytes, sha256, uploaded_at)
       select $1, 'charter', 'x.pdf', 'application/pdf', 1, decode(repeat('00', 32), 'hex'), now() - interval '2 days' from generate_series(1, 300)`,
      [buyer],
    )
    expect(await send()).toBe('upload_quota_reached')

    const sendWithStored = async (files: number, bytes: number, age: string) => {
      await test.db.pool.query(
        'delete from portal.file_contents using portal.files where file_id = id and company_id = $1',
        [buyer],
      )
      await test.db.pool.query('delete from portal.files where company_id = $1', [buyer])
      await test.db.pool.query(
        `insert into portal.files (company_id, kind, name, media_type, bytes, sha256, uploaded_at)
         select $1, 'charter', 'x.pdf', 'application/pdf', $3, decode(repeat('00', 32), 'hex'), now() - $4::interval from generate_series(1, $2::int)`,
        [buyer, files, bytes, age],
      )
      return send()
    }
    const MB = 1024 * 1024
    expect(await sendWithStored(30, 25 * MB, '2 days')).toBe('upload_quota_reached')
    expect(await sendWithStored(29, 25 * MB, '2 days')).toBe('stored')
    expect(await sendWithStored(100, 1, '1 hour')).toBe('upload_daily_quota_reached')
    expect(await sendWithStored(12, 25 * MB, '1 hour')).toBe('upload_daily_quota_reached')
    expect(await sendWithStored(11, 25 * MB, '1 hour')).toBe('stored')
  })

  it('that are cut off do not stop the server', async () => {
    const [buyer = 0] = await registerBuyers(test.db.pool, 1)
    const token = await test.signIn(buyer)
    const head = `POST /api/documents/upload HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n`
    await sendRaw(port, `${head}--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF`, {
      cut: true,
    })
    expect(
      statusesOf((await sendRaw(port, `GET /api/health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).text),
    ).toEqual([200])
  })
})
