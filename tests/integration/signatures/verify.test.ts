import { afterAll, describe, expect, it } from '@jest/globals'
import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import { ContentInfo, SignedData } from 'pkijs'
import { createSigningKey } from '@/demo/signing-key'
import { containerOf, createCentre } from '@/tests/support/signing'
import { MAX_ARCHIVE_BYTES } from '@/lib/server/platform/archive'
import { certificatesIn, derOf } from '@/lib/server/signatures/certificates'
import type { Trust } from '@/lib/server/signatures/cms'
import { type Verification, verifySigned } from '@/lib/server/signatures/verify'

const centre = createCentre()
const unknownCentre = createCentre('Невідомий центр')
const namesake = createCentre()
const rsa = centre.issue({ key: 'rsa' })
const ecdsa = centre.issue()
const pdf = Buffer.from('%PDF-1.7 agreement 12')
const otherFiles = [
  { name: 'other.pdf', content: Buffer.from('another') },
  { name: 'agreement.pdf', content: pdf },
]
const trust: Trust = { trusted: certificatesIn(centre.certificate), now: new Date() }

afterAll(() => {
  for (const each of [centre, unknownCentre, namesake]) each.close()
})

const verify = (content: Buffer, container: Partial<Trust> = {}, others = otherFiles) =>
  verifySigned({ name: 'agreement.pdf.p7s', content }, others, { ...trust, ...container })
const verdicts = (verification: Verification) =>
  verification.ok ? verification.signatures.map(({ verdict }) => verdict) : verification.reason

function withFlippedBit(content: Buffer, at: number): Buffer {
  const copy = Buffer.from(content)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('a signature in CMS (R15.1)', () => {
  it.each([
    ['RSA', rsa, {}],
    ['RSA-PSS', rsa, { pss: true }],
    ['RSA with SHA-512', rsa, { digest: 'sha512' }],
    ['ECDSA', ecdsa, {}],
  ])('with %s is verified with signer and time, detached and attached', (_name, identity, options) => {
    const detached = verify(identity.sign(pdf, options))
    expect(detached).toMatchObject({
      ok: true,
      form: 'detached',
      files: [{ name: 'agreement.pdf', bytes: pdf.length, beside: true }],
      signatures: [
        {
          verdict: 'verified',
          covers: ['agreement.pdf'],
          signer: { name: 'Коваль Олена', company: 'ТОВ Покупець', edrpou: '42795490', issuer: 'Тестовий центр' },
          signed_at: expect.stringMatching(/^20\d\d-/),
        },
      ],
    })
    const attached = verify(identity.sign(pdf, { ...options, attached: true }), {}, [])
    expect(attached).toMatchObject({ ok: true, form: 'attached', files: [{ name: 'agreement.pdf', beside: false }] })
    expect(verdicts(attached)).toEqual(['verified'])
  })

  it('with DSTU 4145 is verified', () => {
    const person = { company: 'ТОВ Покупець', edrpou: '42795490', surname: 'Коваль', givenName: 'Олена' }
    const key = createSigningKey(person, new Date(Date.now() - 1000))
    const trusted = certificatesIn(key.certificate)
    for (const attached of [false, true]) {
      const signature = key.sign(pdf, { at: new Date(), attached })
      expect(verify(signature, { trusted })).toMatchObject({
        ok: true,
        signatures: [{ verdict: 'verified', signer: { name: 'Коваль Олена', edrpou: '42795490' } }],
      })
      expect(verdicts(verify(signature))).toEqual(['centre_unknown'])
      expect(verdicts(verify(withFlippedBit(signature, signature.length - 5)))).not.toEqual(['centre_unknown'])
    }
    const attached = key.sign(pdf, { at: new Date(), attached: true })
    expect(verdicts(verify(withFlippedBit(attached, attached.indexOf('agreement 12'))))).toEqual(['altered'])
  })

  it('of another file does not cover this one', () => {
    expect(verify(rsa.sign(Buffer.from('agreement 13')))).toMatchObject({ form: 'detached', files: [] })
    expect(verdicts(verify(rsa.sign(Buffer.from('agreement 13'))))).toEqual(['content_missing'])
  })

  it('is altered if its content, value or attributes were changed', () => {
    const attached = rsa.sign(pdf, { attached: true })
    expect(verdicts(verify(withFlippedBit(attached, attached.indexOf('agreement 12'))))).toEqual(['altered'])
    expect(verdicts(verify(withFlippedBit(attached, attached.length - 3)))).toEqual(['altered'])
    const time = attached.indexOf(Buffer.from('2a864886f70d010905', 'hex'))
    expect(verdicts(verify(withFlippedBit(attached, time + 9 + 2 + 2 + 9)))).toEqual(['altered'])
  })

  it('is reported if its certificate had expired or was not valid yet', () => {
    const expired = centre.issue({ from: '20240101000000Z', to: '20250101000000Z' })
    const early = centre.issue({ from: '20400101000000Z', to: '20410101000000Z' })
    expect(verdicts(verify(expired.sign(pdf)))).toEqual(['certificate_expired'])
    expect(verdicts(verify(early.sign(pdf)))).toEqual(['certificate_not_yet_valid'])
  })

  it('is not verified if its centre is unknown or there are no trusted certificates', () => {
    expect(verdicts(verify(unknownCentre.issue().sign(pdf)))).toEqual(['centre_unknown'])
    expect(verdicts(verify(rsa.sign(pdf), { trusted: [] }))).toEqual(['signer_unchecked'])
  })

  it('is not verified by the name of its centre', () => {
    expect(verdicts(verify(namesake.issue().sign(pdf)))).toEqual(['centre_unknown'])
  })

  it('is not verified by the certificate of a person', () => {
    expect(verdicts(verify(rsa.sign(pdf), { trusted: certificatesIn(ecdsa.certificate) }))).toEqual(['centre_unknown'])
  })

  it('cannot be verified with a weak hash', () => {
    expect(verdicts(verify(rsa.sign(pdf, { digest: 'sha1', attached: true })))).toEqual(['unverifiable'])
  })

  it('is unreadable if the file is something else', () => {
    for (const content of [
      Buffer.from('hello'),
      pdf,
      Buffer.alloc(0),
      centre.certificate,
      Buffer.from('PK\u0003\u0004'),
    ])
      expect(verify(content)).toEqual({ ok: false, reason: 'unreadable' })
  })
})

describe('an ASiC-E container (R15.1)', () => {
  const signed = containerOf({ 'договір.pdf': pdf, 'annex.txt': Buffer.from('annex') }, (each) => rsa.sign(each))

  it('is verified with its files and their signers', () => {
    expect(verify(signed)).toMatchObject({
      ok: true,
      form: 'container',
      files: [{ name: 'договір.pdf' }, { name: 'annex.txt' }],
      signatures: [{ verdict: 'verified', covers: ['договір.pdf', 'annex.txt'], signer: { edrpou: '42795490' } }],
    })
  })

  it('is altered if a file was replaced', () => {
    const swapped = containerOf({ 'a.pdf': pdf }, (each) => rsa.sign(each), { 'a.pdf': new Uint8Array([1, 2, 3]) })
    expect(verify(swapped)).toMatchObject({ signatures: [{ verdict: 'altered', covers: [] }] })
  })

  it('does not cover a file that is not signed', () => {
    const container = containerOf({ 'a.pdf': pdf }, (each) => rsa.sign(each), { 'b.pdf': new Uint8Array([1]) })
    expect(verify(container)).toMatchObject({
      files: [{ name: 'a.pdf' }, { name: 'b.pdf' }],
      signatures: [{ covers: ['a.pdf'] }],
    })
  })

  it('with XML signatures is shown with signers, but cannot be verified', () => {
    const xades = (digest: string) =>
      `<ds:Signature Id="s"><ds:SignedInfo><ds:Reference URI="a.pdf"><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo><ds:X509Certificate>${rsa.certificate.toString('base64')}</ds:X509Certificate><xades:SigningTime>2026-11-20T10:00:00Z</xades:SigningTime></ds:Signature>`
    const zipped = (digest: string) =>
      Buffer.from(
        zipSync({
          'a.pdf': new Uint8Array([1]),
          'META-INF/signatures001.xml': new TextEncoder().encode(xades(digest)),
        }),
      )
    const digest = createHash('sha256')
      .update(Buffer.from([1]))
      .digest('base64')
    expect(verify(zipped(digest))).toMatchObject({
      signatures: [{ verdict: 'unverifiable', covers: ['a.pdf'], signer: { edrpou: '42795490' } }],
    })
  })

  it.each([
    ['outside the folder', { '../evil.pdf': new Uint8Array([1]) }],
    ['at the root', { '/etc/passwd': new Uint8Array([1]) }],
    ['on a drive', { 'C:\\evil.pdf': new Uint8Array([1]) }],
    ['with control characters', { 'a\u0000.pdf': new Uint8Array([1]) }],
  ])('is unreadable with a path %s', (_name, container) => {
    expect(verify(containerOf({ 'a.pdf': pdf }, (each) => rsa.sign(each), container))).toEqual({
      ok: false,
      reason: 'unreadable',
    })
  })

  it('is unreadable with two files of the same name', () => {
    const twice = containerOf({ 'a.pdf': pdf, 'b.pdf': pdf }, (each) => rsa.sign(each))
    const renamed = Buffer.from(twice.toString('latin1').replaceAll('b.pdf', 'a.pdf'), 'latin1')
    expect(verify(renamed)).toEqual({ ok: false, reason: 'unreadable' })
  })

  it('is unreadable if it would unpack to more than the limit', () => {
    const bomb = containerOf({ 'a.pdf': pdf }, (each) => rsa.sign(each), { 'b.pdf': new Uint8Array(MAX_ARCHIVE_BYTES) })
    expect(verify(bomb)).toEqual({ ok: false, reason: 'unreadable' })
  })

  it('is refused with a thousand signatures', () => {
    const signature = new Uint8Array(rsa.sign(pdf))
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`META-INF/signature${at}.p7s`, signature]))
    expect(verify(Buffer.from(zipSync({ 'a.pdf': new Uint8Array(pdf), ...many })))).toEqual({
      ok: false,
      reason: 'too_many_signatures',
    })
  })
})

describe('a CMS message', () => {
  // The parser limits the nodes of a message, so that it cannot read a thousand.
  it.each([
    [51, 'too_many_signatures'],
    [1000, 'unreadable'],
  ])('with %s signatures is refused as %s', (count, reason) => {
    const signed = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(rsa.sign(pdf))).content })
    signed.signerInfos = Array.from({ length: count }, () => signed.signerInfos[0]!)
    const message = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
    expect(verify(Buffer.from(message.toSchema().toBER()))).toEqual({ ok: false, reason })
  })
})

describe('a file of trusted certificates', () => {
  const expected = [derOf(certificatesIn(centre.certificate)[0]!), derOf(certificatesIn(unknownCentre.certificate)[0]!)]
  const ders = (content: string | Buffer) => certificatesIn(Buffer.from(content)).map(derOf)
  const base64 = [centre, unknownCentre].map(({ certificate }) => certificate.toString('base64'))

  it('can be PEM or a national list in XML', () => {
    const pem = base64.map((each) => `-----BEGIN CERTIFICATE-----\n${each}\n-----END CERTIFICATE-----`).join('\n')
    expect(ders(pem)).toEqual(expected)
    expect(ders(base64.map((each) => `<tsl:X509Certificate>${each}</tsl:X509Certificate>`).join(''))).toEqual(expected)
  })

  it('cannot be anything else', () => {
    expect(() => certificatesIn(pdf)).toThrow()
  })
})
