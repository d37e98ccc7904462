import { isFinderFile, listEntries, unpackEntry } from '@/lib/server/platform/archive'
import { hashOf, isWeakHash } from './algorithms'
import { MAX_SIGNATURES, UnreadableSignature } from './message'

const MANIFEST = /^META-INF\/ASiCManifest[^/]*\.xml$/i
const CMS = /^META-INF\/[^/]*\.p7s$/i
const XADES = /^META-INF\/[^/]*signatures[^/]*\.xml$/i
const BESIDE = /\.p7[sm]$/i

/** An ASiC container (ETSI EN 319 162-1) or an ordinary archive of files and their signatures, unpacked in memory. */
export interface Container {
  form: 'container' | 'archive'
  /** The signed files, by name. */
  files: Map<string, Buffer>
  manifests: Buffer[]
  /** Signatures in CMS, by name. */
  cms: Map<string, Buffer>
  xades: Buffer[]
}

export function isContainer(content: Buffer): boolean {
  return content.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
}

/** @throws {UnreadableSignature} for anything but an archive, and for a harmful one */
export function readContainer(content: Buffer): Container {
  const entries = unpack(content)
  const isAsic = [...entries.keys()].some((name) => CMS.test(name) || XADES.test(name))
  const container: Container = {
    form: isAsic ? 'container' : 'archive',
    files: new Map(),
    manifests: [],
    cms: new Map(),
    xades: [],
  }
  for (const [name, bytes] of entries) {
    if (isFinderFile(name, bytes)) continue
    if (MANIFEST.test(name)) container.manifests.push(bytes)
    else if (isAsic ? CMS.test(name) : BESIDE.test(name)) container.cms.set(name, bytes)
    else if (XADES.test(name)) container.xades.push(bytes)
    else if (name !== 'mimetype' && !name.startsWith('META-INF/')) container.files.set(name, bytes)
  }
  if (container.cms.size + container.xades.length > MAX_SIGNATURES) throw new UnreadableSignature('too_many_signatures')
  return container
}

function unpack(content: Buffer): Map<string, Buffer> {
  const entries = listOrThrow(content)
  const files = entries.filter(({ name }) => !name.endsWith('/'))
  if (files.filter(({ name }) => BESIDE.test(name)).length > MAX_SIGNATURES)
    throw new UnreadableSignature('too_many_signatures')
  try {
    return new Map(files.map((entry) => [entry.name, unpackEntry(content, entry)]))
  } catch {
    throw new UnreadableSignature('unreadable')
  }
}

function listOrThrow(content: Buffer) {
  try {
    const listed = listEntries(content)
    if (listed.ok) return listed.entries
  } catch {
    // Not an archive.
  }
  throw new UnreadableSignature('unreadable')
}

/** The digest of one file of the container, in a manifest or in a signature in XML. */
interface FileReference {
  uri: string
  /** Object identifier of the hash function; empty if it is unknown. */
  algorithm: string
  value: Buffer
}

export type ReferenceCheck = 'intact' | 'altered' | 'content_missing' | 'unverifiable'

/** Compares a content with its digest. `unverifiable`: the hash function is unknown, or proves nothing. */
export function checkDigest(content: Buffer, { algorithm, value }: Omit<FileReference, 'uri'>): ReferenceCheck {
  const hash = hashOf(algorithm, content)
  if (hash === null) return 'unverifiable'
  if (!hash.equals(value)) return 'altered'
  return isWeakHash(algorithm) ? 'unverifiable' : 'intact'
}

/**
 * The file that a reference means. Programs spell names in many ways (decomposed letters, a plus for a space, another code
 * page), so if there is no file of that name, the digest decides.
 */
export function resolveFile(
  { uri, ...digest }: FileReference,
  files: ReadonlyMap<string, Buffer>,
): { check: ReferenceCheck; file?: string } {
  const name = fileNameOf(uri)
  const named = files.get(name)
  if (named !== undefined) return { check: checkDigest(named, digest), file: name }
  for (const [file, content] of files) if (checkDigest(content, digest) === 'intact') return { check: 'intact', file }
  return { check: 'content_missing' }
}

/** The files that some references cover: also one whose hash function is not supported, with a signature that is then not verified. */
export function coveredBy(references: readonly { check: ReferenceCheck; file?: string }[]): string[] {
  return references.flatMap(({ check, file }) => (check !== 'altered' && file !== undefined ? [file] : []))
}

export function fileNameOf(uri: string): string {
  const plain = uri.replace(/^\.?\//, '')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}
