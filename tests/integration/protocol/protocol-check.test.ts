import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Protocol, protocolEndpoints, type RecordedTexts } from '@/lib/contract/protocol'
import { FIRST_HASH, hashOf } from '@/lib/server/events/codec'
import { problemsOf } from '@/lib/server/events/check'
import { createProtocolEndpoints, createProtocolSigner } from '@/lib/server/protocol/endpoints'
import { callHandler } from '@/tests/support/call-handler'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { type Course, openProtocolHouse, type ProtocolHouse } from '@/tests/support/protocol-auctions'

const signer = createProtocolSigner([Buffer.alloc(32, 7)])
const COURSES: Course[] = [
  'completed',
  'part',
  'disqualified',
  'outage',
  'halted',
  'cancelled',
  'called_off',
  'unsuccessful',
]
const protocols = new Map<Course, Protocol>()
let db: TestDatabase
let house: ProtocolHouse
let directory: string

beforeAll(async () => {
  db = await createTestDatabase()
  directory = await mkdtemp(join(tmpdir(), 'protocol-check-'))
  house = await openProtocolHouse(db)
  const { server, clock } = house
  const { handlers } = createProtocolEndpoints({
    pool: db.pool,
    streams: server.streams,
    signer,
    clock,
    publicUrl: 'https://portal.test',
    dataDir: directory,
  })
  for (const course of COURSES) {
    const id = await house.runAuction(course)
    protocols.set(
      course,
      (await callHandler(protocolEndpoints.protocol, handlers.protocol, { id }, { kind: 'visitor' }, clock.now())).data,
    )
  }
})

afterAll(async () => {
  await house.close()
  await db.close()
  await rm(directory, { recursive: true, force: true })
})

const protocolOf = (course: Course): Protocol => structuredClone(protocols.get(course) as Protocol)
const entryOf = (protocol: Protocol, kind: string) => protocol.entries.findIndex((entry) => entry.kind === kind)

/** A forged protocol with recomputed hashes and a new signature. */
function forge(protocol: Protocol, bodies: readonly string[]): Protocol {
  let previous_hash = FIRST_HASH
  const entries = bodies.map((body) => {
    const { seq, at, kind } = JSON.parse(body) as Protocol['entries'][number]
    const entry = { seq, at, kind, body, previous_hash, hash: hashOf(previous_hash, body) }
    previous_hash = entry.hash
    return entry
  })
  const head = { entry_count: entries.length, head_hash: previous_hash }
  return { ...protocol, entries, ...head, signature: signer.sign(head) }
}

/** The bodies of a protocol with one of them changed. */
function bodiesWithChange(
  protocol: Protocol,
  index: number,
  change: (body: Record<string, unknown>) => object,
): string[] {
  return protocol.entries.map(({ body }, at) =>
    at === index ? JSON.stringify(change(JSON.parse(body) as Record<string, unknown>)) : body,
  )
}

type Path = (string | number)[]
type Parent = Record<string | number, unknown>

function* leavesOf(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    for (const key of Object.keys(value))
      yield* leavesOf((value as Record<string, unknown>)[key], [...path, Array.isArray(value) ? Number(key) : key])
  } else yield path
}

function* branchesOf(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) return
  yield path
  for (const [key, part] of Object.entries(value)) yield* branchesOf(part, [...path, key])
}

function alter(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string' || value === '') return 'x'
  // Changing the middle character preserves the format of a hash, an instant or a price.
  const middle = Math.floor(value.length / 2)
  const character = value[middle] === '1' ? '2' : '1'
  return value.slice(0, middle) + character + value.slice(middle + 1)
}

function at(document: unknown, path: Path): Parent {
  return path.reduce((value, key) => (value as Parent)[key], document) as Parent
}

describe.each(COURSES)('the protocol of an auction: %s', (course) => {
  it('is valid', () => {
    const protocol = protocolOf(course)
    expect(problemsOf(protocol, { publicKeys: [signer.publicKey] })).toEqual([])
    expect(protocol.auction.state).toBe(
      { cancelled: 'cancelled', called_off: 'cancelled', unsuccessful: 'unsuccessful' }[course as string] ??
        'completed',
    )
    expect(JSON.stringify(protocol)).not.toMatch(/Company \d|37027819|@gmail/)
  })

  it('is invalid with any field changed, missing or added', () => {
    const document = protocolOf(course)
    const undetected: string[] = []
    let tried = 0
    /** Changes the document, checks it and restores it. */
    const attempt = (what: string, path: Path, change: (parent: Parent, key: string | number) => void) => {
      const parent = at(document, path.slice(0, -1))
      const before = Array.isArray(parent) ? [...(parent as unknown[])] : { ...parent }
      change(parent, path.at(-1)!)
      tried += 1
      if (problemsOf(document).length === 0) undetected.push(`${what} ${path.join('.')}`)
      if (Array.isArray(parent)) parent.splice(0, parent.length, ...(before as unknown[]))
      else Object.assign(parent, before)
      for (const key of ['added', '__proto__']) if (!Object.hasOwn(before, key)) Reflect.deleteProperty(parent, key)
    }
    for (const leaf of [...leavesOf(document)]) {
      attempt('altered', leaf, (parent, key) => {
        parent[key] = alter(parent[key])
      })
      attempt('deleted', leaf, (parent, key) =>
        Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key],
      )
    }
    for (const path of [...branchesOf(document)]) {
      attempt('added to', [...path, 'added'], (parent, key) =>
        Array.isArray(parent) ? parent.push(1) : (parent[key] = 1),
      )
      // JSON may contain this name like any other.
      attempt('hidden in', [...path, '__proto__'], (parent, key) =>
        Array.isArray(parent)
          ? parent.push(1)
          : Object.defineProperty(parent, key, { value: 1, enumerable: true, configurable: true }),
      )
      attempt('reordered', [...path, 'added'], (parent, key) =>
        Array.isArray(parent) && parent.length > 1 ? parent.reverse() : (parent[key] = 1),
      )
    }
    expect(problemsOf(document)).toEqual([])
    expect(undetected).toEqual([])
    expect(tried).toBeGreaterThan(150)
  })

  it('is invalid when truncated, even with new hashes and a new signature', () => {
    const document = protocolOf(course)
    const bodies = document.entries.map(({ body }) => body)
    for (let length = 1; length < bodies.length; length += 1) {
      expect(problemsOf(forge(document, bodies.slice(0, length)))).toContainEqual(
        expect.stringMatching(/its last entries are missing/),
      )
    }
    expect(problemsOf(forge(document, bodies))).toEqual([])
  })
})

describe('a record older than a field of the lot', () => {
  it('is valid without the field', () => {
    const document = protocolOf('completed')
    const without = ({ payment_terms: _, ...rest }: RecordedTexts) => rest
    const { uk, en, ru } = document.auction.texts
    const texts = { uk: without(uk), en: without(en), ru: without(ru) }
    const older = forge(
      { ...document, auction: { ...document.auction, texts } },
      bodiesWithChange(document, 0, (body) => ({ ...body, texts })),
    )
    expect(problemsOf(older)).toEqual([])
  })
})

describe('a rewritten record', () => {
  it.each<[string, Course, string, (body: Record<string, unknown>) => object]>([
    ['a bid above the maximum', 'completed', 'bid', (body) => ({ ...body, price: '99000.00' })],
    [
      'a preliminary bid with another price than sealed',
      'completed',
      'bid',
      (body) => ({ ...body, price: '14010.00' }),
    ],
    ['an end before its time', 'completed', 'ended', (body) => ({ ...body, at: '2026-11-24T08:59:59.000Z' })],
    [
      'an extension that no bid caused',
      'completed',
      'extended',
      (body) => ({ ...body, effective_end: '2026-11-24T09:09:00.000Z' }),
    ],
    ['a longer outage', 'outage', 'outage', (body) => ({ ...body, shift_ms: 600_000 })],
    ['a longer halt', 'halted', 'resumed', (body) => ({ ...body, shift_ms: 600_000 })],
    ['other winners', 'completed', 'winners_confirmed', (body) => ({ ...body, winners: [] })],
    [
      'another result',
      'completed',
      'completed',
      (body) => ({ ...body, result: { ...(body.result as object), average_price: '15000.00' } }),
    ],
    ['another quantity accepted', 'part', 'partial_accepted', (body) => ({ ...body, quantity: '300.000' })],
    [
      'a participant number assigned twice',
      'unsuccessful',
      'application_confirmed',
      (body) => ({ ...body, participant: 2 }),
    ],
    ['an unknown field', 'called_off', 'cancelled', (body) => ({ ...body, note: 'x' })],
  ])('is detected: %s', (_what, course, kind, change) => {
    const document = protocolOf(course)
    const bodies = bodiesWithChange(document, entryOf(document, kind), change)
    expect(problemsOf(forge(document, bodies)).join(' ')).toMatch(new RegExp(`Entry \\d+ \\(\\w+\\)|cannot stand`))
  })

  it('is detected if the rules refuse a bid', () => {
    const document = protocolOf('completed')
    const last = document.entries.findLastIndex(({ kind }) => kind === 'bid')
    const bodies = bodiesWithChange(document, last, (body) => ({ ...body, price: '14035.00' }))
    expect(problemsOf(forge(document, bodies))).toEqual([expect.stringContaining('the rules refuse it (bid_off_grid)')])
  })

  it('is detected if bids are not in the order of receipt (R4.9)', () => {
    const document = protocolOf('completed')
    const last = document.entries.findLastIndex(({ kind }) => kind === 'bid')
    const early = '2026-11-24T08:15:00.000Z'
    const bodies = bodiesWithChange(document, last, (body) => ({ ...body, at: early, received_at: early }))
    expect(problemsOf(forge(document, bodies)).join(' ')).toContain('was received before the bid before it')
  })

  it('is detected by an earlier hash and by the portal’s key', () => {
    const document = protocolOf('completed')
    const acknowledged = { seq: 5, hash: document.entries[4]!.hash }
    expect(problemsOf(document, { expected: [acknowledged] })).toEqual([])
    expect(problemsOf(protocolOf('part'), { expected: [acknowledged] })).toHaveLength(1)
    const other = createProtocolSigner([Buffer.alloc(32, 8)])
    expect(problemsOf(document, { publicKeys: [other.publicKey] })).toEqual([
      'The protocol is signed with another key than the portal’s.',
    ])
    const rotated = createProtocolSigner([Buffer.alloc(32, 8), Buffer.alloc(32, 7)])
    expect(problemsOf(document, { publicKeys: [rotated.publicKey, ...rotated.formerPublicKeys] })).toEqual([])
  })
})
