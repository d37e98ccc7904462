import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { strFromU8, unzipSync } from 'fflate'
import { endpoints } from '@/lib/contract/endpoints'
import type { EndpointGroup } from '@/lib/contract/endpoint'
import type { ManagedApplication, ManagedDecision } from '@/lib/contract/manager-auctions'
import type { Protocol } from '@/lib/contract/protocol'
import { problemsOf } from '@/lib/server/events/check'
import { publishLot, registerBuyers, uploadDocuments } from '@/tests/support/auction-house'
import { aLotToCome } from '@/tests/support/builders/lot'
import { bearer, post, startTestPortal, type TestPortal, type Transport } from '@/tests/support/test-portal'
import { type Owned, type Trespass, trespasses } from './api/owned'

const password = 'Eleven-Gas-Meters'
const note = 'Спільна бухгалтерія, власники різні'
const phone = '+380441112233'

let test: TestPortal
let manager: string
let over: Transport
let auctionId: number
/** The first two share a phone number, the first and the third a browser. */
let accounts: [number, number, number]
let browserHash: string

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  const { pool } = test.db
  over = (path, init) => test.portal.api(new Request(`http://portal.internal${path}`, init))
  manager = await test.staff('manager')
  accounts = (await registerBuyers(pool, 3)) as [number, number, number]
  await uploadDocuments(pool, accounts)
  await pool.query('update portal.people set phone = $1 where company_id = any ($2)', [phone, accounts.slice(0, 2)])
  for (const id of accounts) await test.setPassword(id, password)
  const device = await signInFrom(accounts[0], '')
  await signInFrom(accounts[2], device)
  const { rows } = await pool.query<{ browser: string }>(
    `select distinct encode(browser, 'hex') as browser from portal.sessions
     where browser is not null and person_id in (select id from portal.people where company_id = any ($1))`,
    [[accounts[0], accounts[2]]],
  )
  expect(rows).toHaveLength(1)
  browserHash = rows[0]!.browser
  auctionId = await publishLot(pool, aLotToCome())
  for (const id of accounts)
    await call(
      '/api/auctions/apply',
      { auction_id: auctionId, price: '14000.00', quantity: '20.000' },
      await test.signIn(id),
    )
})
afterAll(() => test.close())

async function call<T = Record<string, unknown>>(path: string, body: unknown, token: string) {
  const response = await post(over, path, body, bearer(token))
  const result = (await response.json()) as { data: T; code?: string }
  return { status: response.status, code: result.code, data: result.data }
}

/** Signs in and returns the cookie of the browser. */
async function signInFrom(companyId: number, cookie: string): Promise<string> {
  const { rows } = await test.db.pool.query<{ email: string }>('select email from cms.companies where id = $1', [
    companyId,
  ])
  const response = await post(
    over,
    '/api/auth/login',
    { email: rows[0]?.email, password },
    cookie === '' ? {} : { cookie },
  )
  expect(response.status).toBe(200)
  const set = response.headers.getSetCookie().find((one) => one.startsWith('knownDevice='))
  return String(set?.split(';')[0])
}

async function applications(): Promise<ManagedApplication[]> {
  const { data } = await call<{ list: ManagedApplication[] }>(
    '/api/manager/applications/list',
    { auction_id: auctionId },
    manager,
  )
  return data.list
}

const confirm = async (index: number, more: object = {}) => {
  const application = (await applications()).find(({ company }) => company.id === accounts[index])
  return call<ManagedApplication>(
    '/api/manager/applications/confirm',
    { application_id: application?.id, ...more },
    manager,
  )
}

describe('R14.4 related companies', () => {
  it('are shown to managers with their common data', async () => {
    const [first, second, third] = accounts
    const byPhone = { what: 'phone', value: phone }
    const byBrowser = { what: 'browser', value: null }
    expect(new Map((await applications()).map(({ company, related }) => [company.id, related]))).toEqual(
      new Map([
        [
          first,
          [
            { company_id: second, same: [byPhone] },
            { company_id: third, same: [byBrowser] },
          ],
        ],
        [second, [{ company_id: first, same: [byPhone] }]],
        [third, [{ company_id: first, same: [byBrowser] }]],
      ]),
    )
  })

  it('can be confirmed together only with a note, even if managers decide concurrently', async () => {
    const answers = await Promise.all([confirm(0), confirm(1)])
    expect(answers.map(({ code }) => code ?? 'confirmed').sort()).toEqual(['confirmed', 'related_note_required'])
    const refused = answers.findIndex(({ status }) => status === 409)
    expect(await confirm(refused, { note: '   ' })).toMatchObject({ status: 422 })
    expect(await confirm(refused, { insistence: 'All documents are here' })).toMatchObject({
      code: 'related_note_required',
    })
    const { data } = await confirm(refused, { note })
    expect(data).toMatchObject({ status: 'confirmed', participant: 2, note: { text: note } })
  })

  it('have the note in the list of decisions and in the audit trail', async () => {
    const { data } = await call<{ list: ManagedDecision[] }>(
      '/api/manager/auctions/decisions',
      { auction_id: auctionId },
      manager,
    )
    expect(data.list.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['application_confirmed', note],
      ['application_confirmed', null],
    ])
    const { rows } = await test.db.pool.query<{ details: object }>(
      `select details from portal.audit where action = 'application_confirmed' order by id`,
    )
    expect(rows.at(-1)?.details).toMatchObject({
      note,
      related: expect.arrayContaining([{ company_id: expect.any(Number), same: ['phone'] }]),
    })
  })
})

describe('R14.4 the confidentiality of relations and notes', () => {
  /** Texts that only staff may read. */
  async function secrets(): Promise<string[]> {
    const nonces = (await applications()).flatMap((application) => application.note?.nonce ?? [])
    expect(nonces).toHaveLength(2)
    return [note, browserHash, ...nonces, '"related"', 'note_nonce']
  }

  const destructive = new Set(['auctions.withdraw', 'personalData.requestDeletion', 'profile.update'])

  it.each([
    ['a visitor', null],
    ['the one company', 0],
    ['the other company', 1],
  ] as const)('%s does not see them in any call', async (_name, index) => {
    const hidden = await secrets()
    const owned: Owned = {
      auctionId,
      documentId: 1,
      agreementId: 1,
      sessionId: crypto.randomUUID(),
      email: 'one@other.test',
      personId: 1_000_000,
      invitationId: crypto.randomUUID(),
      accessRequestId: 1_000_000,
      tokenId: 1_000_000,
    }
    for (const [name, { input, form }] of Object.entries<Trespass>(trespasses)) {
      if (form || destructive.has(name)) continue
      const [group = '', member = ''] = name.split('.')
      const { path } = (endpoints as unknown as Record<string, EndpointGroup>)[group]![member]!
      const headers = index === null ? {} : bearer(await test.signIn(accounts[index]))
      const text = await (await post(over, path, input(owned), headers)).text()
      expect([name, hidden.filter((word) => text.includes(word))]).toEqual([name, []])
    }
  })

  it('the companies do not see them in their personal data', async () => {
    const hidden = await secrets()
    for (const id of accounts) {
      const token = await test.signIn(id)
      const { data } = await call<{ url: string }>('/api/profile/export', { password }, token)
      const archive = new Uint8Array(await (await over(data.url, { headers: bearer(token) })).arrayBuffer())
      const files = Object.values(unzipSync(archive)).map((content) => strFromU8(content))
      expect(files.join()).toContain('14000.00')
      expect(hidden.filter((word) => files.some((file) => file.includes(word)))).toEqual([])
    }
  })

  it('the protocol contains only a seal, which the note opens', async () => {
    const hidden = await secrets()
    await call('/api/manager/auctions/cancel', { auction_id: auctionId, reason: 'The pipeline is closed' }, manager)
    const { data: protocol } = await call<Protocol>(
      '/api/auctions/protocol',
      { id: auctionId },
      await test.signIn(accounts[2]),
    )
    const bodies = protocol.entries.map(({ body }) => JSON.parse(body) as { kind: string; note_seal?: string })
    const seals = bodies.filter(({ kind }) => kind === 'application_confirmed').map(({ note_seal: seal }) => seal)
    expect(seals).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(hidden.filter((word) => JSON.stringify(protocol).includes(word))).toEqual([])

    const notes = (await applications()).flatMap(({ participant, note: sealed }) =>
      participant === null || sealed === null ? [] : [{ participant, opened: `${sealed.nonce}|${sealed.text ?? ''}` }],
    )
    expect(notes).toHaveLength(2)
    expect(problemsOf(protocol, { notes })).toEqual([])
    const other = notes.map(({ participant, opened }) => ({ participant, opened: `${opened}!` }))
    expect(problemsOf(protocol, { notes: other })).toHaveLength(2)
    expect(problemsOf(protocol, { notes: [{ participant: 3, opened: '' }] })).toHaveLength(1)
  })
})
