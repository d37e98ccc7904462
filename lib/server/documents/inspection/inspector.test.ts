import { afterAll, describe, expect, it } from '@jest/globals'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { createInspector } from './inspector'
import { isPassivePdf } from './pdf'

const directory = mkdtempSync(join(tmpdir(), 'inspector-test-'))
const inspector = createInspector()
afterAll(() => {
  inspector.stop()
  rmSync(directory, { recursive: true })
})

function fileOf(content: string | Uint8Array): string {
  const path = join(directory, crypto.randomUUID())
  writeFileSync(path, content)
  return path
}

const inspect = (content: string | Uint8Array) => inspector.inspect(fileOf(content), 'sender')
const pdf = (body = '') =>
  `%PDF-1.7\n1 0 obj\n<< /Type /Catalog ${body} >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`
const refused = { ok: false, code: 'file_type_refused' }

/** A whole document with its objects compressed, as other programs write it. */
async function written(change: (document: PDFDocument) => unknown): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage()
  await change(document)
  return document.save({ useObjectStreams: true })
}

const picture = () =>
  sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 100, sigma: 30 },
    },
  })

describe('what a document is, by its content', () => {
  it('knows a PDF that only shows pages', async () => {
    const takes = { ok: true, mediaType: 'application/pdf' }
    for (const body of [
      '',
      '/OpenAction [2 0 R /Fit]',
      '/OpenAction << /S /GoTo /D [2 0 R /Fit] >>',
      '/A << /S /URI /URI (https://example.com) >>',
    ]) {
      expect([body, await inspect(pdf(body))]).toEqual([body, takes])
    }
    expect(await inspect(await written(() => undefined))).toEqual(takes)
  })

  it.each([
    ['runs a script', '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'],
    ['runs a script by an escaped name', '/OpenAction << /S /J#61vaScript /J#53 (app.alert(1)) >>'],
    ['starts a program', '/OpenAction << /S /Launch >>'],
    ['sends a form', '/AA << /WC << /S /Submit#46orm /F (https://evil.example) >> >>'],
    ['opens an address by itself', '/OpenAction << /S /URI /URI (https://evil.example) >>'],
    ['opens another file by itself', '/OpenAction << /S /GoToR /F (evil.pdf) >>'],
    ['brings a file along', '/Names << /EmbeddedFiles << /Names [] >> >>'],
    ['has a form of another kind', '/AcroForm << /XFA [] >>'],
  ])('refuses a PDF that %s', async (_what, body) => {
    expect(await inspect(pdf(body))).toEqual(refused)
  })

  it('refuses a PDF that is encrypted', async () => {
    expect(await inspect(pdf().replace('/Root 1 0 R', '/Root 1 0 R /Encrypt << /Filter /Standard /V 1 >>'))).toEqual(
      refused,
    )
  })

  it('finds actions hidden in compressed objects', async () => {
    expect(await inspect(await written((document) => document.addJavaScript('a', 'app.alert(1)')))).toEqual(refused)
    expect(await inspect(await written((document) => document.attach(new Uint8Array([1]), 'a.txt')))).toEqual(refused)
    const opens = (document: PDFDocument) => {
      const action = document.context.register(
        document.context.obj({ S: 'URI', URI: PDFString.of('https://evil.example') }),
      )
      document.catalog.set(PDFName.of('OpenAction'), action)
    }
    expect(await inspect(await written(opens))).toEqual(refused)
  })

  it('finds an escaped name between the objects too, where another reader may look', async () => {
    expect(await inspect(pdf().replace('trailer', '<< /S /J#61vaScript >>\ntrailer'))).toEqual(refused)
  })

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['plain text', 'charter.pdf'],
    ['a program', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['none', ''],
  ])('refuses %s', async (_what, content) => {
    expect(await inspect(content)).toEqual(refused)
  })

  it('takes whole pictures, and no half ones', async () => {
    for (const [kind, image] of [
      ['png', await picture().png().toBuffer()],
      ['jpeg', await picture().jpeg().toBuffer()],
    ] as const) {
      expect(await inspect(image)).toEqual({ ok: true, mediaType: `image/${kind}` })
      for (const length of [image.length / 2, image.length - 30])
        expect(await inspect(image.subarray(0, length))).toEqual({ ok: false, code: 'file_unreadable' })
    }
    expect(await inspect(pdf().slice(0, -20))).toEqual({ ok: false, code: 'file_unreadable' })
  })
})

describe('a file that is too much', () => {
  it.each([
    ['one beginning after another', 5_000, (count: number) => '/OpenAction<<'.repeat(count)],
    ['names and open brackets', 31_000, (count: number) => `${'/a'.repeat(count)}\n${'['.repeat(count / 2)}`],
  ])('takes time with its length alone: %s', async (_what, count, body) => {
    const fileWith = (length: number) => `%PDF-1.7\n${body(length)}\n%%EOF`
    const timeOf = async (length: number) => {
      const bytes = Buffer.from(fileWith(length))
      const before = process.cpuUsage()
      expect(await isPassivePdf(bytes)).toBe(true)
      return process.cpuUsage(before).user
    }
    expect(await inspect(fileWith(count))).toEqual({ ok: true, mediaType: 'application/pdf' })
    // Read once before, so that the code is compiled.
    await timeOf(count)
    // Four times the length: about four times the time, and sixteen times where what was read is read again and again.
    expect((await timeOf(4 * count)) / (await timeOf(count))).toBeLessThan(8)
  })

  it('is given up where it takes too long or too much memory, and the next one is looked at all the same', async () => {
    const bomb = deflateSync(Buffer.alloc(160 * 1024 * 1024), { level: 1 })
    const hidden = Buffer.concat([
      Buffer.from(
        `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n2 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`,
      ),
      bomb,
      Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
    ])
    const strict = createInspector({ timeMs: 60_000, memoryBytes: 256 * 1024 * 1024, waiting: 2 })
    const impatient = createInspector({ timeMs: 1, memoryBytes: 300 * 1024 * 1024, waiting: 2 })
    expect(await strict.inspect(fileOf(hidden), 'sender')).toEqual({ ok: false, code: 'overdue' })
    expect(await strict.inspect(fileOf(pdf()), 'sender')).toEqual({ ok: true, mediaType: 'application/pdf' })
    expect(await impatient.inspect(fileOf(pdf()), 'sender')).toEqual({ ok: false, code: 'overdue' })
    strict.stop()
    impatient.stop()
  })

  it('is not taken where too many wait already', async () => {
    const one = createInspector({ timeMs: 30_000, memoryBytes: 640 * 1024 * 1024, waiting: 2 })
    const path = fileOf(pdf())
    const codes = (await Promise.all([1, 2, 3].map(() => one.inspect(path, 'sender')))).map((found) =>
      found.ok ? 'ok' : found.code,
    )
    expect(codes).toEqual(['ok', 'ok', 'busy'])
    one.stop()
  })

  it('keeps no other sender waiting for more than the file that is being looked at', async () => {
    const path = fileOf(pdf())
    const done: string[] = []
    const send = async (sender: string) => {
      await inspector.inspect(path, sender)
      done.push(sender)
    }
    await Promise.all(['one', 'one', 'one', 'another', 'third', 'another'].map(send))
    expect(done).toEqual(['one', 'another', 'one', 'third', 'another', 'one'])
  })
})
