import { describe, expect, it } from '@jest/globals'
import { readBody } from './body'

const limit = { bytes: 10, milliseconds: 60_000 }

function sent(body: BodyInit | null): Request {
  return new Request('https://portal.test/', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

describe('readBody', () => {
  it('reads what is no longer than it may be', async () => {
    expect(await readBody(sent('0123456789'), limit)).toEqual(new TextEncoder().encode('0123456789'))
    expect(await readBody(sent('0123456789a'), limit)).toBe('too large')
    expect(await readBody(sent(null), limit)).toEqual(new Uint8Array())
  })

  it('keeps no part that there is no room for', async () => {
    const asked: number[] = []
    const hold = (bytes: number) => asked.push(bytes) < 2
    const body = new ReadableStream({
      start(controller) {
        for (const part of ['ab', 'cde']) controller.enqueue(new TextEncoder().encode(part))
      },
    })
    expect([await readBody(sent(body), limit, hold), asked]).toEqual(['too many', [2, 3]])
  })

  it('does not wait without end, and takes a sender that is gone for cut off', async () => {
    expect(await readBody(sent(new ReadableStream()), { ...limit, milliseconds: 1 })).toBe('too slow')
    const gone = new ReadableStream({ start: (controller) => controller.error(new Error('aborted')) })
    expect(await readBody(sent(gone), limit)).toBe('cut off')
  })
})
