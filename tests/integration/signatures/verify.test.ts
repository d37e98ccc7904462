import { afterAll, describe, expect, it } from '@jest/globals'
import { sign } from 'node:crypto'
import * as asn1js from 'asn1js'
import { zipSync } from 'fflate'
import { ContentInfo, SignedData } from 'pkijs'
import { createSigningKey } from '@/demo/signing-key'
import { containerOf, createCentre } from '@/tests/support/signing'
import { MAX_ARCHIVE_BYTES } from '@/lib/server/platform/archive'
import { certificatesIn, derOf, isTrusted } from '@/lib/server/signatures/certificates'
import type { Trust } from '@/lib/server/signatures/judgement'
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
  ])('with %s is verified with signer and time, detached and attached', async (_name, identity, options) => {
    const detached = await verify(identity.sign(pdf, options))
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
    const attached = await verify(identity.sign(pdf, { ...options, attached: true }), {}, [])
    expect(attached).toMatchObject({ ok: true, form: 'attached', files: [{ name: 'agreement.pdf', beside: false }] })
    expect(verdicts(attached)).toEqual(['verified'])
  })

  it('with DSTU 4145 is verified', async () => {
    const person = { company: 'ТОВ Покупець', edrpou: '42795490', surname: 'Коваль', givenName: 'Олена' }
    const key = createSigningKey(person, new Date(trust.now.getTime() - 60_000))
    const trusted = certificatesIn(key.certificate)
    for (const attached of [false, true]) {
      const signature = key.sign(pdf, { at: new Date(), attached })
      expect(await verify(signature, { trusted })).toMatchObject({
        ok: true,
        signatures: [{ verdict: 'verified', signer: { name: 'Коваль Олена', edrpou: '42795490' } }],
      })
      expect(verdicts(await verify(signature))).toEqual(['centre_unknown'])
      expect(verdicts(await verify(withFlippedBit(signature, signature.length - 5)))).not.toEqual(['centre_unknown'])
    }
    const attached = key.sign(pdf, { at: new Date(), attached: true })
    expect(verdicts(await verify(withFlippedBit(attached, attached.indexOf('agreement 12'))))).toEqual(['altered'])
  })

  it('of another file does not cover this one', async () => {
    expect(await verify(rsa.sign(Buffer.from('agreement 13')))).toMatchObject({ form: 'detached', files: [] })
    expect(verdicts(await verify(rsa.sign(Buffer.from('agreement 13'))))).toEqual(['content_missing'])
  })

  it('is altered if its content, value or attributes were changed', async () => {
    const attached = rsa.sign(pdf, { attached: true })
    expect(verdicts(await verify(withFlippedBit(attached, attached.indexOf('agreement 12'))))).toEqual(['altered'])
    expect(verdicts(await verify(withFlippedBit(attached, attached.length - 3)))).toEqual(['wrong'])
    const time = attached.indexOf(Buffer.from('2a864886f70d010905', 'hex'))
    expect(verdicts(await verify(withFlippedBit(attached, time + 9 + 2 + 2 + 9)))).toEqual(['wrong'])
  })

  it('is reported if its certificate had expired or was not valid yet', async () => {
    const expired = centre.issue({ from: '20240101000000Z', to: '20250101000000Z' })
    const early = centre.issue({ from: '20400101000000Z', to: '20410101000000Z' })
    expect(verdicts(await verify(expired.sign(pdf)))).toEqual(['certificate_expired'])
    expect(verdicts(await verify(early.sign(pdf)))).toEqual(['certificate_not_yet_valid'])
  })

  it('is not verified if its centre is unknown or there are no trusted certificates', async () => {
    expect(verdicts(await verify(unknownCentre.issue().sign(pdf)))).toEqual(['centre_unknown'])
    expect(verdicts(await verify(rsa.sign(pdf), { trusted: [] }))).toEqual(['signer_unchecked'])
  })

  it('is not verified by the name of its centre', async () => {
    expect(verdicts(await verify(namesake.issue().sign(pdf)))).toEqual(['centre_unknown'])
  })

  it('is not verified by the certificate of a person', async () => {
    expect(verdicts(await verify(rsa.sign(pdf), { trusted: certificatesIn(ecdsa.certificate) }))).toEqual([
      'centre_unknown',
    ])
    const [person] = certificatesIn(rsa.certificate)
    const [made] = certificatesIn(ecdsa.certificate)
    made!.issuer = person!.subject
    const content = made!.encodeTBS().toBER()
    made!.tbsView = new Uint8Array(content)
    const value = new Uint8Array(sign('sha256', Buffer.from(content), rsa.key))
    made!.signatureValue = new asn1js.BitString({ valueHex: value })
    const trusts = (trusted: Buffer) =>
      isTrusted(made!, { trusted: certificatesIn(trusted), embedded: [], at: trust.now })
    expect([trusts(derOf(made!)), trusts(rsa.certificate)]).toEqual([true, false])
  })

  it('cannot be verified with a weak hash', async () => {
    expect(verdicts(await verify(rsa.sign(pdf, { digest: 'sha1', attached: true })))).toEqual(['unverifiable'])
  })

  it('is unreadable if the file is something else', async () => {
    for (const content of [
      Buffer.from('hello'),
      pdf,
      Buffer.alloc(0),
      centre.certificate,
      Buffer.from('PK\u0003\u0004'),
    ])
      expect(await verify(content)).toEqual({ ok: false, reason: 'unreadable' })
  })
})

describe('an ASiC-E container (R15.1)', () => {
  const signed = containerOf({ 'договір.pdf': pdf, 'annex.txt': Buffer.from('annex') }, (each) => rsa.sign(each))

  it('is verified with its files and their signers', async () => {
    expect(await verify(signed)).toMatchObject({
      ok: true,
      form: 'container',
      files: [{ name: 'договір.pdf' }, { name: 'annex.txt' }],
      signatures: [{ verdict: 'verified', covers: ['договір.pdf', 'annex.txt'], signer: { edrpou: '42795490' } }],
    })
  })

  it('is altered if a file was replaced', async () => {
    const swapped = containerOf({ 'a.pdf': pdf }, (each) => rsa.sign(each), { 'a.pdf': new Uint8Array([1, 2, 3]) })
    expect(await verify(swapped)).toMatchObject({ signatures: [{ verdict: 'altered', covers: [] }] })
  })

  it('does not cover a file that is not signed', async () => {
    const container = containerOf({ 'a.pdf': pdf }, (each) => rsa.sign(each), { 'b.pdf': new Uint8Array([1]) })
    expect(await verify(container)).toMatchObject({
      files: [{ name: 'a.pdf' }, { name: 'b.pdf' }],
      signatures: [{ covers: ['a.pdf'] }],
    })
  })

  it.each([
    ['outside the folder', { '../evil.pdf': new Uint8Array([1]) }],
    ['at the root', { '/etc/passwd': new Uint8Array([1]) }],
    ['on a drive', { 'C:\\evil.pdf': new Uint8Array([1]) }],
    ['outside the folder, with backslashes', { '..\\evil.pdf': new Uint8Array([1]) }],
    ['with control characters', { 'a\u0000.pdf': new Uint8Array([1]) }],
  ])('is unreadable with a path %s', async (_name, container) => {
    expect(await verify(containerOf({ 'a.pdf': pdf }, (each) => rsa.sign(each), container))).toEqual({
      ok: false,
      reason: 'unreadable',
    })
  })

  it('is unreadable with two files of the same name', async () => {
    const twice = containerOf({ 'a.pdf': pdf, 'b.pdf': pdf }, (each) => rsa.sign(each))
    const renamed = Buffer.from(twice.toString('latin1').replaceAll('b.pdf', 'a.pdf'), 'latin1')
    expect(await verify(renamed)).toEqual({ ok: false, reason: 'unreadable' })
  })

  it('is unreadable if it would unpack to more than the limit', async () => {
    const bomb = containerOf({ 'a.pdf': pdf }, (each) => rsa.sign(each), { 'b.pdf': new Uint8Array(MAX_ARCHIVE_BYTES) })
    expect(await verify(bomb)).toEqual({ ok: false, reason: 'unreadable' })
  })

  it('is refused with more signatures than any document has', async () => {
    const signature = new Uint8Array(rsa.sign(pdf))
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`META-INF/signature${at}.p7s`, signature]))
    expect(await verify(Buffer.from(zipSync({ 'a.pdf': new Uint8Array(pdf), ...many })))).toEqual({
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
  ])('with %s signatures is refused as %s', async (count, reason) => {
    const signed = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(rsa.sign(pdf))).content })
    signed.signerInfos = Array.from({ length: count }, () => signed.signerInfos[0]!)
    const message = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
    expect(await verify(Buffer.from(message.toSchema().toBER()))).toEqual({ ok: false, reason })
  })
})

describe('a file of trusted certificates', () => {
  const expected = [derOf(certificatesIn(centre.certificate)[0]!), derOf(certificatesIn(unknownCentre.certificate)[0]!)]
  const ders = (content: string | Buffer) => certificatesIn(Buffer.from(content)).map(derOf)
  const base64 = [centre, unknownCentre].map(({ certificate }) => certificate.toString('base64'))

  it('can be PEM or a national list in XML', async () => {
    const pem = base64.map((each) => `-----BEGIN CERTIFICATE-----\n${each}\n-----END CERTIFICATE-----`).join('\n')
    expect(ders(pem)).toEqual(expected)
    expect(ders(base64.map((each) => `<tsl:X509Certificate>${each}</tsl:X509Certificate>`).join(''))).toEqual(expected)
  })

  it('is read in linear time, whatever it contains', () => {
    const unfinished = ['<X509Certificate>', '-----BEGIN CERTIFICATE-----', '</X509Certificate><']
    for (const part of unfinished) expect(() => certificatesIn(Buffer.from(part.repeat(1_000_000)))).toThrow()
  })

  it('cannot be anything else', async () => {
    expect(() => certificatesIn(pdf)).toThrow()
  })
})
