import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { unzipSync, zipSync } from 'fflate'
import { createSigningKey } from '@/demo/signing-key'
import type { AgreementSigning, SignedDocument } from '@/lib/contract/signatures'
import { readRelations } from '@/lib/server/auctions/related'
import { createStreamCache } from '@/lib/server/events/snapshots'
import { erasePersonalData } from '@/lib/server/personal-data/deletion'
import { kyivDate } from '@/lib/i18n/formats'
import { contextOf, draftOf } from '@/lib/server/notifications/write-email'
import { createLinkTokens } from '@/lib/server/platform/secrets'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { certificatesIn } from '@/lib/server/signatures/certificates'
import { verifySigned } from '@/lib/server/signatures/verify'
import { fillInAgreementDetails, registerBuyers, testVault } from '@/tests/support/auction-house'
import {
  containerOf,
  createCentre,
  type Identity,
  signPdf,
  timeStampOf,
  withTimeStamp,
  xadesContainer,
  xadesSignature,
  xmlSigner,
} from '@/tests/support/signing'
import { bearer, post, startTestPortal, type TestPortal, type Transport } from '@/tests/support/test-portal'

let test: TestPortal
let owner: number
let other: number
let edrpou: string
const tokens: Record<'owner' | 'other' | 'manager' | 'admin', string> = { owner: '', other: '', manager: '', admin: '' }
const centre = createCentre()
const SELLER_EDRPOU = '00135390'
const organiser = centre.issue({
  subject: `/O=Продавець/CN=Мельник Андрій/organizationIdentifier=NTRUA-${SELLER_EDRPOU}`,
})
const call: Transport = (path, init) => test.portal.api(new Request(`http://portal.internal${path}`, init))

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  const [first = 0, second = 0] = await registerBuyers(test.db.pool, 2)
  owner = first
  await fillInAgreementDetails(test.db.pool, [first, second])
  other = second
  tokens.owner = await test.signIn(first)
  tokens.other = await test.signIn(second)
  for (const role of ['manager', 'admin'] as const) tokens[role] = await test.staff(role)
  const { rows } = await test.db.pool.query<{ edrpou: string }>('select edrpou from cms.companies where id = $1', [
    owner,
  ])
  edrpou = rows[0]?.edrpou ?? ''
  await test.db.pool.query(
    `with seller as (insert into cms.seller (edrpou, tax_number, eic, iban)
       values ('00135390', '001353900000', '62X0000000000001', 'UA903052992990004149123456789') returning id)
     insert into cms.seller_locales (_parent_id, _locale, legal_name, bank, address, signatory, authority)
     select id, 'uk', 'Продавець', 'Банк', 'Полтава', 'Директор', 'Статут' from seller`,
  )
})
afterAll(async () => {
  centre.close()
  await test.close()
})

async function addAgreement(number: string, companyId = owner): Promise<number> {
  const { rows } = await test.db.pool.query<{ id: number }>(
    `with made as (
       insert into cms.agreements (number, company_id, quantity, price, sum, status, starts_on, ends_on)
       values ($1, $2, '300.000', '15200.00', '4560000.00', 'awaiting_signature', now(), now() + interval '60 days') returning id
     )
     insert into cms.agreements_locales (_parent_id, _locale, name, product) select id, 'uk', 'Договір', 'Конденсат' from made
     returning _parent_id as id`,
    [number, companyId],
  )
  return rows[0]?.id ?? 0
}

/** Changes an agreement as a manager in the back office. */
async function changeAsManager(id: number, data: Record<string, unknown>) {
  const { getCms } = await import('@/lib/server/cms/cms')
  const cms = await getCms()
  const user = (await cms.find({ collection: 'staff', where: { role: { equals: 'manager' } } })).docs[0]!
  const signedIn = { ...user, collection: 'staff' } as const
  return cms.update({ collection: 'agreements', id, data, user: signedIn, overrideAccess: false })
}

const markSignedOnPaper = async (id: number) =>
  sendForm(
    '/api/manager/agreements/mark-signed',
    { agreement_id: String(id), file: fileOf(await pdfOf(id), 'Скан.pdf') },
    tokens.manager,
  )

async function sendForm(path: string, fields: Record<string, string | File>, token: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const encoded = new Response(form)
  const body = await encoded.arrayBuffer()
  const type = encoded.headers.get('content-type') ?? ''
  const response = await call(path, {
    method: 'POST',
    body,
    headers: { 'content-type': type, 'content-length': String(body.byteLength), ...bearer(token) },
  })
  return {
    status: response.status,
    body: (await response.json()) as { data: AgreementSigning & { id: number }; code: string },
  }
}

const fileOf = (content: Buffer, name: string) => new File([new Uint8Array(content)], name)
async function download(path: string, token: string): Promise<Buffer> {
  const response = await call(path, { headers: bearer(token) })
  expect([path, response.status]).toEqual([path, 200])
  return Buffer.from(await response.arrayBuffer())
}
const sign = (id: number, content: Buffer, name = 'agreement.pdf.p7s', token = tokens.owner) =>
  sendForm('/api/cabinet/agreements/sign', { agreement_id: String(id), file: fileOf(content, name) }, token)
const countersign = (
  id: number,
  content: Buffer,
  check: { check_how?: string; check_on?: string; check_of?: string } = {},
) =>
  sendForm(
    '/api/manager/agreements/sign',
    { agreement_id: String(id), file: fileOf(content, 'a.p7s'), ...check },
    tokens.manager,
  )
/** What a manager states about signatures that the portal could not verify. */
const manualCheck = () => ({ check_how: 'czo.gov.ua/verify: дійсний', check_on: kyivDate(new Date()) })
const pdfOf = (id: number, lang = 'uk') => download(`/storage/files/agreement-${id}.pdf?lang=${lang}`, tokens.owner)
const buyers = new Map<string, Identity>()
function buyerOf(code: string): Identity {
  const buyer =
    buyers.get(code) ??
    centre.issue({ subject: `/O=ТОВ Покупець/CN=Коваль Олена/organizationIdentifier=NTRUA-${code}` })
  buyers.set(code, buyer)
  return buyer
}

describe('signed documents (R15.1)', () => {
  it('are shown with files, signers and verdicts, which depend on the trusted certificates', async () => {
    const signature = centre.issue().sign(Buffer.from('charter'), { attached: true })
    const uploaded = await sendForm(
      '/api/documents/upload',
      { kind: 'charter', file: fileOf(signature, 'Статут.txt.p7s') },
      tokens.owner,
    )
    expect(uploaded.status).toBe(200)
    const { id } = uploaded.body.data
    const read = async (path: string, token: string) => {
      const response = await post(call, path, { id }, bearer(token))
      return { status: response.status, ...((await response.json()) as { data: SignedDocument }) }
    }
    expect((await read('/api/documents/signatures', tokens.other)).status).toBe(404)
    for (const [path, token] of [
      ['/api/documents/signatures', tokens.owner],
      ['/api/manager/documents/signatures', tokens.manager],
    ] as const)
      expect(await read(path, token)).toMatchObject({
        status: 200,
        data: {
          problem: null,
          form: 'attached',
          files: [{ name: 'Статут.txt' }],
          signatures: [{ verdict: 'signer_unchecked', signer: { edrpou: '42795490' }, edrpou: 'different' }],
        },
      })

    const trust = (file: Buffer) =>
      sendForm('/api/manager/certificates/trust', { file: fileOf(file, 'root.cer') }, tokens.admin)
    expect((await trust(Buffer.from('hello'))).body.code).toBe('certificates_unreadable')
    expect((await trust(centre.certificate)).body.data).toEqual({ added: 1, known: 0 })
    expect((await trust(centre.certificate)).body.data).toEqual({ added: 0, known: 1 })
    const pem = `-----BEGIN CERTIFICATE-----\n${centre.certificate.toString('base64')}\n-----END CERTIFICATE-----\n`
    expect((await trust(Buffer.from(pem.repeat(20)))).body.data).toEqual({ added: 0, known: 20 })
    expect((await trust(Buffer.from(pem.repeat(1_001)))).body.code).toBe('certificates_unreadable')
    const verdict = async () => (await read('/api/documents/signatures', tokens.owner)).data.signatures[0]?.verdict
    expect(await verdict()).toBe('verified')
    const trusted = await post(call, '/api/manager/certificates/trusted', {}, bearer(tokens.admin))
    const [root] = ((await trusted.json()) as { data: { list: { id: number }[] } }).data.list
    await post(call, '/api/manager/certificates/distrust', { id: root!.id }, bearer(tokens.admin))
    expect(await verdict()).toBe('signer_unchecked')
    expect((await trust(centre.certificate)).body.data).toEqual({ added: 1, known: 0 })
  })

  it.each([
    [
      'file_archive_names_refused',
      'a container with a path outside of it',
      () => containerOf({ 'a.pdf': Buffer.from('a') }, (each) => organiser.sign(each), { '../b': new Uint8Array(1) }),
    ],
    [
      'file_archive_too_large',
      'a container that unpacks to a huge size',
      () =>
        containerOf({ 'a.pdf': Buffer.from('a') }, (each) => organiser.sign(each), {
          b: new Uint8Array(130 * 1024 * 1024),
        }),
    ],
    [
      'file_archive_refused',
      'a container with something unknown',
      () => containerOf({ 'a.pdf': Buffer.from('a') }, (each) => organiser.sign(each), { b: new Uint8Array(100) }),
    ],
  ])('are refused with %s as %s', async (code, _what, make) => {
    const { body } = await sendForm(
      '/api/documents/upload',
      { kind: 'other', file: fileOf(make(), 'a.asice') },
      tokens.owner,
    )
    expect(body.code).toBe(code)
  })
})

/** A signature that names a hash function that is not supported. */
function withUnknownHash(signature: Buffer): Buffer {
  const sha256 = '608648016503040201'
  return Buffer.from(signature.toString('hex').replaceAll(sha256, '608648016503040208'), 'hex')
}

describe('signing an agreement (R15.2)', () => {
  it('by the buyer and then the organiser brings it into force, with a container of both signatures', async () => {
    const id = await addAgreement('15/1')
    const pdf = await pdfOf(id)
    expect((await countersign(id, organiser.sign(pdf))).body.code).toBe('agreement_awaits_buyer')
    const signed = await sign(id, buyerOf(edrpou).sign(pdf))
    expect(signed.body.data).toMatchObject({
      status: 'signed_by_buyer',
      buyer: { document: { form: 'detached', signatures: [{ verdict: 'verified', edrpou: 'same' }] } },
      container: null,
    })
    expect((await countersign(id, organiser.sign(Buffer.from('another')))).body.code).toBe('signature_of_another_file')
    const both = await countersign(id, organiser.sign(pdf, { attached: true }))
    expect(both.body.data).toMatchObject({ status: 'current', container: `/storage/files/agreement-${id}.signed` })
    expect((await sign(id, buyerOf(edrpou).sign(pdf))).body.code).toBe('agreement_already_signed')
    // The signed file is served unchanged, in every language and after every edit.
    await test.db.pool.query(`update cms.agreements set deposit = '1.00' where id = $1`, [id])
    expect((await pdfOf(id, 'en')).equals(pdf)).toBe(true)

    const container = await download(`/storage/files/agreement-${id}.signed`, tokens.owner)
    expect(Object.keys(unzipSync(container))).toEqual(['mimetype', 'agreement-15-1.pdf', 'META-INF/signature.p7s'])
    const verification = await verifySigned({ name: 'a.asics', content: container }, [], {
      trusted: certificatesIn(centre.certificate),
      now: new Date(),
    })
    expect(verification).toMatchObject({ ok: true, signatures: [{ verdict: 'verified' }, { verdict: 'verified' }] })
    const forbidden = await call(`/storage/files/agreement-${id}.signed`, { headers: bearer(tokens.other) })
    expect(forbidden.status).toBe(404)
    const emails = await test.db.pool.query<{ kind: string; company_id: number | null }>(
      `select kind, company_id from portal.outbox where kind like 'agreement_%' order by id`,
    )
    expect(emails.rows).toEqual([
      { kind: 'agreement_signed', company_id: null },
      { kind: 'agreement_in_force', company_id: owner },
    ])
  })

  it('accepts DSTU 4145 and ASiC-E, with a warning about another company’s key', async () => {
    const id = await addAgreement('15/2')
    const pdf = await pdfOf(id, 'en')
    const key = createSigningKey(
      { company: 'ФОП', edrpou: '', surname: 'Коваль', givenName: 'Олена' },
      new Date(Date.now() - 60_000),
    )
    const first = await sign(id, key.sign(pdf, { at: new Date() }))
    expect(first.body.data.buyer?.document.signatures).toMatchObject([{ verdict: 'centre_unknown', edrpou: 'missing' }])
    const container = containerOf({ 'Договір.pdf': pdf }, (manifest) => buyerOf('00135390').sign(manifest))
    const second = await sign(id, container, 'a.asice')
    expect(second.body.data.buyer?.document.signatures).toMatchObject([{ verdict: 'verified', edrpou: 'different' }])
    const files = await test.db.pool.query<{ name: string; counts: boolean }>(
      `select file.name, deleted_at is null as counts from portal.files file join cms.agreements agreement on agreement.id = $1
       where kind = 'agreement_signature' and uploaded_at >= agreement.created_at order by file.id`,
      [id],
    )
    expect(files.rows).toEqual([
      { name: 'agreement.pdf.p7s', counts: false },
      { name: 'a.asice', counts: true },
    ])
    const replaced = await test.db.pool.query(
      `select from portal.file_contents content join portal.files file on file.id = content.file_id where file.deleted_at is not null`,
    )
    expect(replaced.rowCount).toBe(0)
    expect((await countersign(id, organiser.sign(pdf))).body.code).toBe('signature_check_needed')
    await countersign(id, organiser.sign(pdf), manualCheck())
    const packed = unzipSync(await download(`/storage/files/agreement-${id}.signed`, tokens.manager))
    expect(Object.keys(packed)).toEqual(['agreement-15-2.pdf', 'buyer.asice', 'organiser.p7s', 'signature-check.txt'])
  })

  it('is refused with a file that is not a valid signature of its PDF', async () => {
    const id = await addAgreement('15/3')
    const other = await addAgreement('15/4')
    const pdf = await pdfOf(id)
    const key = buyerOf(edrpou)
    const attached = key.sign(pdf, { attached: true })
    attached[attached.length - 3] = (attached[attached.length - 3] ?? 0) ^ 1
    for (const [code, content] of [
      ['signature_of_another_file', key.sign(await pdfOf(other))],
      ['signature_of_another_file', key.sign(await pdfOf(other), { attached: true })],
      [
        'signature_of_another_file',
        containerOf({ 'a.txt': Buffer.from('x') }, (each) => key.sign(each), { 'b.pdf': new Uint8Array(pdf) }),
      ],
      ['signature_wrong', attached],
      ['signature_unverifiable', withUnknownHash(key.sign(pdf))],
      ['signature_missing_in_pdf', pdf],
      ['signature_missing_in_archive', Buffer.from(zipSync({ 'a.pdf': new Uint8Array(pdf) }))],
      ['signature_expected', Buffer.from('hello')],
    ] as const)
      expect([code, (await sign(id, content)).body.code]).toEqual([code, code])
    expect((await sign(id, key.sign(pdf), 'a.p7s', tokens.other)).body.code).toBe('not_found')
    const state = await test.db.pool.query('select from portal.agreement_signatures where agreement_id = $1', [id])
    expect(state.rowCount).toBe(0)
  })

  it('is refused if the agreement was changed after the download', async () => {
    const id = await addAgreement('15/5')
    const pdf = await pdfOf(id)
    await test.db.pool.query(`update cms.agreements set deposit = '5000.00' where id = $1`, [id])
    expect((await sign(id, buyerOf(edrpou).sign(pdf))).body.code).toBe('signature_of_another_file')
  })

  it('on paper is recorded by a manager with the scan', async () => {
    const id = await addAgreement('15/6')
    const scan = fileOf(await pdfOf(id), 'Скан.pdf')
    const fields = { agreement_id: String(id), file: scan }
    const marked = await sendForm('/api/manager/agreements/mark-signed', fields, tokens.manager)
    expect(marked.body.data).toMatchObject({ status: 'current', paper: { name: 'Скан.pdf' }, container: null })
    const emails = await test.db.pool.query<{ payload: object }>(
      `select payload from portal.outbox where kind = 'agreement_in_force' and payload ->> 'agreement_id' = $1`,
      [id],
    )
    // The email promises the scan, not a PDF with signatures.
    expect(emails.rows).toEqual([{ payload: { agreement_id: id, number: '15/6', paper: true } }])
    const again = await sendForm('/api/manager/agreements/mark-signed', fields, tokens.manager)
    expect(again.body.code).toBe('agreement_already_signed')
    const listed = await post(call, '/api/cabinet/agreements', { lang: 'uk' }, bearer(tokens.owner))
    const { data } = (await listed.json()) as { data: { list: { id: number; status: string }[] } }
    expect(data.list.find((each) => each.id === id)?.status).toBe('current')
  })

  it('cannot be replaced by setting the status', async () => {
    const id = await addAgreement('15/8')
    const setCurrent = () => changeAsManager(id, { status: 'current' })
    await expect(setCurrent()).rejects.toMatchObject({ data: { errors: [{ path: 'status' }] } })
    await markSignedOnPaper(id)
    await test.db.pool.query(`update cms.agreements set status = 'archived' where id = $1`, [id])
    expect(await setCurrent()).toMatchObject({ status: 'current' })
  })

  it('has no status by hand that contradicts its signatures', async () => {
    const id = await addAgreement('15/13')
    const refused = { data: { errors: [{ path: 'status' }] } }
    await expect(changeAsManager(id, { status: 'signed_by_buyer' })).rejects.toMatchObject(refused)
    await sign(id, buyerOf(edrpou).sign(await pdfOf(id)))
    await expect(changeAsManager(id, { status: 'awaiting_signature' })).rejects.toMatchObject(refused)
    expect(await changeAsManager(id, { status: 'archived' })).toMatchObject({ status: 'archived' })
    await expect(changeAsManager(id, { status: 'awaiting_signature' })).rejects.toMatchObject(refused)
    expect(await changeAsManager(id, { status: 'signed_by_buyer' })).toMatchObject({ status: 'signed_by_buyer' })
  })

  it('is refused until its days and the details of both parties are complete (R15.3)', async () => {
    await test.db.pool.query(`update cms.seller set iban = null`)
    await test.db.pool.query(`update cms.companies set bank = null, tax_number = null where id = $1`, [owner])
    const id = await addAgreement('15/9')
    await test.db.pool.query('update cms.agreements set starts_on = null, ends_on = null where id = $1', [id])
    const unfinished = await pdfOf(id)
    const missing = async (side: 'cabinet' | 'manager', token: string) => {
      const response = await post(call, `/api/${side}/agreements/signing`, { agreement_id: id }, bearer(token))
      return ((await response.json()) as { data: AgreementSigning }).data.missing
    }
    expect(await missing('cabinet', tokens.owner)).toEqual([
      'starts_on',
      'ends_on',
      'seller_iban',
      'buyer_tax_number',
      'buyer_bank',
    ])
    const refused = { status: 409, body: { code: 'agreement_incomplete' } }
    expect(await sign(id, buyerOf(edrpou).sign(unfinished))).toMatchObject(refused)
    expect(await markSignedOnPaper(id)).toMatchObject(refused)

    await test.db.pool.query(`update cms.seller set iban = 'UA903052992990004149123456789'`)
    expect(await missing('manager', tokens.manager)).toEqual(['starts_on', 'ends_on', 'buyer_tax_number', 'buyer_bank'])
    const details = { tax_number: ' – ', bank: 'АТ «Банк»' }
    expect((await post(call, '/api/profile/update', details, bearer(tokens.owner))).status).toBe(200)
    expect(await missing('manager', tokens.manager)).toEqual(['starts_on', 'ends_on'])
    await changeAsManager(id, { starts_on: '2026-11-25T10:00:00.000Z', ends_on: '2027-01-25T10:00:00.000Z' })
    expect(await missing('manager', tokens.manager)).toEqual([])
    expect((await sign(id, buyerOf(edrpou).sign(unfinished))).body.code).toBe('signature_of_another_file')
    expect((await sign(id, buyerOf(edrpou).sign(await pdfOf(id)))).status).toBe(200)
  })

  it('freezes the terms (R15.3)', async () => {
    const id = await addAgreement('15/10')
    const { getCms } = await import('@/lib/server/cms/cms')
    const { createLocalReq, docAccessOperation } = await import('payload')
    const cms = await getCms()
    const user = (await cms.find({ collection: 'staff', where: { role: { equals: 'manager' } } })).docs[0]!
    const editable = async () => {
      const req = await createLocalReq({ user: { ...user, collection: 'staff' } }, cms)
      const { fields } = await docAccessOperation({ id, collection: cms.collections.agreements, req })
      const isEditable = (name: string) =>
        fields === true || Boolean((fields as Record<string, { update?: unknown }>)[name]?.update)
      return ['name', 'product', 'deposit', 'starts_on', 'ends_on', 'status'].filter(isEditable)
    }
    await changeAsManager(id, { deposit: '100.00' })
    expect(await editable()).toEqual(['name', 'product', 'deposit', 'starts_on', 'ends_on', 'status'])
    await sign(id, buyerOf(edrpou).sign(await pdfOf(id)))
    expect(await editable()).toEqual(['status'])
    for (const [path, value] of [
      ['name', 'Інший'],
      ['product', 'Інший'],
      ['deposit', '200.00'],
      ['starts_on', '2026-01-01T10:00:00.000Z'],
      ['ends_on', '2030-01-01T10:00:00.000Z'],
    ] as const)
      await expect(changeAsManager(id, { [path]: value })).rejects.toMatchObject({
        status: 409,
        data: { code: 'agreement_terms_signed', errors: [{ path }] },
      })
    expect(await changeAsManager(id, { deposit: '100.00', status: 'archived' })).toMatchObject({ status: 'archived' })
  })

  it('by the organiser does not count towards the buyer’s quota of uploads', async () => {
    const id = await addAgreement('15/12')
    const pdf = await pdfOf(id)
    await sign(id, buyerOf(edrpou).sign(pdf))
    await test.db.pool.query(
      `insert into portal.files (company_id, kind, name, media_type, bytes, sha256)
       select $1, 'full', 'full.pdf', 'application/pdf', 1, sha256('x') from generate_series(1, 300)`,
      [owner],
    )
    try {
      expect((await countersign(id, organiser.sign(pdf))).status).toBe(200)
    } finally {
      await test.db.pool.query(`delete from portal.files where kind = 'full'`)
    }
  })

  it('is accepted once if sent twice concurrently', async () => {
    const id = await addAgreement('15/7')
    const pdf = await pdfOf(id)
    await sign(id, buyerOf(edrpou).sign(pdf))
    const codes = (await Promise.all([1, 2].map(() => countersign(id, organiser.sign(pdf))))).map(
      ({ status }) => status,
    )
    expect(codes.sort()).toEqual([200, 409])
  })
})

/** What the buyer’s pages, the manager’s pages and the emails say of an agreement. */
async function saidOf(id: number) {
  const read = async <Data>(path: string, body: object, token: string) =>
    ((await (await post(call, path, body, bearer(token))).json()) as { data: Data }).data
  const listed = await read<{ list: { id: number; status: string; signatures: string | null }[] }>(
    '/api/cabinet/agreements',
    { lang: 'uk' },
    tokens.owner,
  )
  const company = await read<{ agreements: { id: number; signatures: string | null }[] }>(
    '/api/manager/accounts/get',
    { company_id: owner, lang: 'uk' },
    tokens.manager,
  )
  const mine = listed.list.find((each) => each.id === id)
  expect(company.agreements.find((each) => each.id === id)?.signatures).toBe(mine?.signatures)
  const emails = await test.db.pool.query<{ kind: string; payload: { verified?: boolean } }>(
    `select kind, payload from portal.outbox where payload ->> 'agreement_id' = $1 order by id`,
    [id],
  )
  const { getCms } = await import('@/lib/server/cms/cms')
  const cms = await getCms()
  // As the list of the back office reads it.
  const { docs } = await cms.find({ collection: 'agreements', where: { id: { equals: id } }, select: { status: true } })
  expect(docs).toMatchObject([{ status: mine?.status, signatures: mine?.signatures }])
  return {
    status: mine?.status,
    signatures: mine?.signatures,
    signing: await read<AgreementSigning>('/api/manager/agreements/signing', { agreement_id: id }, tokens.manager),
    emails: emails.rows,
  }
}

/** The words of the email to the buyer once the agreement is in force, in Ukrainian. */
async function emailsWords(id: number): Promise<string> {
  const deps = {
    db: test.db.pool,
    streams: createStreamCache({ pool: test.db.pool, vault: testVault }),
    linkTokens: createLinkTokens(Buffer.alloc(32, 7)),
    publicUrl: 'https://portal.test',
  }
  const context = contextOf(deps, { payload: { language: 'uk' } }, null, Date.now())
  const draft = await draftOf('agreement_in_force', { agreement_id: id, number: '1', paper: false }, context)
  if ('dropped' in draft) throw new Error('the email was dropped')
  return [...draft.texts.paragraphs, draft.quoteLabel, draft.quote].join(' ')
}

const containerOfAgreement = async (id: number) =>
  unzipSync(await download(`/storage/files/agreement-${id}.signed`, tokens.owner))

describe('an agreement (R15.2)', () => {
  it('signed with a PDF is in force by verified signatures', async () => {
    const id = await addAgreement('16/1')
    const pdf = await pdfOf(id)
    const signed = await signPdf(pdf, { sign: (content) => buyerOf(edrpou).sign(content) })
    expect((await sign(id, signed, 'agreement.pdf')).status).toBe(200)
    expect(await saidOf(id)).toMatchObject({
      status: 'signed_by_buyer',
      signatures: 'verified',
      signing: { buyer: { verified: true, document: { form: 'pdf', signatures: [{ verdict: 'verified' }] } } },
      emails: [{ kind: 'agreement_signed', payload: { verified: true } }],
    })
    // The organiser may sign the buyer's PDF again.
    const both = await signPdf(signed, { sign: (content) => organiser.sign(content) })
    expect((await countersign(id, both)).body.code).toBe(undefined)
    expect(await saidOf(id)).toMatchObject({ status: 'current', signatures: 'verified', signing: { decision: null } })
    const packed = await containerOfAgreement(id)
    expect(Object.keys(packed)).toEqual(['agreement-16-1.pdf', 'buyer.pdf', 'organiser.pdf'])
    expect(Buffer.from(packed['buyer.pdf']!).equals(signed)).toBe(true)
  })

  it('is not signed by a PDF that only begins as it does', async () => {
    const id = await addAgreement('16/2')
    const pdf = await pdfOf(id)
    const key = buyerOf(edrpou)
    const edit = (texts: { catalog: string; page: string }) => ({
      ...texts,
      page: texts.page.replace('/Type /Page', '/Type /Page /Rotate 180'),
    })
    for (const [code, options] of [
      ['signature_of_changed_pdf', { edit }],
      ['signature_of_changed_pdf', { rectangle: '0 0 500 500' }],
    ] as const) {
      const signed = await signPdf(pdf, { sign: (content) => key.sign(content), ...options })
      expect((await sign(id, signed, 'a.pdf')).body.code).toBe(code)
    }
    const later = await signPdf(await signPdf(pdf, { sign: (content) => key.sign(content) }), {
      sign: (content) => key.sign(content),
      edit,
    })
    expect((await sign(id, later, 'a.pdf')).body.code).toBe('signature_of_changed_pdf')
    const other = await pdfOf(await addAgreement('16/3'))
    const foreign = await signPdf(other, { sign: (content) => key.sign(content) })
    expect((await sign(id, foreign, 'a.pdf')).body.code).toBe('signature_of_another_file')
  })

  it('signed with XML signatures is in force by verified signatures', async () => {
    const id = await addAgreement('16/4')
    const files = { 'Договір.pdf': await pdfOf(id) }
    const container = (signer: Identity) => xadesContainer(files, [xadesSignature(files, xmlSigner(signer))])
    expect((await sign(id, container(buyerOf(edrpou)), 'a.asice')).status).toBe(200)
    expect((await countersign(id, container(organiser))).status).toBe(200)
    expect(await saidOf(id)).toMatchObject({
      status: 'current',
      signatures: 'verified',
      signing: { decision: null, organiser: { verified: true } },
      emails: [{ payload: { verified: true } }, { kind: 'agreement_in_force' }],
    })
    expect(Object.keys(await containerOfAgreement(id))).toEqual([
      'agreement-16-4.pdf',
      'buyer.asice',
      'organiser.asice',
    ])
  })

  it('signed with DSTU 4145 of an unknown centre needs a manager’s recorded check', async () => {
    const id = await addAgreement('16/5')
    const pdf = await pdfOf(id)
    const key = createSigningKey(
      { company: 'ТОВ', edrpou, surname: 'Коваль', givenName: 'Олена' },
      new Date(Date.now() - 60_000),
    )
    expect((await sign(id, key.sign(pdf, { at: new Date() }))).status).toBe(200)
    expect(await saidOf(id)).toMatchObject({
      status: 'signed_by_buyer',
      signatures: 'unverified',
      signing: {
        buyer: { verified: false, document: { signatures: [{ verdict: 'centre_unknown', edrpou: 'same' }] } },
      },
      emails: [{ kind: 'agreement_signed', payload: { verified: false } }],
    })
    const today = kyivDate(new Date())
    for (const [code, check] of [
      ['signature_check_needed', {}],
      ['signature_check_needed', { check_on: today }],
      ['signature_check_needed', { check_how: 'so' }],
      ['invalid_input', { check_how: '  ', check_on: today }],
      ['invalid_input', { check_how: 'so', check_on: 'today' }],
      ['signature_check_day_wrong', { check_how: 'so', check_on: '2020-01-01' }],
      ['signature_check_day_wrong', { check_how: 'so', check_on: '2999-01-01' }],
    ] as const)
      expect([code, (await countersign(id, organiser.sign(pdf), check)).body.code]).toEqual([code, code])
    const { url: seen } = (await saidOf(id)).signing.buyer!
    expect((await sign(id, key.sign(pdf, { at: new Date() }))).status).toBe(200)
    const stale = await countersign(id, organiser.sign(pdf), { ...manualCheck(), check_of: seen })
    expect([stale.status, stale.body.code]).toEqual([409, 'signature_replaced'])
    const { url: replaced } = (await saidOf(id)).signing.buyer!
    const checked = { ...manualCheck(), check_of: replaced }
    expect((await countersign(id, organiser.sign(pdf), checked)).status).toBe(200)
    const said = await saidOf(id)
    expect(said).toMatchObject({
      status: 'current',
      signatures: 'checked',
      signing: { decision: { how: 'czo.gov.ua/verify: дійсний', checked_on: today, by: expect.any(String) } },
    })
    const words = await emailsWords(id)
    for (const word of ['Портал не зміг перевірити', said.signing.decision?.by, 'czo.gov.ua/verify: дійсний'])
      expect(words).toContain(word)
    const journal = await test.db.pool.query<{ action: string; details: object }>(
      'select action, details from portal.audit where subject = $1 order by id',
      [`agreements:${id}`],
    )
    expect(journal.rows).toMatchObject([
      {
        action: 'agreement_signature_checked',
        details: { reason: `${today}: czo.gov.ua/verify: дійсний`, sides: ['buyer'] },
      },
      { action: 'agreement_signed', details: { verdicts: ['verified'] } },
    ])
    const packed = await containerOfAgreement(id)
    expect(Object.keys(packed)).toEqual(['agreement-16-5.pdf', 'buyer.p7s', 'organiser.p7s', 'signature-check.txt'])
    expect(Buffer.from(packed['signature-check.txt']!).toString()).toContain('czo.gov.ua/verify: дійсний')
  })

  it('signed with an expired certificate and a good time stamp is verified, and without the stamp is not', async () => {
    const id = await addAgreement('16/6')
    const pdf = await pdfOf(id)
    // Printed long ago: a stamp cannot be older.
    await test.db.pool.query('alter table portal.agreement_prints disable trigger unchangeable')
    await test.db.pool.query(`update portal.agreement_prints set printed_at = '2026-03-01' where agreement_id = $1`, [
      id,
    ])
    await test.db.pool.query('alter table portal.agreement_prints enable trigger unchangeable')
    const key = centre.issue({
      subject: `/O=ТОВ/CN=Коваль Олена/organizationIdentifier=NTRUA-${edrpou}`,
      to: '20260401000000Z',
    })
    const authority = centre.issue({ use: 'timeStamping', subject: '/CN=Позначки часу' })
    // The centre of the tests is made today; both are trusted as they are.
    const trust = await Promise.all(
      [key, authority].map(({ certificate }) =>
        sendForm('/api/manager/certificates/trust', { file: fileOf(certificate, 'a.cer') }, tokens.admin),
      ),
    )
    expect(trust.map(({ status }) => status)).toEqual([200, 200])
    const message = key.sign(pdf, { without: 'attributes' })
    const at = new Date('2026-03-20T10:00:00Z')
    expect((await sign(id, message)).status).toBe(200)
    expect(await saidOf(id)).toMatchObject({
      signatures: 'unverified',
      signing: { buyer: { document: { signatures: [{ verdict: 'certificate_expired' }] } } },
    })
    const stamped = withTimeStamp(message, (value) => timeStampOf(authority, value, at))
    expect((await sign(id, stamped)).status).toBe(200)
    expect(await saidOf(id)).toMatchObject({
      status: 'signed_by_buyer',
      signatures: 'verified',
      signing: {
        buyer: {
          document: {
            signatures: [
              {
                verdict: 'verified',
                time_stamp: { at: at.toISOString(), authority: 'Позначки часу', verdict: 'trusted' },
              },
            ],
          },
        },
      },
      emails: [{ payload: { verified: false } }, { payload: { verified: true } }],
    })
    expect((await countersign(id, organiser.sign(pdf))).status).toBe(200)
    const packed = await containerOfAgreement(id)
    expect(Object.keys(packed)).toEqual(['mimetype', 'agreement-16-6.pdf', 'META-INF/signature.p7s'])
    const verification = await verifySigned({ name: 'a.asics', content: Buffer.from(zipSync(packed)) }, [], {
      trusted: [centre, key, authority].flatMap(({ certificate }) => certificatesIn(certificate)),
      now: new Date(),
    })
    expect(verification).toMatchObject({ signatures: [{ verdict: 'verified' }, { verdict: 'verified' }] })
  })

  it('is taken from an archive of the PDF and its signature', async () => {
    const id = await addAgreement('16/7')
    const pdf = await pdfOf(id)
    const archive = zipSync({
      'Договір.pdf': new Uint8Array(pdf),
      'Договір.pdf.p7s': new Uint8Array(buyerOf(edrpou).sign(pdf)),
    })
    expect((await sign(id, Buffer.from(archive), 'Договір.zip')).body.data).toMatchObject({
      buyer: { verified: true, document: { form: 'archive' } },
    })
    expect((await countersign(id, organiser.sign(pdf))).status).toBe(200)
    expect(Object.keys(await containerOfAgreement(id))).toEqual(['agreement-16-7.pdf', 'buyer.zip', 'organiser.p7s'])
  })

  it('is signed by nobody without a certificate or by a wrong value, in every form', async () => {
    const id = await addAgreement('16/8')
    const pdf = await pdfOf(id)
    const key = buyerOf(edrpou)
    const files = { 'a.pdf': pdf }
    const random = { ...xmlSigner(key), sign: () => Buffer.alloc(64, 7) }
    const anonymous = (content: Buffer, attached = false) => key.sign(content, { attached, without: 'certificate' })
    for (const [code, content] of [
      ['signature_without_certificate', anonymous(pdf)],
      ['signature_without_certificate', anonymous(pdf, true)],
      ['signature_without_certificate', containerOf(files, (manifest) => anonymous(manifest))],
      ['signature_without_certificate', await signPdf(pdf, { sign: (content: Buffer) => anonymous(content) })],
      ['signature_without_certificate', xadesContainer(files, [xadesSignature(files, random, { certificate: null })])],
      ['signature_wrong', xadesContainer(files, [xadesSignature(files, random)])],
    ] as const)
      expect([code, (await sign(id, content)).body.code]).toEqual([code, code])
  })

  it('is never countersigned by an unverifiable signature of the organiser', async () => {
    const id = await addAgreement('16/9')
    const pdf = await pdfOf(id)
    await sign(id, buyerOf(edrpou).sign(pdf))
    const old = centre.issue({ from: '20210101000000Z', to: '20220101000000Z' })
    for (const content of [organiser.sign(pdf, { digest: 'sha1', attached: true }), old.sign(pdf)])
      expect((await countersign(id, content, manualCheck())).body.code).toBe('own_signature_unverified')
    const foreign = buyerOf('99900022').sign(pdf)
    expect((await countersign(id, foreign)).body.code).toBe('signature_check_needed')
    expect((await countersign(id, foreign, manualCheck())).status).toBe(200)
    expect((await saidOf(id)).signatures).toBe('checked')
  })
})

describe('companies (R14.4)', () => {
  const signatories = async () =>
    ((await readRelations(test.db.pool, [owner, other])).get(owner)?.get(other) ?? [])
      .filter(({ what }) => what === 'signatory')
      .map(({ value }) => value)

  async function signBoth(numbers: readonly [string, string], keyOf: (code: string) => Identity) {
    const { rows } = await test.db.pool.query<{ id: number; edrpou: string }>(
      'select id, edrpou from cms.companies where id = any ($1) order by id',
      [[owner, other]],
    )
    for (const [index, { id: companyId, edrpou: code }] of rows.entries()) {
      const token = companyId === owner ? tokens.owner : tokens.other
      const id = await addAgreement(numbers[index] ?? '', companyId)
      const pdf = await download(`/storage/files/agreement-${id}.pdf?lang=uk`, token)
      expect((await sign(id, keyOf(code).sign(pdf), 'a.p7s', token)).status).toBe(200)
      expect((await countersign(id, organiser.sign(pdf), manualCheck())).status).toBe(200)
      const extract = registrar.sign(Buffer.from(`extract of ${code}`), { attached: true })
      const upload = { kind: 'other', file: fileOf(extract, 'Витяг.p7s') }
      const document = (await sendForm('/api/documents/upload', upload, token)).body.data
      await post(call, '/api/manager/documents/signatures', { id: document.id }, bearer(tokens.manager))
      await post(call, '/api/manager/agreements/signing', { agreement_id: id }, bearer(tokens.manager))
    }
  }
  const registrar = centre.issue({ subject: '/O=Реєстр/CN=Печатка реєстратора/organizationIdentifier=NTRUA-00015622' })

  it('are related by their own signatory, never by the organiser’s signature or a registrar’s seal', async () => {
    await signBoth(['17/1', '17/2'], (code) =>
      centre.issue({ subject: `/O=ТОВ/CN=Директор ${code}/organizationIdentifier=NTRUA-${code}` }),
    )
    expect(await signatories()).toEqual([])
    const person = centre.issue({ subject: '/CN=Спільний Директор' })
    await signBoth(['17/3', '17/4'], () => person)
    expect(await signatories()).toEqual(['Спільний Директор'])
  })
})

describe('after the company’s personal data is deleted', () => {
  it('an agreement keeps its signatures, and other documents lose their content and signers', async () => {
    const id = await addAgreement('15/20')
    const pdf = await pdfOf(id)
    await sign(id, buyerOf(edrpou).sign(pdf))
    await countersign(id, organiser.sign(pdf))
    const upload = { kind: 'charter', file: fileOf(buyerOf(edrpou).sign(Buffer.from('Статут')), 'Статут.p7s') }
    const { id: documentId } = (await sendForm('/api/documents/upload', upload, tokens.owner)).body.data
    await post(call, '/api/documents/signatures', { id: documentId }, bearer(tokens.owner))
    const remaining = async () => {
      const { rows } = await test.db.pool.query<{ contents: number; checks: number }>(
        `select (select count(*) from portal.file_contents where file_id = $1)::int as contents,
           (select count(*) from portal.signature_checks where file_id = $1)::int as checks`,
        [documentId],
      )
      return rows[0]
    }
    expect(await remaining()).toEqual({ contents: 1, checks: 1 })

    const { rows } = await test.db.pool.query<{ id: number }>(
      'insert into portal.deletion_requests (company_id, person_id, requested_at) select company_id, id, now() from portal.people where company_id = $1 returning id',
      [owner],
    )
    await withTransaction(test.db.pool, (client) =>
      erasePersonalData(client, { companyId: owner, requestId: rows[0]!.id, at: new Date() }),
    )
    expect(await remaining()).toEqual({ contents: 0, checks: 0 })
    const container = await download(`/storage/files/agreement-${id}.signed`, tokens.manager)
    expect(Object.keys(unzipSync(new Uint8Array(container)))).toContain('META-INF/signature.p7s')
  })
})
