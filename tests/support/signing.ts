import { execFileSync } from 'node:child_process'
import { constants, createHash, createPrivateKey, type KeyObject, sign as signBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib'
import * as asn1js from 'asn1js'
import { strToU8, zipSync, type Zippable } from 'fflate'
import {
  AlgorithmIdentifier,
  Attribute,
  ContentInfo,
  MessageImprint,
  SignedAndUnsignedAttributes,
  SignedData,
  TSTInfo,
} from 'pkijs'

export interface Identity {
  certificate: Buffer
  key: KeyObject
  /** A signature in CMS. `without`: the certificate is not in it. */
  sign(
    content: Buffer,
    options?: {
      attached?: boolean
      digest?: string
      pss?: boolean
      type?: string
      without?: 'certificate' | 'attributes'
    },
  ): Buffer
}

export interface Centre extends Identity {
  /** An ECDSA key is made in a fraction of the time of an RSA key. */
  issue(options?: IssueOptions): Identity
  /** Removes its keys from the disk. */
  close(): void
}

interface IssueOptions {
  key?: 'rsa' | 'rsa:1024' | 'ecdsa' | 'ed25519'
  /** For an authority's time stamps, or only for secret messages. */
  use?: 'timeStamping' | 'keyAgreement'
  subject?: string
  /** In OpenSSL's format, such as 20260101000000Z. */
  from?: string
  to?: string
}

const SUBJECT = '/C=UA/O=ТОВ Покупець/CN=Коваль Олена/SN=Коваль/GN=Олена/organizationIdentifier=NTRUA-42795490'

/** Creates a certification centre with OpenSSL. */
export function createCentre(name = 'Тестовий центр'): Centre {
  const directory = mkdtempSync(join(tmpdir(), 'centre-'))
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] })
  writeFileSync(
    join(directory, 'ca.cnf'),
    `[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\nunique_subject=no\n[p]\ncountryName=optional\norganizationName=optional\ncommonName=supplied\nsurname=optional\ngivenName=optional\norganizationIdentifier=optional\n[leaf]\nkeyUsage=digitalSignature,nonRepudiation\nsubjectKeyIdentifier=hash\n[stamps]\nkeyUsage=digitalSignature\nextendedKeyUsage=critical,timeStamping\n[secrets]\nkeyUsage=keyAgreement\n`,
  )
  writeFileSync(join(directory, 'index.txt'), '')
  writeFileSync(join(directory, 'serial'), '1000')
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-days',
    '3650',
    '-utf8',
    '-subj',
    `/CN=${name}`,
  )
  const identity = (stem: string): Identity => ({
    certificate: openssl('x509', '-in', `${stem}.pem`, '-outform', 'DER'),
    key: createPrivateKey(readFileSync(join(directory, `${stem}.key`))),
    sign(content, { attached = false, digest = 'sha256', pss = false, type, without } = {}) {
      writeFileSync(join(directory, 'content'), content)
      const padding = pss ? ['-keyopt', 'rsa_padding_mode:pss'] : []
      openssl(
        'cms',
        '-sign',
        '-binary',
        '-in',
        'content',
        '-signer',
        `${stem}.pem`,
        '-inkey',
        `${stem}.key`,
        ...padding,
        '-md',
        digest,
        '-outform',
        'DER',
        '-out',
        'signature',
        ...(attached ? ['-nodetach'] : []),
        ...(type === undefined ? [] : ['-econtent_type', type]),
        ...(without === 'certificate' ? ['-nocerts'] : without === 'attributes' ? ['-noattr'] : []),
      )
      return readFileSync(join(directory, 'signature'))
    },
  })
  let issued = 0
  return {
    ...identity('root'),
    issue({ key = 'ecdsa', use, subject = SUBJECT, from = '20260101000000Z', to = '20360101000000Z' } = {}) {
      const stem = `leaf${(issued += 1)}`
      const kind =
        key === 'ecdsa'
          ? ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
          : ['-newkey', key === 'rsa' ? 'rsa:2048' : key]
      openssl(
        'req',
        '-new',
        ...kind,
        '-nodes',
        '-keyout',
        `${stem}.key`,
        '-out',
        `${stem}.csr`,
        '-utf8',
        '-subj',
        subject,
      )
      openssl(
        'ca',
        '-batch',
        '-config',
        'ca.cnf',
        '-extensions',
        use === undefined ? 'leaf' : use === 'timeStamping' ? 'stamps' : 'secrets',
        '-cert',
        'root.pem',
        '-keyfile',
        'root.key',
        '-utf8',
        '-notext',
        '-in',
        `${stem}.csr`,
        '-out',
        `${stem}.pem`,
        '-startdate',
        from,
        '-enddate',
        to,
        '-preserveDN',
      )
      return identity(stem)
    },
    close: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** Creates an ASiC-E container whose signature covers a manifest of its files. */
export function containerOf(
  files: Record<string, Buffer>,
  sign: (manifest: Buffer) => Buffer,
  more: Zippable = {},
): Buffer {
  const references = Object.entries(files).map(
    ([name, content]) =>
      `<asic:DataObjectReference URI="${encodeURIComponent(name)}"><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>${createHash('sha256').update(content).digest('base64')}</ds:DigestValue></asic:DataObjectReference>`,
  )
  const manifest = Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><asic:ASiCManifest xmlns:asic="http://uri.etsi.org/02918/v1.2.1#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><asic:SigReference URI="META-INF/signature001.p7s" MimeType="application/x-pkcs7-signature"/>${references.join('')}</asic:ASiCManifest>`,
  )
  return Buffer.from(
    zipSync({
      mimetype: [strToU8('application/vnd.etsi.asic-e+zip'), { level: 0 }],
      ...Object.fromEntries(Object.entries(files).map(([name, content]) => [name, new Uint8Array(content)])),
      'META-INF/ASiCManifest001.xml': new Uint8Array(manifest),
      'META-INF/signature001.p7s': new Uint8Array(sign(manifest)),
      ...more,
    }),
  )
}

const SHA256 = '2.16.840.1.101.3.4.2.1'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const SIGNATURE_TIME_STAMP = '1.2.840.113549.1.9.16.2.14'

/** A token of an authority that some bytes existed at a time (RFC 3161). */
export function timeStampOf(authority: Identity, stamped: Buffer, at: Date): Buffer {
  const hash = createHash('sha256').update(stamped).digest()
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3.4',
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new asn1js.OctetString({ valueHex: hash }),
    }),
    serialNumber: new asn1js.Integer({ value: 7 }),
    genTime: at,
  })
  return authority.sign(Buffer.from(info.toSchema().toBER()), { attached: true, type: TST_INFO })
}

/** A message with a time stamp on its first signature. */
export function withTimeStamp(message: Buffer, stampOf: (signatureValue: Buffer) => Buffer): Buffer {
  const signed = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(message)).content })
  const [info] = signed.signerInfos
  if (info === undefined) throw new Error('nobody has signed')
  const token = stampOf(Buffer.from(info.signature.getValue()))
  const values = [asn1js.fromBER(new Uint8Array(token)).result]
  info.unsignedAttrs = new SignedAndUnsignedAttributes({
    type: 1,
    attributes: [new Attribute({ type: SIGNATURE_TIME_STAMP, values })],
  })
  const content = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  return Buffer.from(content.toSchema().toBER())
}

const DS = 'http://www.w3.org/2000/09/xmldsig#'
const ASIC = 'http://uri.etsi.org/02918/v1.2.1#'
const XADES = 'http://uri.etsi.org/01903/v1.3.2#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** Who signs XML: a certificate, the name of the algorithm and the value over some bytes. */
export interface XmlSigner {
  certificate: Buffer
  method: string
  sign(content: Buffer): Buffer
  /** SHA-256 without one. */
  digest?: { method: string; of(content: Buffer): Buffer }
}

export function xmlSigner({ certificate, key }: Identity, { pss = false } = {}): XmlSigner {
  const methods: Record<string, string> = {
    rsa: pss ? '2007/05/xmldsig-more#sha256-rsa-MGF1' : '2001/04/xmldsig-more#rsa-sha256',
    ec: '2001/04/xmldsig-more#ecdsa-sha256',
    ed25519: '2021/04/xmldsig-more#eddsa-ed25519',
  }
  const kind = key.asymmetricKeyType ?? ''
  const padding = pss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {}
  return {
    certificate,
    method: `http://www.w3.org/${methods[kind]}`,
    sign: (content) =>
      signBytes(kind === 'ed25519' ? null : 'sha256', content, { key, dsaEncoding: 'ieee-p1363', ...padding }),
  }
}

export interface XadesOptions {
  /** Null: no time is stated. */
  at?: Date | null
  /** Whose certificate is in the file; null: nobody's. */
  certificate?: Buffer | null
  /** The certificate that the signed properties name. */
  named?: Buffer
  /** The canonical form of the signed information, with the namespaces that it inherits in that form. */
  form?: { name: string; inherits: string }
  stampOf?(canonicalValue: Buffer): Buffer
  /** Names of files as the references spell them. */
  spell?(name: string): string
  id?: string
}

/** One ds:Signature of XAdES, written in canonical form by hand, so that the tests do not rely on the library under test. */
export function xadesSignature(files: Record<string, Buffer>, signer: XmlSigner, options: XadesOptions = {}): string {
  const { certificate = signer.certificate, named = signer.certificate, form, stampOf, id = 'S1' } = options
  const { at = new Date(), spell = encodeURIComponent } = options
  const hash = signer.digest ?? {
    method: 'http://www.w3.org/2001/04/xmlenc#sha256',
    of: (content: Buffer) => createHash('sha256').update(content).digest(),
  }
  const digestOf = (content: Buffer) =>
    `<ds:DigestMethod Algorithm="${hash.method}"></ds:DigestMethod><ds:DigestValue>${hash.of(content).toString('base64')}</ds:DigestValue>`
  const certDigest = digestOf(named)
    .replaceAll('<ds:DigestMethod ', `<ds:DigestMethod xmlns:ds="${DS}" `)
    .replaceAll('<ds:DigestValue>', `<ds:DigestValue xmlns:ds="${DS}">`)
  const time = at === null ? '' : `<xades:SigningTime>${at.toISOString()}</xades:SigningTime>`
  const properties = `<xades:SignedProperties xmlns:xades="${XADES}" Id="${id}-P"><xades:SignedSignatureProperties>${time}<xades:SigningCertificateV2><xades:Cert><xades:CertDigest>${certDigest}</xades:CertDigest></xades:Cert></xades:SigningCertificateV2></xades:SignedSignatureProperties></xades:SignedProperties>`
  const references = Object.entries(files).map(
    ([name, content]) => `<ds:Reference URI="${spell(name)}">${digestOf(content)}</ds:Reference>`,
  )
  const own = `<ds:Reference Type="http://uri.etsi.org/01903#SignedProperties" URI="#${id}-P"><ds:Transforms><ds:Transform Algorithm="${EXCLUSIVE}"></ds:Transform></ds:Transforms>${digestOf(Buffer.from(properties))}</ds:Reference>`
  const body = `<ds:CanonicalizationMethod Algorithm="${form?.name ?? EXCLUSIVE}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="${signer.method}"></ds:SignatureMethod>${references.join('')}${own}</ds:SignedInfo>`
  const canonical = `<ds:SignedInfo ${form?.inherits ?? ''}xmlns:ds="${DS}">${body}`
  const value = signer.sign(Buffer.from(canonical)).toString('base64')
  const token = stampOf?.(Buffer.from(`<ds:SignatureValue xmlns:ds="${DS}">${value}</ds:SignatureValue>`)).toString(
    'base64',
  )
  const unsigned =
    token === undefined
      ? ''
      : `<xades:UnsignedProperties><xades:UnsignedSignatureProperties><xades:SignatureTimeStamp><ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"/><xades:EncapsulatedTimeStamp>${token}</xades:EncapsulatedTimeStamp></xades:SignatureTimeStamp></xades:UnsignedSignatureProperties></xades:UnsignedProperties>`
  const keyInfo =
    certificate === null
      ? ''
      : `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.toString('base64')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
  return `<ds:Signature xmlns:ds="${DS}" Id="${id}"><ds:SignedInfo>${body}<ds:SignatureValue>${value}</ds:SignatureValue>${keyInfo}<ds:Object><xades:QualifyingProperties xmlns:xades="${XADES}" Target="#${id}">${properties}${unsigned}</xades:QualifyingProperties></ds:Object></ds:Signature>`
}

/** An ASiC-E container of files with XML signatures. */
export function xadesContainer(
  files: Record<string, Buffer>,
  signatures: readonly string[],
  more: Zippable = {},
): Buffer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><asic:XAdESSignatures xmlns:asic="${ASIC}">${signatures.join('')}</asic:XAdESSignatures>`
  return Buffer.from(
    zipSync({
      mimetype: [strToU8('application/vnd.etsi.asic-e+zip'), { level: 0 }],
      ...Object.fromEntries(Object.entries(files).map(([name, content]) => [name, new Uint8Array(content)])),
      'META-INF/signatures0.xml': strToU8(xml),
      ...more,
    }),
  )
}

interface PdfSigning {
  sign(content: Buffer): Buffer
  /** Changes the texts of the catalog and the first page in the same update. */
  edit?(texts: { catalog: string; page: string }): { catalog: string; page: string }
  rectangle?: string
}

const RESERVED = 16_384

/** Signs a PDF in an incremental update (PAdES). */
export async function signPdf(pdf: Buffer, { sign, edit, rectangle = '0 0 0 0' }: PdfSigning): Promise<Buffer> {
  const { context } = await PDFDocument.load(new Uint8Array(pdf), { updateMetadata: false })
  const rootRef = context.trailerInfo.Root as PDFRef
  const catalog = context.lookup(rootRef, PDFDict)
  const isPage = (object: PDFObject) =>
    object instanceof PDFDict && object.get(PDFName.of('Type')) === PDFName.of('Page')
  const [pageRef, page] = context.enumerateIndirectObjects().find(([, object]) => isPage(object)) as [PDFRef, PDFDict]
  const next = context.largestObjectNumber + 1
  const [valueRef, fieldRef] = [PDFRef.of(next), PDFRef.of(next + 1)]
  const listWith = (dict: PDFDict, key: string) => {
    const list = dict.lookup(PDFName.of(key))
    return `[${[...(list instanceof PDFArray ? list.asArray() : []), fieldRef].join(' ')}]`
  }
  const withEntry = (dict: PDFDict, key: string, text: string) => {
    const copy = dict.clone(context)
    copy.delete(PDFName.of(key))
    return copy.toString().replace(/>>\s*$/, `/${key} ${text}\n>>`)
  }
  const form = catalog.lookup(PDFName.of('AcroForm'))
  const fields = listWith(form instanceof PDFDict ? form : PDFDict.withContext(context), 'Fields')
  const texts = {
    catalog: withEntry(catalog, 'AcroForm', `<< /Fields ${fields} /SigFlags 3 >>`),
    page: withEntry(page, 'Annots', listWith(page, 'Annots')),
  }
  const edited = edit?.(texts) ?? texts
  const range = '/ByteRange [0 '.padEnd(60)
  const objects: [PDFRef, string][] = [
    [
      valueRef,
      `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached ${range}] /Contents <${'0'.repeat(RESERVED)}> >>`,
    ],
    [
      fieldRef,
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature${next}) /F 132 /Rect [${rectangle}] /V ${valueRef.toString()} /P ${pageRef.toString()} >>`,
    ],
    [rootRef, edited.catalog],
    [pageRef, edited.page],
  ]
  return signUpdate(pdf, { objects, root: rootRef, size: next + 2 }, sign)
}

/** Appends objects, a table of their places and a trailer. */
export function appendUpdate(
  pdf: Buffer,
  { objects, root, size }: { objects: readonly [PDFRef, string][]; root: PDFRef; size: number },
): Buffer {
  let text = '\n'
  const rows: string[] = []
  for (const [ref, body] of objects) {
    const offset = pdf.length + Buffer.byteLength(text, 'latin1')
    rows.push(`${ref.objectNumber} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
    text += `${ref.objectNumber} 0 obj\n${body}\nendobj\n`
  }
  const table = pdf.length + Buffer.byteLength(text, 'latin1')
  const former = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.subarray(-64).toString('latin1'))?.[1]
  text += `xref\n${rows.join('')}trailer\n<< /Size ${size} /Root ${root.toString()} /Prev ${former} >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(text, 'latin1')])
}

function signUpdate(
  pdf: Buffer,
  update: { objects: readonly [PDFRef, string][]; root: PDFRef; size: number },
  sign: (content: Buffer) => Buffer,
): Buffer {
  const content = appendUpdate(pdf, update)
  const before = content.lastIndexOf('/Contents <') + '/Contents '.length
  const after = before + RESERVED + 2
  const place = content.lastIndexOf('/ByteRange [0 ')
  content.write(`/ByteRange [0 ${before} ${after} ${content.length - after}`.padEnd(60), place, 'latin1')
  const value = sign(Buffer.concat([content.subarray(0, before), content.subarray(after)])).toString('hex')
  content.write(value.padEnd(RESERVED, '0'), before + 1, 'latin1')
  return content
}
