import { describe, expect, it } from '@jest/globals'
import { auctionsEndpoints, bidsEndpoints } from '@/lib/contract/auctions'
import { authEndpoints } from '@/lib/contract/accounts'
import { documentsEndpoints } from '@/lib/contract/documents'
import type { Endpoint } from '@/lib/contract/endpoint'
import { feedbackEndpoints } from '@/lib/contract/feedback'
import { MAX_JSON_BYTES, readInput } from './request-input'

function post(
  body: BodyInit | null,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Request {
  return new Request('http://portal.example/', { method: 'POST', body, headers })
}

const bid = { auction_id: 1, price: '15200.00', quantity: '300.000' }

describe('reading an endpoint’s input', () => {
  it('accepts a valid body and fills in defaults', async () => {
    expect(await readInput(bidsEndpoints.place, post(JSON.stringify(bid)))).toEqual({
      ok: true,
      value: { ...bid, final: false },
    })
  })

  it('treats an empty body as no input, as the specification requires', async () => {
    expect(await readInput(authEndpoints.logout, post(null, {}))).toEqual({ ok: true, value: {} })
  })

  it.each([
    ['unreadable_body', '{"auction_id":'],
    ['unreadable_body', 'price=15200'],
    ['unreadable_body', '{"auction_id":1,"price":"15200.00","quantity":"300.000","price":"15300.00"}'],
    ['unreadable_body', '{"auction_id":1,"price":"15200.00","quantity":"300.000","pr\\u0069ce":"15300.00"}'],
    ['unreadable_body', '{"a":[{"b":{"c":1,"c":1}}]}'],
    ['unreadable_body', '{"__proto__":1,"__proto__":1}'],
    ['invalid_input', String.raw`{"a:\"{:\\":":\\","b":[":",{}]}`],
    ['invalid_input', '[]'],
    ['invalid_input', 'null'],
    ['invalid_input', '"text"'],
  ])('refuses with %s: %s', async (code, body) => {
    expect(await readInput(bidsEndpoints.place, post(body))).toMatchObject({ ok: false, refusal: { code } })
  })

  it.each(['text/plain', 'application/json; charset=utf-16', 'application/json; charset=windows-1251'])(
    'refuses the media type %s',
    async (type) => {
      expect(await readInput(bidsEndpoints.place, post('{}', { 'content-type': type }))).toMatchObject({
        refusal: { code: 'unsupported_media_type' },
      })
    },
  )

  it('refuses a body that is too large, whether or not its length was declared', async () => {
    const large = JSON.stringify({ x: 'x'.repeat(MAX_JSON_BYTES) })
    const declared = post(large, { 'content-type': 'application/json', 'content-length': String(large.length) })
    expect(await readInput(bidsEndpoints.place, declared)).toMatchObject({ refusal: { code: 'body_too_large' } })
    expect(await readInput(bidsEndpoints.place, post(large))).toMatchObject({ refusal: { code: 'body_too_large' } })
  })

  it('names every faulty field, and unknown ones by their own name', async () => {
    const reading = await readInput(
      bidsEndpoints.place,
      post(JSON.stringify({ ...bid, price: '15200', quantity: undefined, prise: '1' })),
    )
    expect(reading).toMatchObject({
      refusal: {
        code: 'invalid_input',
        errors: expect.arrayContaining([
          { path: 'price', code: 'price_format' },
          { path: 'quantity', code: 'required' },
          { path: 'prise', code: 'unknown_field' },
        ]),
      },
    })
  })

  it('distinguishes a wrong type from a missing value', async () => {
    const codes = async (sent: object) => {
      const reading = await readInput(bidsEndpoints.place, post(JSON.stringify({ ...bid, ...sent })))
      return 'refusal' in reading ? reading.refusal.errors?.map(({ path, code }) => [path, code]) : null
    }
    expect(await codes({ quantity: 300 })).toEqual([['quantity', 'invalid_type']])
    expect(await codes({ quantity: undefined })).toEqual([['quantity', 'required']])
  })

  it('reports the errors of the nearest alternative of a union', async () => {
    const reading = await readInput(auctionsEndpoints.get, post(JSON.stringify({ slug: '', lang: 'uk' })))
    expect(reading).toMatchObject({ refusal: { errors: [{ path: 'slug', code: 'too_small', minimum: 1 }] } })
  })

  it('accepts repeated fields only if the endpoint takes a list', async () => {
    const sent = async (endpoint: Endpoint, entries: [string, string | File][]) => {
      const form = new FormData()
      for (const [name, value] of entries) form.append(name, value)
      const encoded = post(form, {})
      const bytes = await encoded.arrayBuffer()
      return readInput(
        endpoint,
        post(bytes, {
          'content-type': encoded.headers.get('content-type') ?? '',
          'content-length': String(bytes.byteLength),
        }),
      )
    }
    const message: [string, string][] = [
      ['topic', 'other'],
      ['subject', 'x'],
      ['message', 'y'],
    ]
    const file = new File(['x'], 'x.pdf')
    expect(await sent(feedbackEndpoints.send, [...message, ['files', file], ['files', file]])).toMatchObject({
      ok: true,
      value: { files: [{ name: 'x.pdf' }, { name: 'x.pdf' }] },
    })
    expect(await sent(feedbackEndpoints.send, [...message, ['files', file]])).toMatchObject({
      ok: true,
      value: { files: [{ name: 'x.pdf' }] },
    })
    expect(await sent(feedbackEndpoints.send, message)).toMatchObject({ ok: true, value: { files: [] } })
    expect(await sent(feedbackEndpoints.send, [...message, ['subject', 'z']])).toMatchObject({
      refusal: { errors: [{ path: 'subject', code: 'repeated_field' }] },
    })
    expect(
      await sent(documentsEndpoints.upload, [
        ['kind', 'charter'],
        ['file', file],
        ['file', file],
      ]),
    ).toMatchObject({ refusal: { errors: [{ path: 'file', code: 'repeated_field' }] } })
  })

  it('requires a form and its length', async () => {
    expect(await readInput(documentsEndpoints.upload, post('{}'))).toMatchObject({
      refusal: { code: 'unsupported_media_type' },
    })
    const form = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(await readInput(documentsEndpoints.upload, post('--x--', form))).toMatchObject({
      refusal: { code: 'unreadable_body' },
    })
    const declared = { ...form, 'content-length': '7' }
    expect(await readInput(documentsEndpoints.upload, post('garbage', declared))).toMatchObject({
      refusal: { code: 'unreadable_body' },
    })
  })

  it('refuses deep nesting without following it', async () => {
    const deep = `${'['.repeat(5_000)}"\\u0000"${']'.repeat(5_000)}`
    expect(await readInput(bidsEndpoints.place, post(`{"auction_id":${deep}}`))).toMatchObject({
      refusal: { code: 'invalid_input', errors: [{ code: 'too_deep' }] },
    })
    expect(await readInput(bidsEndpoints.place, post('['.repeat(100_000) + ']'.repeat(100_000)))).toMatchObject({
      ok: false,
    })
  })

  it.each([
    ['the NUL character', '"\\u0000"', 'control_character'],
    ['a lone high surrogate', '"\\ud800"', 'half_character'],
    ['a lone low surrogate', '"a\\udc00b"', 'half_character'],
    ['a bidirectional override', '"exe\\u202efdp"', 'control_character'],
  ])('refuses %s in any field and any name', async (_what, text, code) => {
    expect(await readInput(authEndpoints.login, post(`{"email":${text},"password":"x"}`))).toMatchObject({
      refusal: { code: 'invalid_input', errors: [{ path: 'email', code }] },
    })
    expect(await readInput(authEndpoints.login, post(`{${text}:1}`))).toMatchObject({
      refusal: { code: 'invalid_input', errors: [{ code }] },
    })
  })

  it('refuses a body that its sender cut off as unreadable', async () => {
    const broken = () =>
      new ReadableStream({
        pull: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
      })
    const sent = (headers: Record<string, string>) =>
      new Request('http://portal.example/', { method: 'POST', body: broken(), headers, duplex: 'half' } as RequestInit)
    for (const length of [{}, { 'content-length': '20' }] as Record<string, string>[]) {
      expect(
        await readInput(bidsEndpoints.place, sent({ 'content-type': 'application/json', ...length })),
      ).toMatchObject({ refusal: { code: 'unreadable_body' } })
    }
    expect(
      await readInput(
        documentsEndpoints.upload,
        sent({ 'content-type': 'multipart/form-data; boundary=x', 'content-length': '20' }),
      ),
    ).toMatchObject({ refusal: { code: 'unreadable_body' } })
  })

  it('answers twenty thousand unknown fields in a few lines', async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`x${i}`, 0])))
    const reading = await readInput(authEndpoints.login, post(body))
    expect(JSON.stringify(reading).length).toBeLessThan(5_000)
    expect(
      JSON.stringify(await readInput(authEndpoints.login, post(JSON.stringify({ ['x'.repeat(200_000)]: 0 })))).length,
    ).toBeLessThan(1_000)
  })

  it('keeps a form’s files on disk until the request is answered, under their own names', async () => {
    const form = new FormData()
    form.append('kind', 'charter')
    form.append('file', new File(['content'], 'Статут.pdf', { type: 'application/pdf' }))
    const encoded = post(form, {})
    const bytes = Buffer.from(await encoded.arrayBuffer())
    const headers = {
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': String(bytes.length),
    }
    const reading = await readInput(documentsEndpoints.upload, post(bytes, headers))
    if (!reading.ok) throw new Error('refused')
    const { file } = reading.value as { file: File }
    expect([file.name, file.type, file.size, await file.text()]).toEqual([
      'Статут.pdf',
      'application/pdf',
      7,
      'content',
    ])
    await reading.release?.()
    await expect(file.text()).rejects.toThrow()
    for (const cut of [bytes.length - 5, bytes.length / 2, 60]) {
      expect(await readInput(documentsEndpoints.upload, post(bytes.subarray(0, cut), headers))).toMatchObject({
        refusal: { code: 'unreadable_body' },
      })
    }
  })
})
