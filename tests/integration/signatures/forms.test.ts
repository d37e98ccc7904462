import { afterAll, describe, expect, it } from '@jest/globals'
import { createHash, randomBytes, sign as signBytes } from 'node:crypto'
import { PDFDocument, PDFRef } from '@cantoo/pdf-lib'
import * as asn1js from 'asn1js'
import { strToU8, zipSync } from 'fflate'
import gost89 from 'gost89'
import { Attribute, ContentInfo, SignedData } from 'pkijs'
import { createSigningKey } from '@/demo/signing-key'
import { certificatesIn } from '@/lib/server/signatures/certificates'
import type { Trust } from '@/lib/server/signatures/judgement'
import type { NamedContent } from '@/lib/server/signatures/message'
import { type Verification, verifySigned } from '@/lib/server/signatures/verify'
import {
  appendUpdate,
  containerOf,
  createCentre,
  type Identity,
  signPdf,
  timeStampOf,
  withTimeStamp,
  xadesContainer,
  type XadesOptions,
  xadesSignature,
  xmlSigner,
} from '@/tests/support/signing'

const centre = createCentre()
const unknownCentre = createCentre('Невідомий центр')
const rsa = centre.issue({ key: 'rsa' })
const ecdsa = centre.issue()
const authority = centre.issue({ use: 'timeStamping', subject: '/O=Центр/CN=Позначки часу' })
const expired = centre.issue({ from: '20210101000000Z', to: '20220101000000Z' })
const statute = Buffer.from('%PDF-1.7 statute')
const files = { 'Статут 7.pdf': statute }
const trust: Trust = { trusted: certificatesIn(centre.certificate), now: new Date() }
const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

afterAll(() => {
  centre.close()
  unknownCentre.close()
})

const verify = (content: Buffer, change: Partial<Trust> = {}, beside: NamedContent[] = []) =>
  verifySigned({ name: 'a.asice', content }, beside, { ...trust, ...change })
const verdicts = (verification: Verification) =>
  verification.ok ? verification.signatures.map(({ verdict }) => verdict) : verification.reason
const verdictsOf = async (content: Buffer, change: Partial<Trust> = {}, beside: NamedContent[] = []) =>
  verdicts(await verify(content, change, beside))

const xades = (options: XadesOptions = {}, signer = xmlSigner(ecdsa)) =>
  xadesContainer(files, [xadesSignature(files, signer, options)])

describe('a signature in XML (R15.1)', () => {
  it.each([
    ['RSA', xmlSigner(rsa)],
    ['RSA-PSS', xmlSigner(rsa, { pss: true })],
    ['ECDSA', xmlSigner(ecdsa)],
    ['Ed25519', xmlSigner(centre.issue({ key: 'ed25519' }))],
  ])('with %s is verified with its file, signer and stated time', async (_name, signer) => {
    const at = new Date(Date.now() - 1000)
    expect(await verify(xades({ at }, signer))).toMatchObject({
      form: 'container',
      files: [{ name: 'Статут 7.pdf' }],
      signatures: [
        {
          verdict: 'verified',
          covers: ['Статут 7.pdf'],
          signer: { name: 'Коваль Олена', edrpou: '42795490' },
          signed_at: at.toISOString(),
          time_stamp: null,
        },
      ],
    })
  })

  it('with DSTU 4145 and GOST 34.311 is verified', async () => {
    const key = createSigningKey(
      { company: 'ТОВ', edrpou: '42795490', surname: 'Коваль', givenName: 'Олена' },
      hours(-1),
    )
    const prefix = 'http://www.w3.org/2001/04/xmldsig-more#'
    const signer = {
      certificate: key.certificate,
      method: `${prefix}dstu4145-gost34311`,
      sign: key.signBytes,
      digest: { method: `${prefix}gost34311`, of: gost89.gosthash },
    }
    const container = xades({}, signer)
    expect(await verdictsOf(container, { trusted: certificatesIn(key.certificate) })).toEqual(['verified'])
    expect(await verdictsOf(container)).toEqual(['centre_unknown'])
    expect(await verdictsOf(xades({}, { ...signer, sign: () => randomBytes(64) }))).toEqual(['wrong'])
  })

  it.each([
    ['C14N 1.0', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'],
    ['C14N 1.0 with comments', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments'],
    ['C14N 1.1', 'http://www.w3.org/2006/12/xml-c14n11'],
  ])('in the canonical form %s is verified with the namespaces that it inherits', async (_name, name) => {
    const inherits = 'xmlns:asic="http://uri.etsi.org/02918/v1.2.1#" '
    expect(await verdictsOf(xades({ form: { name, inherits } }))).toEqual(['verified'])
    expect(await verdictsOf(xades({ form: { name, inherits: '' } }))).toEqual(['wrong'])
  })

  it('without a stated time has none (XAdES-BES)', async () => {
    expect(await verify(xades({ at: null }))).toMatchObject({ signatures: [{ verdict: 'verified', signed_at: null }] })
  })

  it('of two people shows both', async () => {
    const signatures = [xadesSignature(files, xmlSigner(rsa)), xadesSignature(files, xmlSigner(ecdsa), { id: 'S2' })]
    expect(await verdictsOf(xadesContainer(files, signatures))).toEqual(['verified', 'verified'])
  })

  it('over another content is altered, with a certificate or without', async () => {
    for (const certificate of [ecdsa.certificate, null]) {
      const signature = xadesSignature({ 'Статут 7.pdf': Buffer.from('another') }, xmlSigner(ecdsa), { certificate })
      expect(await verify(xadesContainer(files, [signature]))).toMatchObject({
        signatures: [{ verdict: 'altered', covers: [] }],
      })
    }
  })

  it('with a random value is wrong, and without a certificate nobody’s', async () => {
    const random = { ...xmlSigner(rsa), sign: () => randomBytes(256) }
    expect(await verdictsOf(xades({}, random))).toEqual(['wrong'])
    expect(await verdictsOf(xades({ certificate: null }, random))).toEqual(['no_certificate'])
    expect(await verdictsOf(xades({ certificate: null }))).toEqual(['no_certificate'])
  })

  it('is wrong with a certificate that it does not name', async () => {
    expect(await verdictsOf(xades({ named: rsa.certificate }))).toEqual(['wrong'])
  })

  it('counts only as far as its own elements are concerned, however they are wrapped', async () => {
    const genuine = xadesSignature(files, xmlSigner(ecdsa))
    const [properties = ''] = /<xades:SignedProperties[\s\S]*<\/xades:SignedProperties>/.exec(genuine) ?? []
    const later = properties.replace(/<xades:SigningTime>[^<]*/, '<xades:SigningTime>2020-01-01T00:00:00.000Z')
    // The signed properties moved away, others in their place.
    const moved = genuine
      .replace(properties, later)
      .replace('</ds:Signature>', `<ds:Object>${properties}</ds:Object></ds:Signature>`)
    expect(await verdictsOf(xadesContainer(files, [moved]))).toEqual(['altered'])
    // A genuine signature within one that covers something else.
    const other = { 'Статут 7.pdf': Buffer.from('another') }
    const wrapping = xadesSignature(other, xmlSigner(rsa), { id: 'S2', certificate: null }).replace(
      '</ds:Signature>',
      `<ds:Object>${genuine}</ds:Object></ds:Signature>`,
    )
    expect(await verify(xadesContainer(other, [wrapping]))).toMatchObject({ signatures: [{ verdict: 'wrong' }] })
    const hidden = xadesContainer(files, [`<x xmlns="urn:x">${genuine}</x>`])
    expect(await verdictsOf(hidden)).toBe('unreadable')
  })

  it.each([
    ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]><x/>'],
    ['an external entity', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'],
    ['nothing', ''],
    ['no signature', '<x/>'],
  ])('is unreadable with %s', async (_what, xml) => {
    const content = zipSync({ 'a.pdf': new Uint8Array(statute), 'META-INF/signatures0.xml': strToU8(xml) })
    expect(await verdictsOf(Buffer.from(content))).toBe('unreadable')
  })

  it('cannot be verified with a transform that could change what is signed', async () => {
    const signature = xadesSignature(files, xmlSigner(ecdsa)).replace(
      /(<ds:Reference URI="[^"]*">)/,
      '$1<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/></ds:Transforms>',
    )
    expect(await verify(xadesContainer(files, [signature]))).toMatchObject({ signatures: [{ covers: [] }] })
    expect(await verdictsOf(xadesContainer(files, [signature]))).not.toEqual(['verified'])
  })
})

describe('the time of a signature (R15.1)', () => {
  const stamped = (at: Date) => withTimeStamp(expired.sign(statute), (value) => timeStampOf(authority, value, at))
  const beside = [{ name: 'Статут 7.pdf', content: statute }]
  const within = new Date('2021-06-01T12:00:00Z')
  // The authority's certificate must have been valid too.
  const oldAuthority = centre.issue({ use: 'timeStamping', from: '20200101000000Z' })

  it('is proven by a good time stamp: an expired certificate was valid then', async () => {
    const signature = withTimeStamp(expired.sign(statute, { without: 'attributes' }), (value) =>
      timeStampOf(oldAuthority, value, within),
    )
    const old = {
      ...trust,
      trusted: [
        ...certificatesIn(centre.certificate),
        ...certificatesIn(oldAuthority.certificate),
        ...certificatesIn(expired.certificate),
      ],
    }
    expect(await verify(signature, old, beside)).toMatchObject({
      signatures: [
        {
          verdict: 'verified',
          signed_at: null,
          time_stamp: { at: within.toISOString(), verdict: 'trusted' },
        },
      ],
    })
  })

  it('by the signer’s clock never makes an expired certificate valid', async () => {
    expect(await verdictsOf(expired.sign(statute), {}, beside)).toEqual(['certificate_expired'])
  })

  it.each([
    ['on another signature', 'wrong', () => timeStampOf(authority, Buffer.from('another'), new Date())],
    ['of somebody without the right to stamp', 'unknown', (value: Buffer) => timeStampOf(rsa, value, new Date())],
    [
      'of an unknown authority',
      'unknown',
      (value: Buffer) => timeStampOf(unknownCentre.issue({ use: 'timeStamping' }), value, new Date()),
    ],
    ['that is something else', 'wrong', () => Buffer.from('3003020101', 'hex')],
  ] as const)('is not proven by a stamp %s', async (_what, verdict, stampOf) => {
    const signature = withTimeStamp(expired.sign(statute), stampOf)
    expect(await verify(signature, {}, beside)).toMatchObject({
      signatures: [{ verdict: 'certificate_expired', time_stamp: { verdict } }],
    })
    expect(await verify(withTimeStamp(ecdsa.sign(statute), stampOf), {}, beside)).toMatchObject({
      signatures: [{ verdict: 'verified', time_stamp: { verdict } }],
    })
  })

  it('is contradicted if it is before the document or after the receipt', async () => {
    const signed = ecdsa.sign(statute)
    expect(await verify(signed, {}, [{ ...beside[0]!, since: hours(2) }])).toMatchObject({
      signatures: [{ verdict: 'time_contradicted', contradiction: 'before_document' }],
    })
    expect(await verify(signed, { now: hours(-2) }, beside)).toMatchObject({
      signatures: [{ verdict: 'time_contradicted', contradiction: 'after_receipt' }],
    })
    expect(await verify(xades({ at: hours(5) }))).toMatchObject({
      signatures: [{ verdict: 'time_contradicted', contradiction: 'after_receipt' }],
    })
    expect(await verify(stamped(hours(3)), {}, beside)).toMatchObject({
      signatures: [{ verdict: 'certificate_expired', contradiction: 'after_receipt' }],
    })
  })

  it('is read from time stamps in XML', async () => {
    const at = new Date()
    const container = xades({ at, stampOf: (value) => timeStampOf(authority, value, at) })
    expect(await verify(container)).toMatchObject({
      signatures: [
        { verdict: 'verified', time_stamp: { verdict: 'trusted', authority: expect.stringContaining('Позначки') } },
      ],
    })
    const other = xades({ stampOf: () => timeStampOf(authority, Buffer.from('another'), at) })
    expect(await verify(other)).toMatchObject({ signatures: [{ time_stamp: { verdict: 'wrong' } }] })
  })
})

/** A message whose signature is changed. */
function changed(message: Buffer, change: (info: SignedData['signerInfos'][number]) => void): Buffer {
  const signed = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(message)).content })
  for (const info of signed.signerInfos) change(info)
  const content = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  return Buffer.from(content.toSchema().toBER())
}

describe('a signature in CMS (R15.1)', () => {
  const beside = [{ name: 'Статут 7.pdf', content: statute }]

  it('without a certificate signs nothing, attached or detached, and over another content is altered', async () => {
    const nobody = (attached: boolean) => ecdsa.sign(statute, { attached, without: 'certificate' })
    expect(await verdictsOf(nobody(true))).toEqual(['no_certificate'])
    expect(await verdictsOf(nobody(false), {}, beside)).toEqual(['no_certificate'])
    const exchanged = ecdsa.sign(Buffer.from('%PDF-1.7 another'), { attached: true, without: 'certificate' })
    exchanged.write('%PDF-1.7 statute', exchanged.indexOf('%PDF-1.7 another'))
    expect(await verdictsOf(exchanged)).toEqual(['altered'])
  })

  it('with a value of nothing is wrong, also with an algorithm that proves nothing', async () => {
    const nothing = (digest: string) =>
      changed(rsa.sign(statute, { attached: true, digest }), (info) => {
        info.signature.valueBlock.valueHexView = new Uint8Array(256)
      })
    for (const digest of ['sha256', 'sha1', 'md5']) expect(await verdictsOf(nothing(digest))).toEqual(['wrong'])
    for (const digest of ['sha1', 'md5'])
      expect(await verdictsOf(rsa.sign(statute, { attached: true, digest }))).toEqual(['unverifiable'])
  })

  it.each([
    ['a key that can be computed', { key: 'rsa:1024' }],
    ['a key for secret messages', { use: 'keyAgreement' }],
  ] as const)('by %s is not verified', async (_name, options) => {
    expect(await verdictsOf(centre.issue(options).sign(statute, { attached: true }))).toEqual(['unverifiable'])
  })

  it('is wrong if its attributes name another certificate', async () => {
    const naming = ({ certificate }: Identity) =>
      changed(rsa.sign(statute, { attached: true }), (info) => {
        const hash = createHash('sha256').update(certificate).digest()
        const named = [[[new asn1js.OctetString({ valueHex: new Uint8Array(hash) })]]] as const
        const list = new asn1js.Sequence({
          value: named.map(
            (lists) => new asn1js.Sequence({ value: lists.map((value) => new asn1js.Sequence({ value: [...value] })) }),
          ),
        })
        info.signedAttrs!.attributes.push(new Attribute({ type: '1.2.840.113549.1.9.16.2.47', values: [list] }))
        const signed = Buffer.from(info.signedAttrs!.toSchema().toBER())
        signed[0] = 0x31
        const value = new Uint8Array(signBytes('sha256', signed, rsa.key))
        info.signature = new asn1js.OctetString({ valueHex: value })
      })
    expect(await verdictsOf(naming(rsa))).toEqual(['verified'])
    expect(await verdictsOf(naming(ecdsa))).toEqual(['wrong'])
  })

  it('without attributes signs only plain data, and never the attributes of another signature', async () => {
    const typed = rsa.sign(statute, { attached: true, without: 'attributes', type: '1.2.3.4' })
    expect(await verdictsOf(typed)).toEqual(['altered'])
    let attributes = Buffer.alloc(0)
    const stripped = changed(rsa.sign(statute), (info) => {
      attributes = Buffer.from(info.signedAttrs!.encodedValue)
      delete info.signedAttrs
    })
    expect(await verdictsOf(stripped, {}, [{ name: 'attributes', content: attributes }])).toEqual(['content_missing'])
  })

  it('within another one covers the innermost file, and so does the other', async () => {
    const inner = rsa.sign(statute, { attached: true })
    const verification = await verifySigned(
      { name: 'Статут 7.pdf.p7m.p7s', content: ecdsa.sign(inner, { attached: true }) },
      [],
      trust,
    )
    expect(verification).toMatchObject({
      form: 'attached',
      files: [{ name: 'Статут 7.pdf', sha256: createHash('sha256').update(statute).digest('hex') }],
      signatures: [
        { verdict: 'verified', covers: ['Статут 7.pdf'] },
        { verdict: 'verified', covers: ['Статут 7.pdf'] },
      ],
    })
  })
})

describe('a container (R15.1)', () => {
  const spelled = (spelling: string, name: string) => {
    const reference = xadesSignature({ [name]: statute }, xmlSigner(ecdsa), { spell: () => spelling })
    return xadesContainer({ [name]: statute }, [reference])
  }

  it.each([
    ['a plus for a space', '%D0%9D%D0%B0%D0%BA%D0%B0%D0%B7+7.pdf', 'Наказ 7.pdf'],
    ['composed letters for decomposed ones', 'Копій.pdf', 'Копій.pdf'.normalize('NFD')],
    ['a character of XML', 'a&amp;b.pdf', 'a&b.pdf'],
    ['a quotation mark', 'a&quot;b.pdf', 'a"b.pdf'],
    ['another folder', 'docs/a.pdf', 'a.pdf'],
  ])('is verified where a reference spells a name with %s', async (_what, spelling, name) => {
    expect(await verify(spelled(spelling, name))).toMatchObject({
      signatures: [{ verdict: 'verified', covers: [name] }],
    })
  })

  it('of Windows is read: names in the code page of its console', async () => {
    const name = Buffer.from([0x8f, 0x84, 0x82])
    const zip = Buffer.from(xadesContainer({ AAA: statute }, [xadesSignature({ AAA: statute }, xmlSigner(ecdsa))]))
    for (let at = zip.indexOf('AAA'); at >= 0; at = zip.indexOf('AAA', at + 3)) name.copy(zip, at)
    expect(await verify(zip)).toMatchObject({
      files: [{ name: 'ПДВ' }],
      signatures: [{ verdict: 'verified', covers: ['ПДВ'] }],
    })
  })

  it('has files that no signature covers', async () => {
    const container = containerOf(files, (manifest) => rsa.sign(manifest), { 'Довіреність.pdf': new Uint8Array([1]) })
    expect(await verify(container)).toMatchObject({
      files: [{ name: 'Статут 7.pdf' }, { name: 'Довіреність.pdf' }],
      signatures: [{ verdict: 'verified', covers: ['Статут 7.pdf'] }],
    })
  })

  it('of one file is verified without a manifest (ASiC-S), also with the file in the signature', async () => {
    for (const attached of [false, true]) {
      const content = zipSync({
        mimetype: strToU8('application/vnd.etsi.asic-s+zip'),
        'Статут 7.pdf': new Uint8Array(statute),
        'META-INF/signature.p7s': new Uint8Array(rsa.sign(statute, { attached })),
      })
      expect(await verify(Buffer.from(content))).toMatchObject({
        files: [{ name: 'Статут 7.pdf' }],
        signatures: [{ verdict: 'verified', covers: ['Статут 7.pdf'] }],
      })
    }
  })

  it('can be an ordinary archive of a file and its signatures', async () => {
    const content = zipSync({
      'docs\\Статут 7.pdf': new Uint8Array(statute),
      'docs\\Статут 7.pdf.p7s': new Uint8Array(rsa.sign(statute)),
      'docs\\Статут 7.pdf_2.p7s': new Uint8Array(ecdsa.sign(statute, { attached: true })),
      'Квитанція.pdf': new Uint8Array([1]),
    })
    expect(await verify(Buffer.from(content))).toMatchObject({
      form: 'archive',
      files: [{ name: 'docs/Статут 7.pdf' }, { name: 'Квитанція.pdf' }],
      signatures: [
        { verdict: 'verified', covers: ['docs/Статут 7.pdf'] },
        { verdict: 'verified', covers: ['docs/Статут 7.pdf'] },
      ],
    })
  })

  it('can be an archive of macOS, whose own files are no documents', async () => {
    const double = Uint8Array.from([0, 5, 22, 7, 0, 2, 0, 0])
    const packed = zipSync({
      'Статут.pdf': statute,
      'Статут.pdf.p7s': ecdsa.sign(statute),
      '__MACOSX/._Статут.pdf': double,
      '__MACOSX/._Статут.pdf.p7s': double,
      '.DS_Store': Uint8Array.from([0, 0, 0, 1, 0x42, 0x75, 0x64, 0x31]),
    })
    expect(await verify(Buffer.from(packed))).toMatchObject({
      files: [{ name: 'Статут.pdf' }],
      signatures: [{ verdict: 'verified', covers: ['Статут.pdf'] }],
    })
  })

  it('of a signature alone is verified with the file that it is for', async () => {
    const packed = Buffer.from(zipSync({ 'Статут.pdf.p7s': ecdsa.sign(statute) }))
    const beside = [{ name: 'Статут.pdf', content: statute }]
    expect(await verify(packed, {}, beside)).toMatchObject({
      files: [{ name: 'Статут.pdf', beside: true }],
      signatures: [{ verdict: 'verified', covers: ['Статут.pdf'] }],
    })
    expect(await verdictsOf(packed)).toEqual(['content_missing'])
  })

  it('with more references than files is not read', async () => {
    const info = `<ds:SignedInfo>${'<ds:Reference URI="#x"/>'.repeat(20_000)}`
    const flooded = xadesSignature(files, xmlSigner(ecdsa)).replace('<ds:SignedInfo>', info)
    expect(await verdictsOf(xadesContainer(files, [flooded]))).toBe('unreadable')
  })
})

describe('a signed PDF (R15.1)', () => {
  const made = (async () => {
    const document = await PDFDocument.create()
    document.addPage([300, 300]).drawText('Agreement')
    return Buffer.from(await document.save({ useObjectStreams: false }))
  })()
  const sign = (content: Buffer) => rsa.sign(content)

  it('is verified, and known as the PDF that it extends', async () => {
    const pdf = await made
    const verification = await verify(await signPdf(pdf, { sign }), {}, [{ name: 'agreement.pdf', content: pdf }])
    expect(verification).toMatchObject({
      form: 'pdf',
      files: [{ revision_of: createHash('sha256').update(pdf).digest('hex') }],
      signatures: [{ verdict: 'verified', covers: ['a.asice'] }],
    })
  })

  it('with two signatures is verified twice', async () => {
    const pdf = await made
    const both = await signPdf(await signPdf(pdf, { sign }), { sign: (content) => ecdsa.sign(content) })
    expect(await verify(both, {}, [{ name: 'agreement.pdf', content: pdf }])).toMatchObject({
      files: [{ revision_of: expect.any(String) }],
      signatures: [{ verdict: 'verified' }, { verdict: 'verified' }],
    })
  })

  it('is altered if a byte of it is changed', async () => {
    const signed = await signPdf(await made, { sign })
    signed[signed.indexOf('/Page')] = 0x2f
    const at = signed.indexOf('300')
    signed.write('301', at)
    expect(await verdictsOf(signed)).toEqual(['altered'])
  })

  it('is changed after signing if an update does more than sign', async () => {
    const signed = await signPdf(await made, { sign })
    const { context } = await PDFDocument.load(new Uint8Array(signed), { updateMetadata: false })
    const update = (ref: PDFRef, text: string) =>
      appendUpdate(signed, {
        objects: [[ref, text]],
        root: context.trailerInfo.Root as PDFRef,
        size: context.largestObjectNumber + 1,
      })
    const page = context.enumerateIndirectObjects().find(([, object]) => object.toString().includes('/Type /Page\n'))
    expect(await verdictsOf(update(page![0], page![1].toString().replace('300', '200')))).toEqual(['changed_after'])
    // A new object that nothing refers to shows nothing.
    const unused = PDFRef.of(context.largestObjectNumber + 1)
    expect(await verdictsOf(update(unused, '<< /Type /DSS >>'))).toEqual(['verified'])
    // A place in the table within a comment.
    const hidden = update(unused, `null\nendobj\n% ${page![0].objectNumber} 0 obj << /Type /Page >>\n1 0 obj null`)
    expect(await verdictsOf(hidden)).toEqual(['changed_after'])
  })

  it('is changed after signing if an update gives a part of the document to what programs ignore', async () => {
    const pdf = await made
    const signed = await signPdf(pdf, { sign })
    const { context } = await PDFDocument.load(new Uint8Array(signed), { updateMetadata: false })
    const root = context.trailerInfo.Root as PDFRef
    const catalog = context.lookup(root)!.toString()
    const [text] = context.enumerateIndirectObjects().find(([, object]) => object.toString().includes('/FlateDecode'))!
    const size = context.largestObjectNumber + 1
    const replaced = [text, '<< /Length 4 >>\nstream\nq  Q\nendstream'] as const
    const withKey = (key: string) => catalog.replace(/>>\s*$/, `/${key} ${text.toString()} >>`)
    const plain = appendUpdate(signed, { objects: [[text, replaced[1]]], root, size }).toString('latin1')
    const changes = {
      info: Buffer.from(
        plain.replace(/(?=\/Prev \d+ >>\s+startxref\s+\d+\s+%%EOF\s+$)/, `/Info ${text.toString()} `),
        'latin1',
      ),
      metadata: appendUpdate(signed, { objects: [[root, withKey('Metadata')], [...replaced]], root, size }),
      verification: appendUpdate(signed, { objects: [[root, withKey('DSS')], [...replaced]], root, size }),
    }
    for (const [name, content] of Object.entries(changes))
      expect([name, await verify(content, {}, [{ name: 'agreement.pdf', content: pdf }])]).toMatchObject([
        name,
        { files: [{ revision_of: null }], signatures: [{ verdict: 'changed_after' }] },
      ])
  })

  it('is changed after signing if its last table does not continue the former one', async () => {
    const signed = await signPdf(await made, { sign })
    const { context } = await PDFDocument.load(new Uint8Array(signed), { updateMetadata: false })
    const root = context.trailerInfo.Root as PDFRef
    const size = context.largestObjectNumber + 1
    const unused = [PDFRef.of(size), '<< /Type /DSS >>'] as const
    const updated = appendUpdate(signed, { objects: [[...unused]], root, size: size + 1 }).toString('latin1')
    const tail = (change: (text: string) => string) =>
      Buffer.from(updated.slice(0, signed.length) + change(updated.slice(signed.length)), 'latin1')
    expect(await verdictsOf(tail((text) => text))).toEqual(['verified'])
    for (const change of [
      (text: string) => text.replace(/\/Prev \d+ /, ''),
      (text: string) => text.replace(/\/Prev \d+ /, '/Prev 15 '),
      (text: string) => text.replace('xref\n', 'xref % rows\n'),
      (text: string) => text.replace(` 1\n`, ` 2\n`),
      (text: string) => text.replace(/\/Root \d+ /, '/Root 99 '),
      (text: string) => text.replace(/startxref\n\d+/, `startxref\n${signed.lastIndexOf('\nxref') + 1}`),
    ])
      expect([String(change), await verdictsOf(tail(change))]).toEqual([String(change), ['changed_after']])
  })

  it('may be updated with a stream of places', async () => {
    const signed = await signPdf(await made, { sign })
    const { context } = await PDFDocument.load(new Uint8Array(signed), { updateMetadata: false })
    const size = context.largestObjectNumber + 1
    const former = /startxref\s+(\d+)/.exec(signed.subarray(-64).toString('latin1'))?.[1]
    const update = (previous: string | undefined) => {
      const object = `\n${size} 0 obj\n<< /Type /DSS >>\nendobj\n`
      const table = signed.length + object.length
      const rows = [signed.length + 1, table].map((place) => `01${place.toString(16).padStart(8, '0')}00`).join('')
      const dict = `<< /Type /XRef /Size ${size + 2} /Index [${size} 2] /W [1 4 1] /Root ${String(context.trailerInfo.Root)} /Prev ${previous} /Filter /ASCIIHexDecode /Length ${rows.length + 1} >>`
      const stream = `${size + 1} 0 obj\n${dict}\nstream\n${rows}>\nendstream\nendobj\n`
      return Buffer.concat([signed, Buffer.from(`${object}${stream}startxref\n${table}\n%%EOF\n`, 'latin1')])
    }
    expect(await verdictsOf(update(former))).toEqual(['verified'])
    expect(await verdictsOf(update('15'))).toEqual(['changed_after'])
  })

  it('that was changed before signing is not the PDF that it extends', async () => {
    const pdf = await made
    const beside = [{ name: 'agreement.pdf', content: pdf }]
    const edit = (texts: { catalog: string; page: string }) => ({ ...texts, page: texts.page.replaceAll('300', '200') })
    for (const options of [
      { sign, edit },
      { sign, rectangle: '0 0 300 300' },
    ])
      expect(await verify(await signPdf(pdf, options), {}, beside)).toMatchObject({
        files: [{ revision_of: null }],
        signatures: [{ verdict: 'verified' }],
      })
  })

  it('without a signer’s certificate, or with something else in its place, is signed by nobody', async () => {
    const pdf = await made
    const nobody = (content: Buffer) => rsa.sign(content, { without: 'certificate' })
    expect(await verdictsOf(await signPdf(pdf, { sign: nobody }))).toEqual(['no_certificate'])
    expect(await verdictsOf(await signPdf(pdf, { sign: () => randomBytes(100) }))).toEqual(['no_certificate'])
    expect(await verdictsOf(pdf)).toBe('unreadable')
  })
})
