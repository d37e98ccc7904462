import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync, type Zippable } from 'fflate'

export interface Identity {
  certificate: Buffer
  sign(content: Buffer, options?: { attached?: boolean; digest?: string; pss?: boolean }): Buffer
}

export interface Centre extends Identity {
  /** An ECDSA key is made in a fraction of the time of an RSA key. */
  issue(options?: IssueOptions): Identity
  /** Removes its keys from the disk. */
  close(): void
}

interface IssueOptions {
  key?: 'rsa' | 'ecdsa'
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
    `[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\nunique_subject=no\n[p]\ncountryName=optional\norganizationName=optional\ncommonName=supplied\nsurname=optional\ngivenName=optional\norganizationIdentifier=optional\n[leaf]\nkeyUsage=digitalSignature,nonRepudiation\nsubjectKeyIdentifier=hash\n`,
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
    sign(content, { attached = false, digest = 'sha256', pss = false } = {}) {
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
      )
      return readFileSync(join(directory, 'signature'))
    },
  })
  let issued = 0
  return {
    ...identity('root'),
    issue({ key = 'ecdsa', subject = SUBJECT, from = '20260101000000Z', to = '20360101000000Z' } = {}) {
      const stem = `leaf${(issued += 1)}`
      const kind =
        key === 'rsa' ? ['-newkey', 'rsa:2048'] : ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
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
        'leaf',
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
