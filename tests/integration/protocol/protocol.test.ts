import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Protocol, protocolEndpoints } from '@/lib/contract/protocol'
import type { Caller } from '@/lib/server/platform/call'
import { createEdge } from '@/lib/server/http/edge'
import { addFileRoutes } from '@/lib/server/http/file-routes'
import { createProtocolEndpoints, type ProtocolCapability, createProtocolSigner } from '@/lib/server/protocol/endpoints'
import QRCode from 'qrcode'
import { getDocumentProxy } from 'unpdf'
import { formatPrice } from '@/lib/i18n/formats'
import { callHandler } from '@/tests/support/call-handler'
import { apply, buyer, managerCall, publishLot } from '@/tests/support/auction-house'
import { aLot } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { findPdfAFaults, qrCodeOf, readPdf } from '@/tests/support/printed-pdf'
import { type Course, openProtocolHouse, type ProtocolHouse } from '@/tests/support/protocol-auctions'

const run = promisify(execFile)
const visitor: Caller = { kind: 'visitor' }
const staff: Caller = { kind: 'staff', staffId: 1, role: 'manager', name: 'Manager' }
const signer = createProtocolSigner([Buffer.alloc(32, 7)])
const auctions = new Map<Course, { id: number; number: number }>()
let db: TestDatabase
let house: ProtocolHouse
let capability: ProtocolCapability
let directory: string

beforeAll(async () => {
  db = await createTestDatabase()
  directory = await mkdtemp(join(tmpdir(), 'protocol-'))
  house = await openProtocolHouse(db)
  capability = openCapability()
  for (const happened of ['completed', 'disqualified', 'called_off', 'unsuccessful'] as const)
    await addAuction(happened)
})

afterAll(async () => {
  await house.close()
  await db.close()
  await rm(directory, { recursive: true, force: true })
})

function openCapability(waiting?: number): ProtocolCapability {
  return createProtocolEndpoints({
    pool: db.pool,
    streams: house.server.streams,
    signer,
    dataDir: waiting === undefined ? directory : join(directory, 'waiting'),
    clock: house.clock,
    publicUrl: 'https://portal.test',
    waiting,
  })
}

async function addAuction(happened: Course, changes = {}): Promise<{ id: number; number: number }> {
  const id = await house.runAuction(happened, changes)
  const { rows } = await db.pool.query<{ number: number }>('select number::int from cms.auctions where id = $1', [id])
  const auction = { id, number: rows[0]!.number }
  auctions.set(happened, auction)
  return auction
}

async function protocol(id: number, caller = visitor): Promise<Protocol> {
  return (
    await callHandler(protocolEndpoints.protocol, capability.handlers.protocol, { id }, caller, house.clock.now())
  ).data
}

const completed = () => auctions.get('completed')!

function file(name: string, headers: Record<string, string> = {}, caller = visitor) {
  return capability.serveFile(new Request(`http://portal.test/storage/files/${name}`, { headers }), async () => caller)
}

/** Runs the public program that checks protocols. */
async function check(content: object | string, ...options: string[]): Promise<{ code: number; output: string }> {
  const path = join(directory, 'protocol.json')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return run(process.execPath, ['scripts/check-protocol.mjs', path, ...options]).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
  )
}

it('a file is refused with Retry-After if too many are being created', async () => {
  const app = createEdge(() => new Response(null, { status: 500 }))
  const protocol = openCapability(0).serveFile
  addFileRoutes(app, { allow: async () => null, protocol } as unknown as Parameters<typeof addFileRoutes>[1])
  for (const form of ['pdf', 'json']) {
    const response = await app.request(`/storage/files/protocol-${completed().number}.${form}`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ code: 'service_unavailable', retry_after: 5 })
  }
})

describe('the protocol (R8.4)', () => {
  it('contains every application, bid, extension and decision, with participant numbers', async () => {
    const { entries, entry_count, head_hash, auction } = await protocol(completed().id)
    const kinds = entries.map(({ kind }) => kind)
    for (const kind of [
      'application_received',
      'application_confirmed',
      'started',
      'bid',
      'extended',
      'ended',
      'winners_confirmed',
      'completed',
    ]) {
      expect(kinds).toContain(kind)
    }
    expect(kinds.filter((kind) => kind === 'bid')).toHaveLength(6)
    expect([entry_count, head_hash]).toEqual([entries.length, entries.at(-1)?.hash])
    expect(auction).toMatchObject({
      ...completed(),
      state: 'completed',
      result: { participants: 3, winners: 2, volume_sold: '600.000' },
    })
    // The lot includes the seller's account for deposits, which may be public.
    expect(JSON.stringify(entries).replaceAll(/deposit_\w+/g, '')).not.toMatch(/account|edrpou|@/i)
  })

  it('contains the reason and the file hash of a disqualification, and the minimum quantity of each bid', async () => {
    const { entries } = await protocol(auctions.get('disqualified')!.id)
    const body = (kind: string) => JSON.parse(entries.find((entry) => entry.kind === kind)?.body ?? '{}') as unknown
    expect(body('winner_disqualified')).toMatchObject({
      participant: 3,
      reason: 'Ліцензію учасника анульовано',
      file_sha256: 'ab'.repeat(32),
    })
    expect(body('bid')).toMatchObject({ minimum_quantity: '10.000' })
  })

  it('is announced once to each bidder that did not win, with the result', async () => {
    const { rows } = await db.pool.query<{ company_id: number; payload: object }>(
      `select company_id, payload from portal.outbox where kind = 'auction_result' and (payload ->> 'auction_id')::int = any ($1) order by id`,
      [[completed().id, auctions.get('disqualified')!.id]],
    )
    expect(rows).toMatchObject([
      {
        company_id: house.accounts[0],
        payload: {
          outcome: 'outbid',
          volume_sold: '600.000',
          lowest_price: '14020.00',
          final_price: '14030.00',
          average_price: '14025.00',
        },
      },
      {
        company_id: house.accounts[2],
        payload: { outcome: 'disqualified', volume_sold: '600.000', lowest_price: '14010.00', final_price: '14020.00' },
      },
    ])
  })

  it('starts with the lot as announced, at the time of the announcement', async () => {
    const id = await publishLot(db.pool, aLot())
    await db.pool.query(`update portal.announcements set announced_at = '2026-11-20T07:00:00Z' where auction_id = $1`, [
      id,
    ])
    await db.pool.query(`update cms.auctions set volume = '400.000' where id = $1`, [id])
    await db.pool.query(
      `insert into cms.auctions_locales (_parent_id, _locale, title) values ($1, 'uk', 'Конденсат')`,
      [id],
    )
    const { server, clock } = house
    clock.set(Date.parse('2026-11-24T07:00:00Z'))
    await apply(
      server,
      { auctionId: id, companyId: house.accounts[0]!, at: clock.now() },
      { price: 14_000, quantity: 10 },
    )
    await db.pool.query(`update cms.auctions_locales set title = 'Газовий конденсат' where _parent_id = $1`, [id])
    await server.endpoints.manager.cancelAuction(
      { auction_id: id, reason: 'Обсяг відкликано' },
      managerCall(clock.now()),
    )
    const { entries, auction } = await protocol(id)
    expect(entries.map(({ kind }) => kind)).toEqual(['announced', 'application_received', 'lot_corrected', 'cancelled'])
    expect(entries[0]).toMatchObject({ at: '2026-11-20T07:00:00.000Z' })
    expect(entries[0]?.body).toContain('"title":"Конденсат"')
    expect(auction).toMatchObject({
      announced_at: '2026-11-20T07:00:00.000Z',
      volume: '400.000',
      texts: { uk: { title: 'Газовий конденсат' }, en: { title: 'Газовий конденсат' } },
    })
    expect(auction.numbers_changed_at).not.toBeNull()
  })

  it('states when the terms were changed, including the deposit', async () => {
    const id = await publishLot(db.pool, aLot())
    await db.pool.query(`update cms.auctions set deposit_rate = '5.00' where id = $1`, [id])
    const { rows } = await db.pool.query(`select changed_at from portal.announcements where auction_id = $1`, [id])
    expect(rows).toEqual([{ changed_at: expect.any(Date) }])
  })

  it('is not published before the auction is over', async () => {
    await expect(protocol(await publishLot(db.pool, aLot()))).rejects.toThrow('auction_not_completed')
    await expect(protocol(999_999)).rejects.toThrow('not_found')
  })

  it('is also published for cancelled and unsuccessful auctions, as JSON and PDF', async () => {
    for (const [happened, state] of [
      ['called_off', 'cancelled'],
      ['unsuccessful', 'unsuccessful'],
    ] as const) {
      const { id, number } = auctions.get(happened)!
      expect((await protocol(id)).auction).toMatchObject({ state, result: null, agreements: [] })
      const [pdf, json] = [await file(`protocol-${number}.pdf`), await file(`protocol-${number}.json`)]
      expect(pdf?.headers.get('content-type')).toBe('application/pdf')
      expect(await json?.json()).toEqual(await protocol(id))
    }
  })

  it('shows the bids of a closed auction without a result only to its participants', async () => {
    const { id, number } = await addAuction('cancelled', { visibility: 'closed' })
    const [participant, outsider] = [buyer(house.accounts[0]!), buyer(house.accounts[3]!)]
    for (const caller of [visitor, outsider]) {
      await expect(protocol(id, caller)).rejects.toThrow('forbidden')
      expect(await file(`protocol-${number}.pdf`, {}, caller)).toBeNull()
    }
    for (const caller of [participant, staff]) {
      expect((await protocol(id, caller)).auction.bids).toBe(4)
      expect((await file(`protocol-${number}.json`, {}, caller))?.headers.get('cache-control')).toBe(
        'private, no-store',
      )
    }
  })
})

describe('the program that checks a protocol', () => {
  it('accepts a valid one, as a file or as answered by the call', async () => {
    const valid = await protocol(completed().id)
    const { hash } = valid.entries[4]!
    const { code, output } = await check({ data: valid }, '--expect', `5=${hash}`, '--key', signer.publicKey)
    expect(output).toContain(`${valid.entries.length} entries, the last hash is ${valid.head_hash}`)
    expect(code).toBe(0)
  })

  it('reports faults and files that are not protocols', async () => {
    const valid = await protocol(completed().id)
    const at = valid.entries.findIndex(({ kind }) => kind === 'bid')
    const entries = valid.entries.with(at, {
      ...valid.entries[at]!,
      body: valid.entries[at]!.body.replace('14000.00', '14000.01'),
    })
    expect(await check({ ...valid, entries })).toEqual({
      code: 1,
      output: expect.stringContaining(`Entry ${at + 1} has a hash that is not that of its body`),
    })
    expect(await check(valid, '--expect', `5=${'0'.repeat(64)}`)).toEqual({
      code: 1,
      output: expect.stringContaining('Entry 5 does not have the expected hash'),
    })
    expect(await check({ hello: 1 })).toEqual({ code: 1, output: expect.stringContaining('Not a protocol') })
    expect(await check(valid, '--expect', 'five')).toEqual({ code: 2, output: expect.stringContaining('SEQ=HASH') })
  })

  it('rejects a file that contains a second protocol', async () => {
    const valid = await protocol(completed().id)
    const withReason = { ...valid, auction: { ...valid.auction, cancel_reason: 'x' } }
    const key = ['--key', signer.publicKey]
    expect(await check({ ...withReason, data: valid }, ...key)).toEqual({
      code: 1,
      output: expect.stringContaining('auction.cancel_reason is "x"'),
    })
    const twice = `{"auction":${JSON.stringify(withReason.auction)},${JSON.stringify(valid).slice(1)}`
    expect(JSON.parse(twice)).toEqual(valid)
    expect(await check(twice, ...key)).toEqual({ code: 2, output: expect.stringContaining('repeats a name') })
  })
})

describe('the printed protocol', () => {
  const pdf = (query = '', headers = {}) => file(`protocol-${completed().number}.pdf${query}`, headers)

  it('is a PDF in each language and printed once', async () => {
    const tags = new Set<string>()
    for (const lang of ['uk', 'en', 'ru']) {
      const response = await pdf(`?lang=${lang}`)
      expect(response?.headers.get('content-type')).toBe('application/pdf')
      expect(response?.headers.get('x-content-type-options')).toBe('nosniff')
      expect(
        Buffer.from(await response!.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-')
      tags.add(response!.headers.get('etag')!)
    }
    expect(tags.size).toBe(3)
    const prints = await readdir(join(directory, 'protocols'))
    await pdf('?lang=en')
    expect(await readdir(join(directory, 'protocols'))).toEqual(prints)
  })

  it('is PDF/A with a text layer, bookmarks, its language and numbered pages', async () => {
    const headings = {
      uk: [
        'Результат',
        'Лот',
        'Розподіл обсягу',
        'Найвища ціна, грн/т',
        'Ставки',
        'Перебіг аукціону',
        'Перевірка запису',
        'Підписи',
      ],
      en: ['Result', 'Lot', 'Allocation', 'Highest price, UAH/t', 'Bids', 'Auction log', 'Record check', 'Signatures'],
      ru: [
        'Результат',
        'Лот',
        'Распределение объёма',
        'Наивысшая цена, грн/т',
        'Ставки',
        'Ход аукциона',
        'Проверка записи',
        'Подписи',
      ],
    }
    const figures = {
      uk: [
        '8 415 000,00 грн',
        '1 402 500,00 грн',
        'Вісім мільйонів чотириста п’ятнадцять тисяч гривень 00 копійок',
        '14 030,00',
      ],
      en: [
        '8 415 000.00 UAH',
        '1 402 500.00 UAH',
        'Eight million four hundred fifteen thousand hryvnias and 00 kopecks',
        '14 030.00',
      ],
      ru: [
        '8 415 000,00 грн',
        '1 402 500,00 грн',
        'Восемь миллионов четыреста пятнадцать тысяч гривен 00 копеек',
        '14 030,00',
      ],
    }
    for (const lang of ['uk', 'en', 'ru'] as const) {
      const bytes = await (await pdf(`?lang=${lang}`))!.arrayBuffer()
      expect(await findPdfAFaults(bytes.slice(0))).toEqual([])
      const print = await readPdf(bytes)
      expect(print).toMatchObject({
        conformance: '2A',
        tagged: true,
        language: lang,
        bookmarks: headings[lang],
        fontsEmbedded: true,
        outputIntent: true,
      })
      expect(print.title).toContain(String(completed().number))
      for (const figure of figures[lang]) expect(print.text).toContain(figure)
      const last = print.pages.length
      expect(print.pages.at(-1)).toMatch(new RegExp(`${last} (з|of|из) ${last}`))
    }
  })

  it('draws the prices over time, with words for those who do not see the drawing', async () => {
    const bytes = await (await pdf('?lang=en'))!.arrayBuffer()
    const document = await getDocumentProxy(new Uint8Array(bytes))
    const trees = []
    for (let page = 1; page <= document.numPages; page += 1)
      trees.push(await (await document.getPage(page)).getStructTree())
    const { entries } = await protocol(completed().id)
    const prices = entries
      .filter(({ kind }) => kind === 'bid')
      .map(({ body }) => Number((JSON.parse(body) as { price: string }).price))
    const price = (value: number | undefined) => formatPrice((value ?? 0).toFixed(2), 'en')
    const words = `Highest price, UAH/t: from ${price(prices[0])} to ${price(Math.max(...prices))}`
    expect(JSON.stringify(trees)).toContain(words)
  })

  it('contains the record’s hash, as text and as a QR code that links to the check', async () => {
    const { head_hash } = await protocol(completed().id)
    const bytes = await (await pdf('?lang=en'))!.arrayBuffer()
    const address = `https://portal.test/storage/files/protocol-${completed().number}.txt?head=${head_hash}&lang=en`
    const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' })
    expect(qrCodeOf(bytes)).toBe(Array.from(modules.data, (dark) => (dark ? '1' : '0')).join(''))
    const { text } = await readPdf(bytes)
    expect(text).toContain(head_hash)
    expect(text.replaceAll(' ', '')).toContain(address)

    const checkHash = (hash: string) => file(`protocol-${completed().number}.txt?head=${hash}&lang=uk`)
    const answer = await checkHash(head_hash)
    expect(answer?.status).toBe(200)
    // A hash can be copied onto another text, so the answer repeats the result.
    const output = ((await answer?.text()) ?? '').replaceAll('\u00A0', ' ').split('\n')
    expect(output[0]).toContain('закінчується саме цим хешем')
    expect(output.slice(2, 5)).toEqual([
      'Підсумок: завершено',
      'Учасник № 3: 300 т за ціною 14 030,00 грн/т, сума 4 209 000,00 грн з ПДВ',
      'Учасник № 2: 300 т за ціною 14 020,00 грн/т, сума 4 206 000,00 грн з ПДВ',
    ])
    for (const other of ['0'.repeat(64), '', '<script>']) {
      const refused = await checkHash(other)
      expect(refused?.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect([refused?.status, await refused?.text()]).toEqual([409, expect.stringContaining('іншим хешем')])
    }
  })

  it('states that a participant declined a part', async () => {
    const { number } = await addAuction('part')
    const { text } = await readPdf(await (await file(`protocol-${number}.pdf?lang=en`))!.arrayBuffer())
    expect(text).toContain('part declined')
    expect(text).toContain('declined by the participant')
  })

  it('states the outcome of an auction without a result, without prices', async () => {
    const { number } = auctions.get('called_off')!
    const { text, bookmarks } = await readPdf(await (await file(`protocol-${number}.pdf?lang=en`))!.arrayBuffer())
    expect(text).toContain('cancelled')
    expect(text).toContain('Обсяг відкликано')
    expect(text).not.toContain('In words')
    expect(bookmarks).toEqual(['Result', 'Lot', 'Auction log', 'Record check', 'Signatures'])
  })

  it('shows neither an allocation nor an end for an auction that was cancelled during bidding', async () => {
    const { number } = await addAuction('cancelled', {})
    const { text, bookmarks } = await readPdf(await (await file(`protocol-${number}.pdf?lang=en`))!.arrayBuffer())
    expect(bookmarks).toEqual([
      'Result',
      'Lot',
      'Highest price, UAH/t',
      'Bids',
      'Auction log',
      'Record check',
      'Signatures',
    ])
    expect(text).not.toContain('Actual end')
  })

  it('is answered with 304 to a client that has it', async () => {
    const etag = (await pdf())!.headers.get('etag')!
    expect((await pdf('', { 'if-none-match': etag }))?.status).toBe(304)
  })

  it('is not found under other names', async () => {
    expect(await file('protocol-999999.pdf')).toBeNull()
    expect(await file('12')).toBeNull()
  })
})
