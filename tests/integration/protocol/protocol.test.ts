import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { auctionsEndpoints, type Protocol } from '@/lib/contract/auctions'
import { fixedClock } from '@/lib/server/kernel/clock'
import type { Caller } from '@/lib/server/kernel/handler'
import { createProtocolEndpoints, type ProtocolCapability } from '@/lib/server/protocol/endpoints'
import { createRecordFaults } from '@/lib/server/kernel/record-faults'
import { createShowingEndpoints } from '@/lib/server/showing/endpoints'
import { ask } from '@/tests/support/asking'
import { gatherParticipants, managerCall, openServer, placeBid, publishLot, registerBuyers, type Server, travel } from '@/tests/support/auction-house'
import { aLot, END, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const run = promisify(execFile)
const visitor: Caller = { kind: 'visitor' }
const clock = fixedClock(START)
let db: TestDatabase
let server: Server
let capability: ProtocolCapability
let directory: string
let auctionId: number
let auctionNumber: number

beforeAll(async () => {
  db = await createTestDatabase()
  directory = await mkdtemp(join(tmpdir(), 'protocol-'))
  server = await openServer(db, clock)
  const nobody = { companies: async () => new Map(), documents: async () => new Map() }
  const { detailOf } = createShowingEndpoints({ pool: db.pool, books: server.books, clock, faults: createRecordFaults({ warn: () => undefined }), directory: nobody })
  capability = createProtocolEndpoints({ pool: db.pool, dataDir: directory, detailOf })
  auctionId = await completedAuction()
  const { rows } = await db.pool.query<{ number: number }>('select number::int from cms.auctions where id = $1', [auctionId])
  auctionNumber = rows[0]!.number
})

afterAll(async () => {
  await server.close()
  await db.drop()
  await rm(directory, { recursive: true, force: true })
})

/** Three participants, some bids, an extension by the last of them. */
async function completedAuction(): Promise<number> {
  const accounts = await registerBuyers(db.pool, 3)
  clock.set(START - 30 * MINUTE)
  const id = await publishLot(db.pool, aLot({ volume: 20_000 }))
  await gatherParticipants(server, db.pool, { auctionId: id, accounts, at: clock.now(), offer: { price: 14_000, quantity: 10 } })
  await travel(db.pool, clock, START)
  await server.ticker.tick()
  for (const [index, minute] of [[0, 10], [1, 20], [2, 58]] as const) {
    await travel(db.pool, clock, START + minute * MINUTE)
    const outcome = await placeBid(server, { auctionId: id, accountId: accounts[index]!, at: clock.now() }, { price: 14_010 + 10 * index, quantity: 10 })
    if (!outcome.ok) throw new Error(outcome.refusal.code)
  }
  await travel(db.pool, clock, END + 10 * MINUTE)
  await server.ticker.tick()
  for (const step of ['confirmWinners', 'complete'] as const) {
    const outcome = await server.endpoints.manager[step]({ auction_id: id }, managerCall(clock.now()))
    if (!outcome.ok && outcome.refusal.code !== 'not_found') throw new Error(outcome.refusal.code)
  }
  return id
}

async function protocol(id = auctionId): Promise<Protocol> {
  return (await ask(auctionsEndpoints.protocol, capability.handlers.protocol, { id, lang: 'uk' }, visitor, clock.now())).data
}

/** Runs the program that anybody may run; answers how it ended and what it said. */
async function check(content: unknown): Promise<{ code: number; said: string }> {
  const file = join(directory, 'protocol.json')
  await writeFile(file, JSON.stringify(content))
  return run(process.execPath, ['scripts/check-protocol.mjs', file]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  )
}

function pdf(query = '', headers: Record<string, string> = {}, which = auctionNumber) {
  return capability.servePdf(new Request(`http://portal.test/storage/files/protocol-${which}.pdf${query}`, { headers }))
}

describe('the protocol (R8.4)', () => {
  it('has every application, bid, extension and decision, by number', async () => {
    const { entries, head_hash, auction } = await protocol()
    const kinds = entries.map(({ kind }) => kind)
    for (const kind of ['application_received', 'application_confirmed', 'started', 'bid', 'extended', 'ended', 'winners_confirmed', 'completed']) {
      expect(kinds).toContain(kind)
    }
    expect(kinds.filter((kind) => kind === 'bid')).toHaveLength(6)
    expect(head_hash).toBe(entries.at(-1)?.hash)
    expect(auction).toMatchObject({ state: 'completed', protocol_pdf: `/storage/files/protocol-${auctionNumber}.pdf` })
    expect(JSON.stringify(entries)).not.toMatch(/company|account|edrpou|@/i)
  })

  it('is not published before the auction is completed', async () => {
    await expect(protocol(await publishLot(db.pool, aLot()))).rejects.toThrow('auction_not_completed')
    await expect(protocol(999_999)).rejects.toThrow('not_found')
  })
})

describe('the program that checks a protocol', () => {
  it('finds a sound chain sound', async () => {
    const { entries, head_hash, auction } = await protocol()
    expect(await check({ data: { auction, entries, head_hash } })).toEqual({ code: 0, said: expect.stringContaining(head_hash) })
  })

  it('finds a changed price', async () => {
    const sound = await protocol()
    const at = sound.entries.findIndex(({ kind }) => kind === 'bid')
    const entries = sound.entries.with(at, { ...sound.entries[at]!, body: sound.entries[at]!.body.replace('14000.00', '14000.01') })
    const { code, said } = await check({ ...sound, entries })
    expect(code).toBe(1)
    expect(said).toContain(`Entry ${at + 1} has another hash than its text`)
  })

  it('finds an entry that was taken out, and one that was put in again under new hashes', async () => {
    const sound = await protocol()
    expect((await check({ ...sound, entries: sound.entries.toSpliced(4, 1) })).code).toBe(1)
    expect((await check({ ...sound, entries: sound.entries.slice(0, -1) })).code).toBe(1)
  })

  it('says that what is no protocol is none', async () => {
    expect(await check({ hello: 1 })).toEqual({ code: 1, said: expect.stringContaining('no protocol') })
  })
})

describe('the printed protocol', () => {
  it('is a PDF in each language, printed once', async () => {
    const tags = new Set<string>()
    for (const lang of ['uk', 'en', 'ru']) {
      const response = await pdf(`?lang=${lang}`)
      expect(response?.headers.get('content-type')).toBe('application/pdf')
      expect(response?.headers.get('x-content-type-options')).toBe('nosniff')
      expect(Buffer.from(await response!.arrayBuffer()).subarray(0, 5).toString()).toBe('%PDF-')
      tags.add(response!.headers.get('etag')!)
    }
    expect(tags.size).toBe(3)
    const prints = await readdir(join(directory, 'protocols'))
    await pdf('?lang=en')
    expect(await readdir(join(directory, 'protocols'))).toEqual(prints)
    expect(prints).toHaveLength(3)
  })

  it('is not sent again to who has it', async () => {
    const etag = (await pdf())!.headers.get('etag')!
    expect((await pdf('', { 'if-none-match': etag }))?.status).toBe(304)
  })

  it('is there for completed auctions only', async () => {
    expect((await pdf('', {}, 999_999))?.status).toBe(404)
    expect(await capability.servePdf(new Request('http://portal.test/storage/files/12'))).toBeNull()
  })
})
