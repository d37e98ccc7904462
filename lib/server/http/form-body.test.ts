import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it, jest } from '@jest/globals'
import type { Caller } from '@/lib/server/platform/call'
import { MAX_FORM_BYTES } from '@/lib/config/constants'
import { createUploadSlots, readForm } from './form-body'
import { type Spool } from '@/lib/server/platform/uploads'

const BOUNDARY = 'portal'
const part = (name: string, value: string, file?: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n\r\n${value}\r\n`
const whole = (...parts: string[]) => `${parts.join('')}--${BOUNDARY}--\r\n`

function formOf(body: string | ReadableStream<Uint8Array>, headers: Record<string, string> = {}): Request {
  const length = typeof body === 'string' ? body.length : 1_000
  return new Request('http://portal.test/', {
    method: 'POST',
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'content-length': `${length}`, ...headers },
    duplex: 'half',
  } as RequestInit)
}

/** Sends the beginning of a form and then nothing; `cancelled` settles once reading stops. */
function unfinished() {
  let cancel = (): void => undefined
  const cancelled = new Promise<void>((resolve) => (cancel = resolve))
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(part('a', 'x').slice(0, -1))),
    cancel,
  })
  return { stream, cancelled }
}

const codeOf = (reading: Awaited<ReturnType<typeof readForm>>) => (reading.ok ? 'ok' : reading.refusal.code)

describe('a form', () => {
  it('consists of fields and files in order, as lists where allowed', async () => {
    const body = whole(part('kind', 'certificate'), part('files', 'one', 'a.txt'), part('files', 'two', 'b.txt'))
    const reading = await readForm(formOf(body), ['files'])
    if (!reading.ok) throw new Error(reading.refusal.code)
    const files = reading.value.files as File[]
    expect([reading.value.kind, files.map(({ name }) => name)]).toEqual(['certificate', ['a.txt', 'b.txt']])
    expect(await Promise.all(files.map((file) => file.text()))).toEqual(['one', 'two'])
    await reading.release()
    await expect(files[0]?.text()).rejects.toThrow()
  })

  it.each([
    ['has another media type', formOf('{}', { 'content-type': 'application/json' }), 'unsupported_media_type'],
    ['declares too large a size', formOf('', { 'content-length': `${MAX_FORM_BYTES + 1}` }), 'body_too_large'],
    ['is cut off', formOf(part('a', 'x')), 'unreadable_body'],
    ['repeats a field', formOf(whole(part('a', 'x'), part('a', 'y'))), 'invalid_input'],
    [
      'has too many fields',
      formOf(whole(...Array.from({ length: 41 }, (_, i) => part(`f${i}`, 'x')))),
      'unreadable_body',
    ],
    ['has too long a field', formOf(whole(part('a', 'x'.repeat(64 * 1024 + 1)))), 'unreadable_body'],
  ])('is refused if it %s', async (_what, request, code) => {
    expect(codeOf(await readForm(request, []))).toBe(code)
  })

  it.each([
    ['arrives more slowly than the least pace', { silenceMs: 60_000, graceMs: 1, bytesPerSecond: 1_000_000 }],
    ['sends nothing for too long', { silenceMs: 1, graceMs: 1, bytesPerSecond: 0 }],
  ])('is refused, and not read further, if it %s', async (_what, pace) => {
    const { stream, cancelled } = unfinished()
    expect(codeOf(await readForm(formOf(stream), [], pace))).toBe('body_too_slow')
    await cancelled
  })

  it('is refused for now, and not read further, if its place is taken by another sender', async () => {
    const { stream, cancelled } = unfinished()
    const taking = new AbortController()
    const reading = readForm(formOf(stream), [], undefined, undefined, taking.signal)
    taking.abort()
    expect(codeOf(await reading)).toBe('too_many_requests')
    await cancelled
  })
})

describe('a large form on a slow line', () => {
  it('is read to its end, however long that takes', async () => {
    jest.useFakeTimers({
      doNotFake: ['Date', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'],
    })
    const content = 'x'.repeat(64 * 1024)
    const pieces = 200
    const chunks = [
      part('file', '', 'a.pdf').slice(0, -2),
      ...Array.from({ length: pieces }, () => content),
      `\r\n--${BOUNDARY}--\r\n`,
    ]
    let sent = 0
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        // 64 KB each second: 12.5 MB in 200 s.
        jest.advanceTimersByTime(1_000)
        const chunk = chunks[sent++]
        if (chunk === undefined) controller.close()
        else controller.enqueue(Buffer.from(chunk))
      },
    })
    const reading = await readForm(formOf(stream), [])
    jest.useRealTimers()
    if (!reading.ok) throw new Error(reading.refusal.code)
    expect((reading.value.file as File).size).toBe(pieces * content.length)
    await reading.release()
  })
})

describe('a full disk', () => {
  it('is neither an unreadable form nor a slow one', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    })
    const disk = () => new Writable({ write: (_chunk, _encoding, done) => done(full) })
    const release = jest.fn(async () => undefined)
    const spool: Spool = { receive: (stream) => pipeline(stream, disk()).then(() => new File([], '')), release }
    const body = whole(part('files', 'x'.repeat(1024 * 1024), 'a.txt'))
    await expect(readForm(formOf(body), ['files'], undefined, spool)).rejects.toBe(full)
    expect(release).toHaveBeenCalledTimes(1)
  })
})

describe('upload slots', () => {
  const account = (companyId: number, status: 'active' | 'pending'): Caller =>
    ({ kind: 'account', companyId, personId: 1, role: 'owner', sessionId: 's', status }) as Caller
  const staff: Caller = { kind: 'staff', staffId: 1, role: 'manager', name: 'Ольга' }
  const countAcquired = (slots: ReturnType<typeof createUploadSlots>, senders: [Caller, string][]) =>
    senders.filter(([caller, address]) => slots.acquire(caller, address) !== null).length

  it('are few for unconfirmed accounts, which leaves those of buyers and staff free', () => {
    const slots = createUploadSlots()
    const strangers = Array.from({ length: 40 }, (_, i): [Caller, string] => [account(i, 'pending'), `192.0.2.${i}`])
    expect(countAcquired(slots, strangers)).toBe(8)
    expect(slots.acquire(account(100, 'active'), '192.0.2.1')).not.toBeNull()
    expect(slots.acquire(staff, '192.0.2.1')).not.toBeNull()
  })

  it('are bounded per sender and per address, and free again once released', () => {
    const slots = createUploadSlots()
    const same = Array.from({ length: 5 }, (): [Caller, string] => [account(1, 'active'), '192.0.2.1'])
    expect(countAcquired(slots, same)).toBe(3)
    const neighbours = Array.from({ length: 40 }, (_, i): [Caller, string] => [account(i + 2, 'active'), '192.0.2.1'])
    // The sender with three gives up two of them.
    expect(countAcquired(slots, neighbours)).toBe(9 + 2)
    const slot = slots.acquire(account(99, 'active'), '192.0.2.2')
    expect(slot).not.toBeNull()
    slot?.release()
    slot?.release()
    const others = Array.from({ length: 40 }, (_, i): [Caller, string] => [
      account(i + 100, 'active'),
      `198.51.100.${i}`,
    ])
    // The free ones, and all but one of those of the crowded address.
    expect(countAcquired(slots, others)).toBe(12 + 11)
  })

  it('are given up by the sender with most, the longest-held first, to one who has fewer', () => {
    const slots = createUploadSlots()
    const strangers = [1, 2, 3, 4].flatMap((id) =>
      [1, 2].map(() => slots.acquire(account(id, 'pending'), `192.0.2.${Math.ceil(id / 2)}`)),
    )
    expect(strangers).not.toContain(null)
    const taken = () => strangers.map((slot) => slot?.taken.aborted)
    strangers[0]?.keep()
    const honest = slots.acquire(account(9, 'pending'), '198.51.100.7')
    expect(honest).not.toBeNull()
    // The first is received already; the second is the longest-held one that is not.
    expect(taken()).toEqual([false, true, false, false, false, false, false, false])
    // They cannot take it back.
    expect(slots.acquire(account(1, 'pending'), '192.0.2.1')).toBeNull()
    expect(honest?.taken.aborted).toBe(false)
  })

  it('are shared by the accounts behind one address likewise', () => {
    const slots = createUploadSlots()
    const first = [1, 1, 2, 2].map((id) => slots.acquire(account(id, 'pending'), '192.0.2.1'))
    expect(slots.acquire(account(3, 'pending'), '192.0.2.1')).not.toBeNull()
    expect(first.map((slot) => slot?.taken.aborted)).toEqual([true, false, false, false])
  })
})
