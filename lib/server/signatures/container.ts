import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { isPlainEntryName, MAX_ARCHIVE_BYTES, MAX_ARCHIVE_ENTRIES } from '@/lib/server/platform/archive'
import { MAX_SIGNATURES, UnreadableSignature } from './cms'

const MANIFEST = /^META-INF\/ASiCManifest[^/]*\.xml$/i
const CMS = /^META-INF\/[^/]*\.p7s$/i
const XADES = /^META-INF\/[^/]*signatures[^/]*\.xml$/i

/** An ASiC container (ETSI EN 319 162-1), unpacked in memory. */
export interface Container {
  /** The signed files, by name. */
  files: Map<string, Buffer>
  manifests: Buffer[]
  cms: Map<string, Buffer>
  xades: Buffer[]
}

export function isContainer(content: Buffer): boolean {
  return content.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
}

/** @throws {UnreadableSignature} for anything but a container, and for a harmful one */
export function readContainer(content: Buffer): Container {
  const container: Container = { files: new Map(), manifests: [], cms: new Map(), xades: [] }
  for (const [name, bytes] of unpack(content)) {
    if (MANIFEST.test(name)) container.manifests.push(bytes)
    else if (CMS.test(name)) container.cms.set(name, bytes)
    else if (XADES.test(name)) container.xades.push(bytes)
    else if (name !== 'mimetype' && !name.startsWith('META-INF/')) container.files.set(name, bytes)
  }
  if (container.cms.size + container.xades.length > MAX_SIGNATURES) throw new UnreadableSignature('too_many_signatures')
  if (container.cms.size + container.xades.length === 0) throw new UnreadableSignature('unreadable')
  return container
}

function unpack(content: Buffer): Map<string, Buffer> {
  const names = new Set<string>()
  let bytes = 0
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    bytes += originalSize
    if (CMS.test(name) && [...names].filter((entry) => CMS.test(entry)).length >= MAX_SIGNATURES)
      throw new UnreadableSignature('too_many_signatures')
    // Of two entries with the same name some programs use the first, others the second.
    if (names.has(name) || names.size >= MAX_ARCHIVE_ENTRIES || bytes > MAX_ARCHIVE_BYTES || !isPlainEntryName(name))
      throw new UnreadableSignature('unreadable')
    names.add(name)
    return !name.endsWith('/')
  }
  try {
    const entries = unzipSync(content, { filter })
    return new Map(
      Object.entries(entries).map(([name, data]) => [name, Buffer.from(data.buffer, data.byteOffset, data.byteLength)]),
    )
  } catch (error) {
    throw error instanceof UnreadableSignature ? error : new UnreadableSignature('unreadable')
  }
}

/** The digest of one file of the container, in a manifest or in a signature in XML. */
interface Reference {
  name: string
  algorithm: string
  digest: string
}

const HASHES: Record<string, string> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}

/** False if there are comments, sections or declarations: they could contain a reference that an XML parser does not see. */
export function isPlainXml(xml: string): boolean {
  return !/<!|<\?(?!xml\s)/.test(xml)
}

/** The files that an ASiCManifest.xml or a signature in XML refers to. */
export function referencesIn(xml: string, element: 'DataObjectReference' | 'Reference'): Reference[] {
  const elements = new RegExp(`<(?:[\\w.-]+:)?${element}\\s([^>]*)>([\\s\\S]*?)</(?:[\\w.-]+:)?${element}>`, 'g')
  return [...xml.matchAll(elements)].flatMap(([, attributes = '', body = '']) => {
    const uri = attributeOf(attributes, 'URI')
    if (uri === null || uri === '' || uri.startsWith('#')) return []
    const algorithm = attributeOf(/<(?:[\w.-]+:)?DigestMethod\s([^>]*)>/.exec(body)?.[1] ?? '', 'Algorithm') ?? ''
    const digest = /DigestValue[^>]*>([^<]*)</.exec(body)?.[1]?.replaceAll(/\s/g, '') ?? ''
    return [{ name: fileNameOf(uri), algorithm, digest }]
  })
}

/** The file with the signature of a manifest. */
export function signatureOf(manifest: string): string | null {
  const uri = attributeOf(/<(?:[\w.-]+:)?SigReference\s([^>]*)>/.exec(manifest)?.[1] ?? '', 'URI')
  return uri === null ? null : fileNameOf(uri)
}

function attributeOf(attributes: string, name: string): string | null {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return match?.[1] ?? match?.[2] ?? null
}

function fileNameOf(uri: string): string {
  const plain = uri.replace(/^\.?\//, '').replaceAll('&amp;', '&')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** Compares a file with its digest. `unverifiable`: the hash function is unknown. */
export function checkReference(
  { name, algorithm, digest }: Reference,
  files: ReadonlyMap<string, Buffer>,
): 'intact' | 'altered' | 'content_missing' | 'unverifiable' {
  const content = files.get(name)
  if (content === undefined) return 'content_missing'
  const hash = HASHES[algorithm]
  if (hash === undefined) return 'unverifiable'
  return createHash(hash).update(content).digest('base64') === digest ? 'intact' : 'altered'
}
