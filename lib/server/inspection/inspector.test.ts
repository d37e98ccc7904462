import { afterAll, describe, expect, it } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { zipSync, type Zippable } from 'fflate'
import sharp from 'sharp'
import { createInspector } from './inspector'

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

const sender = { id: 'sender', isTrusted: true }
const inspect = (content: string | Uint8Array) => inspector.inspect(fileOf(content), sender)
const pdf = (body = '') =>
  `%PDF-1.7\n1 0 obj\n<< /Type /Catalog ${body} >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`
const refusal = (code: string) => ({ ok: false, code })
const refused = refusal('file_type_refused')

/** A complete document with compressed objects, as other programs write them. */
async function createPdf(change: (document: PDFDocument) => unknown): Promise<Uint8Array> {
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

describe('the inspection of an uploaded file', () => {
  it('accepts a PDF that only shows pages', async () => {
    const accepted = { ok: true, mediaType: 'application/pdf', signed: false }
    for (const body of [
      '',
      '/OpenAction [2 0 R /Fit]',
      '/OpenAction << /S /GoTo /D [2 0 R /Fit] >>',
      '/A << /S /URI /URI (https://example.com) >>',
    ]) {
      expect([body, await inspect(pdf(body))]).toEqual([body, accepted])
    }
    expect(await inspect(await createPdf(() => undefined))).toEqual(accepted)
  })

  it.each([
    ['runs a script', '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'],
    ['runs a script by an escaped name', '/OpenAction << /S /J#61vaScript /J#53 (app.alert(1)) >>'],
    ['starts a program', '/OpenAction << /S /Launch >>'],
    ['sends a form', '/AA << /WC << /S /Submit#46orm /F (https://evil.example) >> >>'],
    ['opens an address by itself', '/OpenAction << /S /URI /URI (https://evil.example) >>'],
    ['opens another file by itself', '/OpenAction << /S /GoToR /F (evil.pdf) >>'],
    ['has a form of another kind', '/AcroForm << /XFA [] >>'],
  ])('refuses a PDF that %s', async (_what, body) => {
    expect(await inspect(pdf(body))).toEqual(refusal('file_active'))
  })

  it('refuses a PDF with files attached', async () => {
    expect(await inspect(pdf('/Names << /EmbeddedFiles << /Names [] >> >>'))).toEqual(refusal('file_has_attachments'))
  })

  it('accepts a PDF that is only locked against changes, and refuses one that needs a password', async () => {
    const locked = (passwords: { userPassword?: string; ownerPassword: string }) => async (document: PDFDocument) =>
      document.encrypt({ ...passwords, permissions: { modifying: false } })
    expect(await inspect(await createPdf(locked({ ownerPassword: 'bank' })))).toEqual({
      ok: true,
      mediaType: 'application/pdf',
      signed: false,
    })
    expect(await inspect(await createPdf(locked({ userPassword: 'secret', ownerPassword: 'bank' })))).toEqual(
      refusal('file_locked'),
    )
    const active = async (document: PDFDocument) => {
      document.addJavaScript('a', 'app.alert(1)')
      await locked({ ownerPassword: 'bank' })(document)
    }
    expect(await inspect(await createPdf(active))).toEqual(refusal('file_active'))
  })

  it('finds actions in compressed objects', async () => {
    expect(await inspect(await createPdf((document) => document.addJavaScript('a', 'app.alert(1)')))).toEqual(
      refusal('file_active'),
    )
    expect(await inspect(await createPdf((document) => document.attach(new Uint8Array([1]), 'a.txt')))).toEqual(
      refusal('file_has_attachments'),
    )
    const opens = (document: PDFDocument) => {
      const action = document.context.register(
        document.context.obj({ S: 'URI', URI: PDFString.of('https://evil.example') }),
      )
      document.catalog.set(PDFName.of('OpenAction'), action)
    }
    expect(await inspect(await createPdf(opens))).toEqual(refusal('file_active'))
  })

  it('finds escaped names between the objects too, which other readers may parse', async () => {
    expect(await inspect(pdf().replace('trailer', '<< /S /J#61vaScript >>\ntrailer'))).toEqual(refusal('file_active'))
  })

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['plain text', 'charter.pdf'],
    ['a program', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['an empty file', ''],
  ])('refuses %s', async (_what, content) => {
    expect(await inspect(content)).toEqual(refused)
  })

  it('accepts only complete pictures', async () => {
    for (const [kind, image] of [
      ['png', await picture().png().toBuffer()],
      ['jpeg', await picture().jpeg().toBuffer()],
    ] as const) {
      expect(await inspect(image)).toEqual({ ok: true, mediaType: `image/${kind}`, signed: false })
      for (const length of [image.length / 2, image.length - 30])
        expect(await inspect(image.subarray(0, length))).toEqual({ ok: false, code: 'file_unreadable' })
    }
    expect(await inspect(await picture().tiff().toBuffer())).toEqual({
      ok: true,
      mediaType: 'image/tiff',
      signed: false,
    })
    expect(await inspect(pdf().slice(0, -20))).toEqual({ ok: false, code: 'file_unreadable' })
  })
})

const text = (content: string) => new TextEncoder().encode(content)
const zip = (entries: Zippable) => inspect(zipSync(entries))
/** The beginning of a CMS SignedData as DER. */
function signature(content = new Uint8Array(300)): Buffer {
  const body = Buffer.concat([Buffer.from('06092a864886f70d010702', 'hex'), content])
  return Buffer.concat([Buffer.from([0x30, 0x82, body.length >> 8, body.length & 255]), body])
}
/** A compound file (the older Office formats) with these streams in its directory. */
function compoundFile(...streams: string[]): Buffer {
  const names = streams.map((name) => Buffer.from(`${name}\0`, 'utf16le'))
  return Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512), ...names, Buffer.alloc(512)])
}

/** A zip of one text whose uncompressed size in the central directory is `bytes`. */
function declaring(bytes: number): Buffer {
  const archive = Buffer.from(zipSync({ 'a.txt': [new Uint8Array(1_000_000).fill(32), { level: 9 }] }))
  archive.writeUInt32LE(bytes, archive.indexOf('PK\u0001\u0002', 'latin1') + 24)
  return archive
}

describe('the inspection of signatures and archives (R15.1)', () => {
  it('recognizes a signature, attached or detached, as DER, base64 and PEM', async () => {
    const accepted = { ok: true, mediaType: 'application/pkcs7-signature', signed: true }
    const base64 = signature().toString('base64')
    expect(await inspect(signature())).toEqual(accepted)
    expect(await inspect(base64)).toEqual(accepted)
    expect(await inspect(`-----BEGIN PKCS7-----\n${base64}\n-----END PKCS7-----\n`)).toEqual(accepted)
    expect(await inspect(signature().subarray(0, 200))).toEqual(refused)
    expect(await inspect(Buffer.from('30820100020100', 'hex'))).toEqual(refused)
  })

  it('distinguishes a container of signatures from a plain archive', async () => {
    const document = text(pdf())
    const p7s = new Uint8Array(signature())
    expect(await zip({ 'charter.pdf': document, 'notes.txt': text('…') })).toEqual({
      ok: true,
      mediaType: 'application/zip',
      signed: false,
    })
    const container = { mimetype: text('application/vnd.etsi.asic-e+zip'), 'charter.pdf': document }
    expect(
      await zip({ ...container, 'META-INF/signature001.p7s': p7s, 'META-INF/ASiCManifest.xml': text('<a/>') }),
    ).toEqual({ ok: true, mediaType: 'application/vnd.etsi.asic-e+zip', signed: true })
    expect(
      await zip({
        mimetype: text('application/vnd.etsi.asic-s+zip'),
        'a.pdf': document,
        'META-INF/signature.p7s': p7s,
      }),
    ).toEqual({ ok: true, mediaType: 'application/vnd.etsi.asic-s+zip', signed: true })
  })

  it('recognizes signatures within a PDF, and beside it in an archive', async () => {
    const signed = pdf('/V << /ByteRange [0 10 20 30] >>')
    expect(await inspect(signed)).toEqual({ ok: true, mediaType: 'application/pdf', signed: true })
    const archive = { ok: true, mediaType: 'application/zip', signed: true }
    expect(await zip({ 'a.pdf': text(signed) })).toEqual(archive)
    expect(await zip({ 'a.pdf': text(pdf()), 'a.pdf.p7s': new Uint8Array(signature()) })).toEqual(archive)
  })

  it.each<[string, string, number[]]>([
    ['Explorer', 'ПДВ', [0x8f, 0x84, 0x82]],
    ['windows-1251', 'ПДВ', [0xcf, 0xc4, 0xc2]],
  ])('accepts an archive with names as %s writes them', async (_what, _name, bytes) => {
    const archive = Buffer.from(zipSync({ AAA: text(pdf()) }))
    for (let at = archive.indexOf('AAA'); at >= 0; at = archive.indexOf('AAA', at + 3))
      Buffer.from(bytes).copy(archive, at)
    expect(await inspect(archive)).toEqual({ ok: true, mediaType: 'application/zip', signed: false })
  })

  it('accepts an archive of macOS with what it adds, and no program under such a name', async () => {
    const double = new Uint8Array([0, 5, 22, 7, 0, 2, 0, 0])
    const store = new Uint8Array([0, 0, 0, 1, 0x42, 0x75, 0x64, 0x31])
    const document = { 'a.pdf': text(pdf()) }
    expect(await zip({ ...document, '__MACOSX/._a.pdf': double, 'docs/.DS_Store': store })).toMatchObject({ ok: true })
    for (const name of ['__MACOSX/._a.exe', '.DS_Store', '__MACOSX/a.exe'])
      expect(await zip({ ...document, [name]: text('MZ') })).toEqual(refusal('file_archive_refused'))
  })

  it('accepts an archive with backslashes between folders', async () => {
    expect(await zip({ 'docs\\charter.pdf': text(pdf()) })).toMatchObject({ ok: true })
  })

  it.each<[string, string, Zippable]>([
    [
      'file_archive_refused',
      'a program',
      { 'setup.exe': new Uint8Array(Buffer.from('MZ\u0090\u0000'.padEnd(600, '\u0000'), 'latin1')) },
    ],
    ['file_archive_refused', 'a script', { 'run.bat': text('del *') }],
    [
      'file_archive_refused',
      'a program under the name of a text',
      { 'readme.txt': new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]) },
    ],
    ['file_archive_names_refused', 'a name that leaves the folder', { '../charter.pdf': text(pdf()) }],
    ['file_archive_names_refused', 'an absolute name', { '/etc/charter.pdf': text(pdf()) }],
    ['file_archive_names_refused', 'a Windows path', { 'C:\\charter.pdf': text(pdf()) }],
    ['file_archive_refused', 'another archive', { 'inner.zip': zipSync({ 'charter.pdf': text(pdf()) }) }],
    ['file_empty', 'nothing', {}],
    [
      'file_archive_too_large',
      'too many files',
      Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${index}.txt`, text('a')])),
    ],
  ])('refuses with %s an archive with %s', async (code, _what, entries) => {
    expect(await zip(entries)).toEqual(refusal(code))
  })

  it('refuses an archive that contains a file that is refused itself', async () => {
    expect(await zip({ 'a.pdf': text(pdf('/AA << /WC << /S /JavaScript >> >>')) })).toEqual(refusal('file_active'))
  })

  it('refuses an archive that declares more than the limit', async () => {
    expect(await inspect(declaring(129 * 1024 * 1024))).toEqual(refusal('file_archive_too_large'))
  })

  it('unpacks no more than is declared', async () => {
    const finding = await inspect(declaring(10))
    expect(finding.ok ? 'bounded' : finding.code).toMatch(/bounded|file_unreadable/)
  })

  it('refuses an archive with a password', async () => {
    const archive = Buffer.from(zipSync({ 'a.pdf': text(pdf()) }))
    archive.writeUInt16LE(1, archive.indexOf('PK\u0001\u0002', 'latin1') + 8)
    expect(await inspect(archive)).toEqual(refusal('file_locked'))
  })

  it('accepts the older Office formats without macros and passwords', async () => {
    expect(await inspect(compoundFile('WordDocument'))).toEqual({
      ok: true,
      mediaType: 'application/msword',
      signed: false,
    })
    expect(await inspect(compoundFile('Workbook'))).toEqual({
      ok: true,
      mediaType: 'application/vnd.ms-excel',
      signed: false,
    })
    expect(await inspect(compoundFile('WordDocument', '_VBA_PROJECT'))).toEqual(refusal('file_active'))
    expect(await inspect(compoundFile('EncryptedPackage'))).toEqual(refusal('file_locked'))
    expect(await inspect(compoundFile('__properties_version1.0'))).toEqual(refused)
  })

  it('accepts OpenDocument without macros', async () => {
    const type = 'application/vnd.oasis.opendocument.text'
    const document = { mimetype: [text(type), { level: 0 }], 'content.xml': text('<a/>') } satisfies Zippable
    expect(await zip(document)).toEqual({ ok: true, mediaType: type, signed: false })
    expect(await zip({ ...document, 'Basic/Standard/Module1.xml': text('<a/>') })).toEqual(refusal('file_active'))
  })
})

describe('an uploaded file', () => {
  it.each([
    ['one beginning after another', '/OpenAction<'.repeat(320_000)],
    ['open dictionaries', '/OpenAction<<'.repeat(300_000)],
    ['names and open brackets', `${'/a'.repeat(1_000_000)}\n${'['.repeat(1_000_000)}`],
    ['no objects', ''],
  ])('is not a PDF with megabytes of junk: %s', async (_what, junk) => {
    expect(await inspect(`%PDF-1.7\n${junk}\n%%EOF`)).toEqual(refusal('file_unreadable'))
    expect(await inspect(pdf().replace('trailer', `${junk}\ntrailer`))).toEqual(
      junk === '' ? { ok: true, mediaType: 'application/pdf', signed: false } : refusal('file_unreadable'),
    )
  })

  const limits = { cpuMs: 60_000, memoryBytes: 640 * 1024 * 1024, attemptMs: 60_000, totalMs: 120_000 }

  it('is refused if it takes too much memory or processor time, and the next one is inspected', async () => {
    const bomb = deflateSync(Buffer.alloc(160 * 1024 * 1024), { level: 1 })
    const hidden = Buffer.concat([
      Buffer.from(
        `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n2 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`,
      ),
      bomb,
      Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
    ])
    const small = createInspector({ ...limits, memoryBytes: 256 * 1024 * 1024 })
    const hasty = createInspector({ ...limits, cpuMs: 1 })
    expect(await small.inspect(fileOf(hidden), sender)).toEqual(refusal('file_unreadable'))
    expect(await small.inspect(fileOf(pdf()), sender)).toEqual({
      ok: true,
      mediaType: 'application/pdf',
      signed: false,
    })
    expect(await hasty.inspect(fileOf(hidden), sender)).toEqual(refusal('file_unreadable'))
    small.stop()
    hasty.stop()
  })

  it('is not refused as unreadable because the machine is busy', async () => {
    const slow = createInspector({ ...limits, attemptMs: 0 })
    const late = createInspector({ ...limits, totalMs: 0 })
    // A pipe without a writer: reading it never ends.
    const pipe = join(directory, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(await slow.inspect(pipe, sender)).toEqual(refusal('file_check_delayed'))
    expect(await late.inspect(fileOf(pdf()), sender)).toEqual(refusal('file_check_delayed'))
    slow.stop()
    late.stop()
  })

  it('leaves the queue when its sender hangs up', async () => {
    const path = fileOf(pdf())
    const hungUp = new AbortController()
    const first = inspector.inspect(path, sender)
    const second = inspector.inspect(path, { ...sender, signal: hungUp.signal })
    hungUp.abort()
    expect(await second).toEqual(refusal('file_check_delayed'))
    expect((await first).ok).toBe(true)
  })

  it('delays other senders by at most the file being inspected', async () => {
    expect(await orderOf(['one', 'one', 'one', 'another', 'third', 'another'])).toEqual([
      'one',
      'another',
      'one',
      'third',
      'another',
      'one',
    ])
  })

  it('does not delay active companies behind unconfirmed ones', async () => {
    expect(await orderOf(['new', 'new', 'newer', 'active', 'active'], (id) => id === 'active')).toEqual([
      'new',
      'active',
      'active',
      'new',
      'newer',
    ])
  })

  async function orderOf(ids: string[], isTrusted = (_id: string) => true): Promise<string[]> {
    const path = fileOf(pdf())
    const done: string[] = []
    const send = async (id: string) => {
      await inspector.inspect(path, { id, isTrusted: isTrusted(id) })
      done.push(id)
    }
    await Promise.all(ids.map(send))
    return done
  }
})
