import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Problem } from '@/lib/contract/errors'
import type { FeedbackFile, FeedbackMessage } from '@/lib/contract/feedback'
import { getCms } from '@/lib/server/cms/cms'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, type Transport, transports, type TestPortal } from '@/tests/support/test-portal'

let test: TestPortal
let accounts: number[]
let tokens: string[]
let manager: string

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  accounts = await registerBuyers(test.db.pool, 2)
  tokens = await Promise.all(accounts.map((id) => test.signIn(id)))
  manager = await test.staff('manager')
})
afterAll(() => test.close())

const pdf = (name = 'Договір.pdf') =>
  new File(['%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'], name, {
    type: 'application/pdf',
  })
const program = new File([new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0])], 'харчі.pdf', {
  type: 'application/pdf',
})

async function formOf(
  fields: Record<string, string | File | (string | File)[]>,
): Promise<{ body: ArrayBuffer; headers: Record<string, string> }> {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value)
  const request = new Request('http://form.test', { method: 'POST', body: form })
  const body = await request.arrayBuffer()
  return {
    body,
    headers: { 'content-type': request.headers.get('content-type') ?? '', 'content-length': String(body.byteLength) },
  }
}

const VALID = { topic: 'agreement', subject: 'Строк договору', message: 'Чи можна\nпродовжити?' }

async function send(
  transport: Transport,
  fields: Parameters<typeof formOf>[0],
  token = tokens[0] as string,
  key?: string,
): Promise<Response> {
  const { body, headers } = await formOf(fields)
  const once: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return transport('/api/feedback/send', { method: 'POST', body, headers: { ...headers, ...bearer(token), ...once } })
}

const messageOf = async (response: Response) => ((await response.json()) as { data: FeedbackMessage }).data
const codeOf = async (response: Response) => ((await response.json()) as Problem).code

async function historyOf(
  transport: Transport,
  token: string,
  page: object = {},
): Promise<{ list: FeedbackMessage[]; next_cursor: string | null }> {
  const response = await post(transport, '/api/feedback/list', page, bearer(token))
  return ((await response.json()) as { data: { list: FeedbackMessage[]; next_cursor: string | null } }).data
}

async function filesOf(companyId: number): Promise<number> {
  const { rows } = await test.db.pool.query<{ n: number }>(
    `select count(*)::int as n from portal.files where company_id = $1`,
    [companyId],
  )
  return rows[0]?.n ?? 0
}

describe.each(transports)('writing to the company, %s', (_way, over) => {
  it('stores the message with its files, which only the sender and managers can read', async () => {
    const response = await send(over(test), { ...VALID, files: [pdf(), pdf('Додаток.pdf')] })
    expect(response.status).toBe(200)
    const message = await messageOf(response)
    expect(message).toMatchObject({
      ...VALID,
      status: 'new',
      answer: null,
      files: [{ name: 'Договір.pdf' }, { name: 'Додаток.pdf' }],
    })
    const url = message.files[0]?.url ?? ''
    const read = (headers: Record<string, string>) => over(test)(url, { headers })
    expect((await read(bearer(tokens[0] as string))).status).toBe(200)
    expect((await read({ cookie: `payload-token=${manager}`, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await read(bearer(tokens[1] as string))).status).toBe(404)
  })

  it('stores a message and its files once per key', async () => {
    const key = crypto.randomUUID()
    const fields = { ...VALID, subject: key, files: pdf() }
    const sendAgain = (changes: object = {}) => send(over(test), { ...fields, ...changes }, tokens[0], key)
    const before = await filesOf(accounts[0] as number)
    const first = await messageOf(await sendAgain())
    expect(await messageOf(await sendAgain())).toEqual(first)
    expect(await filesOf(accounts[0] as number)).toBe(before + 1)
    expect(await codeOf(await sendAgain({ message: 'Інше' }))).toBe('idempotency_key_reused')
    expect(await codeOf(await send(over(test), fields, tokens[0] as string, 'short'))).toBe('idempotency_key_missing')
    const { list } = await historyOf(over(test), tokens[0] as string)
    expect(list.filter(({ subject }) => subject === key)).toHaveLength(1)
  })

  it('notifies the managers', async () => {
    const { id } = await messageOf(await send(over(test), VALID))
    const { rows } = await test.db.pool.query(
      `select company_id from portal.outbox where kind = 'feedback_received' and payload ->> 'feedback_id' = $1`,
      [String(id)],
    )
    expect(rows).toEqual([{ company_id: null }])
  })

  it('lists only the company’s own messages, paged from the newest', async () => {
    const token = tokens[1] as string
    const subjects = ['first', 'second', 'third'].map((word) => `${word} ${crypto.randomUUID()}`)
    for (const subject of subjects) await send(over(test), { ...VALID, subject }, token)
    const first = await historyOf(over(test), token, { limit: 2 })
    expect(first.list.map(({ subject }) => subject)).toEqual([subjects[2], subjects[1]])
    const rest = await historyOf(over(test), token, { limit: 2, cursor: first.next_cursor })
    expect(rest.list[0]?.subject).toBe(subjects[0])
    const others = await historyOf(over(test), tokens[0] as string)
    expect(others.list.some(({ subject }) => subjects.includes(subject))).toBe(false)
  })

  it.each([
    ['a program with the name of a document', { ...VALID, files: [pdf(), program] }, 'file_type_refused'],
    ['an empty file', { ...VALID, files: [new File([], 'порожній.pdf')] }, 'file_empty'],
    ['six files', { ...VALID, files: Array.from({ length: 6 }, () => pdf()) }, 'invalid_input'],
    ['a text instead of a file', { ...VALID, files: 'none' }, 'invalid_input'],
    ['two subjects', { ...VALID, subject: ['one', 'two'] }, 'invalid_input'],
    ['an unknown topic', { ...VALID, topic: 'love' }, 'invalid_input'],
    ['an empty message', { ...VALID, message: ' \n ' }, 'invalid_input'],
    ['an unknown field', { ...VALID, answer: 'yes' }, 'invalid_input'],
    ['a subject with a line break', { ...VALID, subject: 'a\r\nBcc: all@example.com' }, 'invalid_input'],
  ])('refuses %s and stores nothing', async (_what, fields, code) => {
    const before = [
      await filesOf(accounts[0] as number),
      (await historyOf(over(test), tokens[0] as string)).list[0]?.id,
    ]
    expect(await codeOf(await send(over(test), fields))).toBe(code)
    expect([
      await filesOf(accounts[0] as number),
      (await historyOf(over(test), tokens[0] as string)).list[0]?.id,
    ]).toEqual(before)
  })

  it('keeps attachments out of the accreditation documents', async () => {
    const { files } = await messageOf(await send(over(test), { ...VALID, files: pdf() }))
    const id = files[0]?.id
    const documents = (await (
      await post(over(test), '/api/documents/list', {}, bearer(tokens[0] as string))
    ).json()) as { data: { list: { id: number }[] } }
    expect(documents.data.list.some((document) => document.id === id)).toBe(false)
    expect(await codeOf(await post(over(test), '/api/documents/delete', { id }, bearer(tokens[0] as string)))).toBe(
      'not_found',
    )
  })
})

describe('an answer', () => {
  it('is shown and sent by email once the message is marked as answered', async () => {
    const transport = transports[0]![1](test)
    const { id } = await messageOf(await send(transport, VALID))
    const cms = await getCms()
    const emails = async () =>
      (
        await test.db.pool.query(`select 1 from portal.outbox where kind = 'feedback_answered' and company_id = $1`, [
          accounts[0],
        ])
      ).rowCount
    await cms.update({ collection: 'feedback', id, data: { answer: 'Так, на', status: 'in_work' } })
    expect((await historyOf(transport, tokens[0] as string)).list[0]).toMatchObject({
      id,
      status: 'in_work',
      answer: null,
    })
    expect(await emails()).toBe(0)
    await cms.update({ collection: 'feedback', id, data: { answer: 'Так, на місяць.', status: 'answered' } })
    expect((await historyOf(transport, tokens[0] as string)).list[0]).toMatchObject({
      id,
      status: 'answered',
      answer: 'Так, на місяць.',
    })
    expect(await emails()).toBe(1)
    await cms.update({ collection: 'feedback', id, data: { status: 'closed' } })
    expect((await historyOf(transport, tokens[0] as string)).list[0]).toMatchObject({
      status: 'closed',
      answer: 'Так, на місяць.',
    })
    expect(await emails()).toBe(1)
  })
})

describe.each(transports)('the files of a message in the office, %s', (_way, over) => {
  const read = (id: number, token = manager) =>
    post(over(test), '/api/manager/feedback/files', { feedback_id: id }, bearer(token))

  it('are named to managers only', async () => {
    const { id } = await messageOf(await send(over(test), { ...VALID, files: [pdf('Перший.pdf'), pdf('Другий.pdf')] }))
    const { data } = (await (await read(id)).json()) as { data: { list: FeedbackFile[] } }
    expect(data.list.map(({ name }) => name)).toEqual(['Перший.pdf', 'Другий.pdf'])
    expect(data.list[0]).toMatchObject({ media_type: 'application/pdf', url: `/storage/files/${data.list[0]?.id}` })
    const refused = await read(id, tokens[0])
    expect(refused.status).toBeGreaterThanOrEqual(401)
    expect(await refused.text()).not.toContain('Перший')
  })

  it('do not include a file of another company', async () => {
    const own = await messageOf(await send(over(test), { ...VALID, files: [pdf('Свій.pdf')] }))
    const other = await messageOf(await send(over(test), VALID, tokens[1]))
    await test.db.pool.query('update cms.feedback set file_ids = to_jsonb(array[$1::integer]) where id = $2', [
      own.files[0]?.id,
      other.id,
    ])
    expect(await (await read(other.id)).json()).toEqual({ data: { list: [] } })
  })

  it('of a message that does not exist are not found', async () => {
    expect(await codeOf(await read(2_000_000_000))).toBe('not_found')
  })
})
