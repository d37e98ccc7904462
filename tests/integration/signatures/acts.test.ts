import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { unzipSync } from 'fflate'
import type { Fulfilment } from '@/lib/contract/fulfilment'
import type { AgreementSigning } from '@/lib/contract/signatures'
import { kyivDayOf } from '@/lib/domain/working-hours'
import { makeAgreement } from '@/tests/support/agreements'
import { fillInAgreementDetails, registerBuyers } from '@/tests/support/auction-house'
import { createCentre } from '@/tests/support/signing'
import { bearer, post, sendForm, startTestPortal, type TestPortal, type Transport } from '@/tests/support/test-portal'

const SELLER_EDRPOU = '00135390'
const TODAY = kyivDayOf(Date.now())

describe('signing an act (R16.5)', () => {
  let test: TestPortal
  let buyer: number
  const centre = createCentre()
  const tokens: Record<'owner' | 'other' | 'manager' | 'accountant', string> = {
    owner: '',
    other: '',
    manager: '',
    accountant: '',
  }
  let keys: Record<'buyer' | 'organiser', ReturnType<typeof centre.issue>>
  const call: Transport = (path, init) => test.portal.api(new Request(`http://portal.internal${path}`, init))

  beforeAll(async () => {
    test = await startTestPortal({ RATE_LIMITS: 'off' })
    const { pool } = test.db
    const [owner = 0, other = 0] = await registerBuyers(pool, 2)
    buyer = owner
    await fillInAgreementDetails(pool, [owner, other])
    tokens.owner = await test.signIn(owner)
    tokens.other = await test.signIn(other)
    for (const role of ['manager', 'accountant'] as const) tokens[role] = await test.staff(role)
    await pool.query(
      `insert into cms.seller (edrpou, iban) values ('${SELLER_EDRPOU}', 'UA903052992990004149123456789')`,
    )
    const { rows } = await pool.query<{ edrpou: string }>('select edrpou from cms.companies where id = $1', [owner])
    const keyOf = (code: string, name: string) =>
      centre.issue({ subject: `/O=ТОВ/CN=${name}/organizationIdentifier=NTRUA-${code}` })
    keys = { buyer: keyOf(rows[0]?.edrpou ?? '', 'Коваль Олена'), organiser: keyOf(SELLER_EDRPOU, 'Мельник Андрій') }
    const trusted = { file: new File([new Uint8Array(centre.certificate)], 'centre.cer') }
    await sendForm(call, '/api/manager/certificates/trust', trusted, await test.staff('admin'))
  })
  afterAll(async () => {
    centre.close()
    await test.close()
  })

  async function command(path: string, body: object): Promise<Fulfilment> {
    const answered = await post(call, `/api/manager/fulfilment/${path}`, body, bearer(tokens.manager))
    const { data, code } = (await answered.json()) as { data: Fulfilment; code?: string }
    expect([path, code]).toEqual([path, undefined])
    return data
  }

  /** An agreement that was paid and shipped, with the act over all of it. */
  async function makeAct() {
    const { id } = await makeAgreement(test.db.pool, { companyId: buyer, isInForce: true })
    await command('invoices/issue', { agreement_id: id })
    await command('payments/count', {
      ...{ agreement_id: id, amount: '4560000.00', on: TODAY, note: 'By hand', received: '0.00' },
    })
    const waybill = { agreement_id: String(id), number: `A-${id}`, on: TODAY, volume: '300.000' }
    await sendForm(call, '/api/manager/fulfilment/waybills/record', waybill, tokens.manager)
    const { acts } = await command('acts/make', { agreement_id: id, is_last: true })
    return { id, act: acts[0]?.id ?? 0 }
  }
  const fileOf = (content: Buffer, name: string) => new File([new Uint8Array(content)], name)
  const pdfOf = async (act: number, lang = 'uk') => {
    const response = await call(`/storage/files/act-${act}.pdf?lang=${lang}`, { headers: bearer(tokens.owner) })
    return Buffer.from(await response.arrayBuffer())
  }
  async function send(path: string, { id, act }: { id: number; act: number }, file: File, token: string) {
    const response = await sendForm(
      call,
      `/api/${path}`,
      { agreement_id: String(id), act_id: String(act), file },
      token,
    )
    const { data, code } = (await response.json()) as { data: AgreementSigning; code?: string }
    return { code: code ?? 'signed', data }
  }
  type Made = Awaited<ReturnType<typeof makeAct>>
  const sign = (made: Made, content: Buffer, token = tokens.owner) =>
    send('cabinet/agreements/sign', made, fileOf(content, 'act.pdf.p7s'), token)
  const countersign = (made: Made, content: Buffer) =>
    send('manager/agreements/sign', made, fileOf(content, 'act.pdf.p7s'), tokens.manager)
  const read = ({ id }: Made) => command('read', { agreement_id: id })

  it('takes the buyer, then the organiser, over exactly its PDF, and what follows from it follows', async () => {
    const made = await makeAct()
    const pdf = await pdfOf(made.act)
    expect((await countersign(made, keys.organiser.sign(pdf))).code).toBe('act_awaits_buyer')
    const first = await sign(made, keys.buyer.sign(pdf))
    expect(first.data).toMatchObject({ status: 'signed_by_buyer', buyer: { verified: true }, container: null })
    expect(await read(made)).toMatchObject({ next: { side: 'organiser', action: 'sign_act' } })
    // Whatever language is asked for, the signed bytes are served.
    expect(await pdfOf(made.act, 'en')).toEqual(pdf)
    const second = await countersign(made, keys.organiser.sign(pdf))
    expect(second).toMatchObject({
      code: 'signed',
      data: {
        status: 'current',
        organiser: { verified: true },
        decision: null,
        container: `/storage/files/act-${made.act}.signed`,
      },
    })
    expect(await read(made)).toMatchObject({ stage: 'closed', acts: [{ signed: { buyer: expect.any(String) } }] })
    const container = await call(`/storage/files/act-${made.act}.signed`, { headers: bearer(tokens.owner) })
    const entries = unzipSync(new Uint8Array(await container.arrayBuffer()))
    expect(Object.values(entries).some((entry) => Buffer.from(entry).equals(pdf))).toBe(true)
    expect((await call(`/storage/files/act-${made.act}.signed`, { headers: bearer(tokens.other) })).status).toBe(404)
    const { rows } = await test.db.pool.query(
      `select body ->> 'side' as side, staff_id is not null as staff, person_id is not null as person
       from portal.fulfilment_facts where agreement_id = $1 and kind = 'act_signed' order by id`,
      [made.id],
    )
    expect(rows).toEqual([
      { side: 'buyer', staff: false, person: true },
      { side: 'organiser', staff: true, person: false },
    ])
    // The agreement itself was signed on paper.
    const own = await post(call, '/api/cabinet/agreements/signing', { agreement_id: made.id }, bearer(tokens.owner))
    expect(await own.json()).toMatchObject({ data: { buyer: null, organiser: null, paper: { name: 'scan.pdf' } } })
  })

  it('refuses a signature over another file, of another company, and of an act of another agreement', async () => {
    const made = await makeAct()
    const other = await makeAct()
    await pdfOf(made.act)
    expect((await sign(made, keys.buyer.sign(await pdfOf(other.act)))).code).toBe('signature_of_another_file')
    const signature = keys.buyer.sign(await pdfOf(made.act))
    expect((await sign(made, signature, tokens.other)).code).toBe('not_found')
    expect((await sign({ id: other.id, act: made.act }, signature)).code).toBe('not_found')
    expect((await sign({ id: made.id, act: 999_999 }, signature)).code).toBe('not_found')
    expect((await read(made)).acts).toMatchObject([{ signed: { buyer: null } }])
  })

  it('records two signatures at once as one, of which the later counts until the organiser signs', async () => {
    const made = await makeAct()
    const pdf = await pdfOf(made.act)
    const both = await Promise.all([1, 2].map(() => sign(made, keys.buyer.sign(pdf))))
    expect(both.map(({ code }) => code)).toEqual(['signed', 'signed'])
    const races = await Promise.all([1, 2].map(() => countersign(made, keys.organiser.sign(pdf))))
    expect(races.map(({ code }) => code === 'signed').sort()).toEqual([false, true])
    const { rows } = await test.db.pool.query(
      `select (select count(*)::integer from portal.fulfilment_facts where agreement_id = $1 and kind = 'act_signed') as facts,
         (select count(*)::integer from portal.agreement_signatures where act_id = $2) as signatures`,
      [made.id, made.act],
    )
    expect(rows).toEqual([{ facts: 2, signatures: 2 }])
    expect((await sign(made, keys.buyer.sign(pdf))).code).toBe('agreement_closed')
  })

  it('refuses a cancelled act, and keeps one that both signed', async () => {
    const made = await makeAct()
    const pdf = await pdfOf(made.act)
    expect((await sign(made, keys.buyer.sign(pdf))).code).toBe('signed')
    await command('acts/cancel', { agreement_id: made.id, act_id: made.act, reason: 'Wrong volume' })
    expect((await countersign(made, keys.organiser.sign(pdf))).code).toBe('act_not_found')
    expect((await sign(made, keys.buyer.sign(pdf))).code).toBe('act_not_found')
    const { acts } = await command('acts/make', { agreement_id: made.id, is_last: false })
    const again = { id: made.id, act: acts.at(-1)?.id ?? 0 }
    const scan = fileOf(await pdfOf(again.act), 'Скан.pdf')
    expect(await send('manager/agreements/mark-signed', again, scan, tokens.manager)).toMatchObject({
      data: { status: 'current', paper: { name: 'Скан.pdf' }, container: null },
    })
    const cancelled = await post(
      call,
      '/api/manager/fulfilment/acts/cancel',
      { agreement_id: again.id, act_id: again.act, reason: 'Too late' },
      bearer(tokens.manager),
    )
    expect(await cancelled.json()).toMatchObject({ code: 'act_in_force' })
  })

  it('records how a manager checked what the portal could not verify', async () => {
    const made = await makeAct()
    const pdf = await pdfOf(made.act)
    const stranger = centre.issue({ subject: '/O=ТОВ/CN=Хтось/organizationIdentifier=NTRUA-11111111' })
    const doubted = await sign(made, stranger.sign(pdf))
    expect(doubted.data.buyer).toMatchObject({ verified: false })
    expect((await countersign(made, keys.organiser.sign(pdf))).code).toBe('signature_check_needed')
    expect((await read(made)).acts).toMatchObject([{ in_force_at: null }])
    const form = {
      ...{ agreement_id: String(made.id), act_id: String(made.act), check_how: 'czo.gov.ua/verify', check_on: TODAY },
      file: fileOf(keys.organiser.sign(pdf), 'act.pdf.p7s'),
    }
    const checked = await sendForm(call, '/api/manager/agreements/sign', form, tokens.manager)
    expect(await checked.json()).toMatchObject({ data: { status: 'current', decision: { how: 'czo.gov.ua/verify' } } })
  })
})
