import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { endpoints } from '@/lib/contract/endpoints'
import type { Endpoint, EndpointGroup } from '@/lib/contract/endpoint'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import { aLot, MINUTE } from '@/tests/support/builders/lot'
import {
  bearer,
  post,
  sendForm,
  startTestPortal,
  transports,
  type TestPortal,
  type Transport,
} from '@/tests/support/test-portal'
import { type Owned, trespasses } from './owned'

/** Another company makes every call of the contract with the owner's ids; it must learn and change nothing. */
const table = Object.entries(endpoints).flatMap(([group, members]) =>
  Object.entries(members as EndpointGroup).flatMap(([name, endpoint]) =>
    group === 'manager' ? [] : [[`${group}.${name}`, endpoint] as const],
  ),
)
/** Texts that occur only in the owner's data. */
const marks = [
  'owner@owned.test',
  'wanted@owned.test',
  'Owned Trading',
  'власний-статут',
  'Чи можна вантажити вночі',
  'Наш лист про строки',
  '14770.00',
  'ДГ-777',
  'of the owner',
] as const
const pdf = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'

let test: TestPortal
let ownerId: number
let owned: Owned
let files: string[]
let allRows: string | null = null

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  const { pool } = test.db
  ;[ownerId] = (await registerBuyers(pool, 1)) as [number]
  await pool.query(
    `update cms.companies set company_name = 'Owned Trading LLC', company_short_name = 'Owned Trading' where id = $1`,
    [ownerId],
  )
  const { rows: people } = await pool.query<{ id: number }>(
    `update portal.people set email = 'owner@owned.test' where company_id = $1 returning id`,
    [ownerId],
  )
  await test.setPassword(ownerId, 'Seven-Gas-Meters')
  const token = await test.signIn(ownerId)
  const transport: Transport = (path, init) => test.portal.api(new Request(`http://portal.internal${path}`, init))
  const done = async (path: string, body: unknown): Promise<unknown> =>
    dataOf(await post(transport, path, body, bearer(token)))

  const startsAt = Math.ceil(Date.now() / MINUTE) * MINUTE + 60 * MINUTE
  const auctionId = await publishLot(
    pool,
    aLot({
      applicationDeadline: startsAt,
      startsAt,
      endsAt: startsAt + 60 * MINUTE,
      hardEndAt: startsAt + 120 * MINUTE,
      questionDeadline: startsAt,
    }),
  )
  const document = (await dataOf(
    await sendForm(
      transport,
      '/api/documents/upload',
      { kind: 'charter', file: new File([pdf], 'власний-статут.pdf') },
      token,
    ),
  )) as { id: number; url: string }
  const email = (await dataOf(
    await sendForm(
      transport,
      '/api/feedback/send',
      { topic: 'agreement', subject: 'Наш лист про строки', message: 'Додаємо', files: new File([pdf], 'лист.pdf') },
      token,
    ),
  )) as { files: { url: string }[] }
  await done('/api/auctions/apply', { auction_id: auctionId, price: '14770.00', quantity: '30.000' })
  await done('/api/chat/send', { auction_id: auctionId, text: 'Чи можна вантажити вночі?' })
  await done('/api/profile/push/add-id', { push_id: 'of the owner' })
  await done('/api/profile/change-email', { email: 'wanted@owned.test', password: 'Seven-Gas-Meters' })
  await done('/api/profile/two-factor/begin', { password: 'Seven-Gas-Meters' })
  const invited = (await done('/api/people/invite', { email: 'invited@owned.test', role: 'trader' })) as {
    invitations: { id: string }[]
  }
  const [asking] = await registerBuyers(pool, 1)
  const { rows: requests } = await pool.query<{ id: number }>(
    `insert into portal.access_requests (company_id, person_id) select $1, min(id) from portal.people where company_id = $2 returning id`,
    [ownerId, asking],
  )
  const copy = (await done('/api/profile/export', { password: 'Seven-Gas-Meters' })) as { url: string }
  const agreement = await pool.query<{ id: number }>(
    `insert into cms.agreements (number, company_id, quantity, price, sum, deposit, starts_on, status)
     values ('ДГ-777', $1, '30.000', '14770.00', '443100.00', '13293.00', '2026-11-24T12:00:00Z', 'current') returning id`,
    [ownerId],
  )
  await pool.query(
    `insert into cms.agreements_locales (_parent_id, _locale, name, product) values ($1, 'uk', 'Договір № ДГ-777', 'Газовий конденсат')`,
    [agreement.rows[0]?.id],
  )
  const created = (await done('/api/tokens/create', {
    name: 'Robot of the owner',
    scope: 'read',
    days: 30,
    password: 'Seven-Gas-Meters',
  })) as { token: { id: number } }
  const { list } = (await done('/api/auth/sessions/list', {})) as { list: { id: string }[] }
  owned = {
    auctionId,
    documentId: document.id,
    agreementId: agreement.rows[0]?.id ?? 0,
    sessionId: list[0]?.id ?? '',
    personId: people[0]?.id ?? 0,
    invitationId: invited.invitations[0]?.id ?? '',
    accessRequestId: requests[0]?.id ?? 0,
    tokenId: created.token.id,
    email: 'owner@owned.test',
  }
  files = [document.url, email.files[0]?.url ?? '', copy.url, `/storage/files/agreement-${agreement.rows[0]?.id}.pdf`]
  for (const url of files) expect([url, (await transport(url, { headers: bearer(token) })).status]).toEqual([url, 200])
})
afterAll(() => test.close())

async function dataOf(response: Response): Promise<unknown> {
  const body = (await response.json()) as { data: unknown }
  if (!response.ok) throw new Error(JSON.stringify(body))
  return body.data
}

/**
 * All rows of the owner, from every table that has a column for one, so that new tables are included. `last_seen_at`
 * is left out, because it is written later, in batches.
 */
async function rowsOfOwner(): Promise<Record<string, string>> {
  allRows ??= await queryOfAllRows()
  const { rows } = await test.db.pool.query<{ name: string; rows: string | null }>(allRows, [ownerId])
  return Object.fromEntries(rows.map((table) => [table.name, table.rows ?? '']))
}

/** One query for all tables: a query for each would take most of the time of the suite. */
async function queryOfAllRows(): Promise<string> {
  const { rows: tables } = await test.db.pool.query<{ name: string; condition: string }>(
    `select format('%I.%I', c.table_schema, c.table_name) as name, string_agg(format(case c.column_name when 'person_id' then '%I = (select min(id) from portal.people where company_id = $1)' else '%I = $1' end, c.column_name), ' or ') as condition
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and ((c.table_schema = 'portal' and c.column_name in ('company_id', 'person_id'))
       or (c.table_schema = 'cms' and (c.column_name = 'company_id' or (c.table_name = 'companies' and c.column_name = 'id'))))
     group by 1 order by 1`,
  )
  return tables
    .map(
      ({ name, condition }) =>
        `select '${name}' as name, (select string_agg(contents::text, e'\\n' order by contents::text)
         from (select to_jsonb(t) - 'last_seen_at' as contents from ${name} t where ${condition}) owned_rows) as rows`,
    )
    .join(' union all ')
}

describe.each(transports)('another buyer, %s', (_way, way) => {
  const over: Transport = (path, init) => way(test)(path, init)
  let otherId: number
  let before: Record<string, string>

  beforeAll(async () => {
    ;[otherId] = (await registerBuyers(test.db.pool, 1)) as [number]
    await test.setPassword(otherId, 'Eight-Gas-Meters')
    before = await rowsOfOwner()
    expect(Object.values(before).filter((rows) => rows !== '').length).toBeGreaterThan(8)
  })

  it.each(table)('%s', async (name, endpoint) => {
    const { input, code, form } = trespasses[name as keyof typeof trespasses]
    const token = await test.signIn(otherId)
    const sent = input(owned)
    const response = await call(over, endpoint, sent, form === true, token)
    const text = await response.text()
    // An answer may repeat the input, but must not contain anything else of the owner.
    const typed = JSON.stringify(sent) ?? ''
    for (const mark of marks.filter((text) => !typed.includes(text))) expect(text).not.toContain(mark)
    if (code === undefined) expect([response.status, text.slice(0, 200)]).toEqual([200, expect.anything()])
    else expect(JSON.parse(text)).toMatchObject({ code })
    expect(await rowsOfOwner()).toEqual(before)
  })

  it('reads none of the owner’s files', async () => {
    const token = await test.signIn(otherId)
    for (const url of files) expect([url, (await over(url, { headers: bearer(token) })).status]).toEqual([url, 404])
  })
})

function call(over: Transport, endpoint: Endpoint, input: unknown, form: boolean, token: string): Promise<Response> {
  const headers = { ...bearer(token), ...(endpoint.idempotent && { 'idempotency-key': crypto.randomUUID() }) }
  if (!form) return post(over, endpoint.path, input, headers)
  const fields: Record<string, string | File> = { ...(input as Record<string, string>) }
  if (endpoint.path !== '/api/feedback/send') fields.file = new File([pdf], 'чужий.pdf')
  return sendForm(over, endpoint.path, fields, token)
}
