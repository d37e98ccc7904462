import { createHash } from 'node:crypto'
import {
  isInvalid,
  type Signature,
  type SignatureVerdict,
  type SignedDocument,
  type SignedFile,
} from '@/lib/contract/signatures'
import { isOver, verifyCms } from './cms'
import {
  type Container,
  fileNameOf,
  isContainer,
  coveredBy,
  type ReferenceCheck,
  readContainer,
  resolveFile,
} from './container'
import type { Trust } from './judgement'
import { type Cms, isPdf, type NamedContent, readCms, startsWith, UnreadableSignature } from './message'
import { verifyPdf } from './pdf'
import { createRevisionCheck } from './pdf-revisions'
import { digestMethodOf, verifyXades } from './xades'
import { attributeOf, bytesOf, childOf, childrenOf, withXml } from './xml'

type VerifiedFile = Omit<SignedFile, 'cover'>

interface VerifiedDocument {
  form: NonNullable<SignedDocument['form']>
  files: VerifiedFile[]
  signatures: Signature[]
}

export type Verification = ({ ok: true } & VerifiedDocument) | { ok: false; reason: UnreadableSignature['reason'] }

interface Context {
  /** Documents that a detached signature may cover. */
  beside: readonly NamedContent[]
  trust: Trust
}

/**
 * Verifies the signatures of an untrusted file. Run this only in the inspection process, whose time and memory are limited
 * (inspection/inspector.ts).
 *
 * @param beside documents that a detached signature may cover
 */
export async function verifySigned(
  file: NamedContent,
  beside: readonly NamedContent[],
  trust: Trust,
): Promise<Verification> {
  try {
    return { ok: true, ...(await verifyContent(file, { beside, trust })) }
  } catch (error) {
    return { ok: false, reason: error instanceof UnreadableSignature ? error.reason : 'unreadable' }
  }
}

async function verifyContent({ name, content }: NamedContent, context: Context): Promise<VerifiedDocument> {
  if (isContainer(content)) return verifyContainer(readContainer(content), context)
  if (isPdf(content)) return verifySignedPdf({ name, content }, context)
  return verifyMessage({ name, cms: readCms(content) }, context)
}

async function verifySignedPdf({ name, content }: NamedContent, context: Context): Promise<VerifiedDocument> {
  const signatures = await verifyPdf(content, context)
  if (signatures.length === 0) throw new UnreadableSignature('unreadable')
  const files = [{ ...fileOf({ name, content }), revision_of: await findEarlier(content, context.beside) }]
  return { form: 'pdf', files, signatures: signatures.map(covering(name)) }
}

/** The hash of the document of which a PDF is a revision that only adds signatures. */
async function findEarlier(content: Buffer, beside: readonly NamedContent[]): Promise<string | null> {
  const onlyAddsSignatures = createRevisionCheck(content)
  for (const document of beside)
    if (startsWith(content, document.content) && (await onlyAddsSignatures(document.content.length)))
      return sha256Of(document.content)
  return null
}

const covering =
  (...covers: string[]) =>
  (signature: Omit<Signature, 'covers'>): Signature => ({ ...signature, covers })

/** Programs of the tax service sign a signed file again: more than so many layers nobody makes. */
const MAX_LAYERS = 4

function verifyMessage(
  { name, cms, layer = 1 }: { name: string; cms: Cms; layer?: number },
  context: Context,
): VerifiedDocument {
  const { beside, trust } = context
  const stem = name.replace(/\.p7[sm]$/i, '')
  if (cms.attached !== null) {
    const inner = layer < MAX_LAYERS ? readInner(cms.attached) : null
    if (inner?.attached) {
      // An outer signature covers the whole inner message, and so its file too.
      const document = verifyMessage({ name: stem, cms: inner, layer: layer + 1 }, context)
      const covers = document.files.map((file) => file.name)
      const since = sinceOf(
        beside,
        document.files.map((file) => file.sha256),
      )
      const outer = verifyCms(cms, cms.attached, { trust, since }).map(covering(...covers))
      return { ...document, signatures: [...document.signatures, ...outer] }
    }
    const file = fileOf({ name: stem, content: cms.attached })
    const since = sinceOf(beside, [file.sha256])
    return {
      form: 'attached',
      files: [file],
      signatures: verifyCms(cms, cms.attached, { trust, since }).map(covering(file.name)),
    }
  }
  const found = beside.find(({ content }) => isOver(cms, content, trust) === true)
  if (found === undefined)
    return { form: 'detached', files: [], signatures: verifyCms(cms, null, { trust }).map(covering()) }
  return {
    form: 'detached',
    files: [{ ...fileOf(found), beside: true }],
    signatures: verifyCms(cms, found.content, { trust, since: found.since }).map(covering(found.name)),
  }
}

const DER_SEQUENCE = 0x30

/** The message that a message contains; null for a document. */
function readInner(content: Buffer): Cms | null {
  if (content[0] !== DER_SEQUENCE) return null
  try {
    return readCms(content)
  } catch {
    return null
  }
}

/** Since when the latest of some files exists, by their hashes. */
function sinceOf(beside: readonly NamedContent[], hashes: readonly string[]): Date | undefined {
  const times = beside.filter(({ content }) => hashes.includes(sha256Of(content))).map(({ since }) => since?.getTime())
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? undefined : new Date(Math.max(...known))
}

/** A container while it is verified. */
interface Reading {
  container: Container
  context: Context
  /** Those of the container, and those within its messages. */
  files: Map<string, VerifiedFile>
  sinceOf(names: readonly string[]): Date | undefined
}

async function verifyContainer(container: Container, context: Context): Promise<VerifiedDocument> {
  const files = new Map([...container.files].map(([name, content]) => [name, fileOf({ name, content })]))
  const hashesOf = (names: readonly string[]) => names.flatMap((name) => files.get(name)?.sha256 ?? [])
  const reading: Reading = {
    container,
    context,
    files,
    sinceOf: (names) => sinceOf(context.beside, hashesOf(names)),
  }
  const { trust } = context
  const inPdfs: Signature[] = []
  for (const [name, content] of container.files)
    if (isPdf(content)) inPdfs.push(...(await verifyPdf(content, context)).map(covering(name)))
  const signatures = [
    ...[...container.cms].flatMap(([name, content]) => verifyEntry(reading, name, readCms(content))),
    ...container.xades.flatMap((xml) => verifyXades(xml, container.files, { trust, sinceOf: reading.sinceOf })),
    ...inPdfs,
  ]
  if (signatures.length === 0) throw new UnreadableSignature('unreadable')
  return { form: container.form, files: [...files.values()], signatures }
}

function verifyEntry(reading: Reading, name: string, cms: Cms): Signature[] {
  if (cms.attached !== null) return verifyAttached(reading, name, cms)
  const { container, context, files, sinceOf: since } = reading
  const { trust } = context
  const manifest =
    container.manifests.find((xml) => isOver(cms, xml, trust) === true) ??
    container.manifests.find((xml) => readManifest(xml)?.signature === name)
  if (manifest !== undefined) return verifyManifest(reading, manifest, cms)
  const [only, ...others] = container.files
  const [file, content] =
    [...container.files].find(([, candidate]) => isOver(cms, candidate, trust) === true) ??
    (others.length === 0 ? only : undefined) ??
    []
  if (file !== undefined && content !== undefined)
    return verifyCms(cms, content, { trust, since: since([file]) }).map(covering(file))
  // Somebody has packed only the signature.
  const outside = container.files.size > 0 ? undefined : context.beside.find((each) => isOver(cms, each.content, trust))
  if (outside === undefined) return verifyCms(cms, null, { trust }).map(covering())
  files.set(outside.name, { ...fileOf(outside), beside: true })
  return verifyCms(cms, outside.content, { trust, since: outside.since }).map(covering(outside.name))
}

/** A message with its file: the same one as in the archive, or another. */
function verifyAttached({ context, files }: Reading, name: string, cms: Cms): Signature[] {
  const document = verifyMessage({ name, cms }, context)
  const names = new Map(
    document.files.map((file) => {
      const same = [...files.values()].find(({ sha256 }) => sha256 === file.sha256)
      // Another file may have this name.
      const shown = same?.name ?? (files.has(file.name) ? name : file.name)
      files.set(shown, { ...file, name: shown })
      return [file.name, shown]
    }),
  )
  return document.signatures.map((signature) => ({
    ...signature,
    covers: signature.covers.map((covered) => names.get(covered) ?? covered),
  }))
}

function verifyManifest({ container, context, sinceOf: since }: Reading, manifest: Buffer, cms: Cms): Signature[] {
  const references = readManifest(manifest)?.references ?? []
  const checked = references.map((reference) => resolveFile(reference, container.files))
  const covers = coveredBy(checked)
  const checks = checked.map(({ check }): ReferenceCheck => check)
  const worst: SignatureVerdict | undefined =
    references.length === 0
      ? 'unverifiable'
      : (['altered', 'unverifiable', 'content_missing'] as const).find((check) => checks.includes(check))
  return verifyCms(cms, manifest, { trust: context.trust, since: since(covers) }).map((signature) => ({
    ...signature,
    // What is wrong with the signature itself is graver than a missing file, a replaced file is as grave.
    verdict: worst === undefined || (isInvalid(signature.verdict) && worst !== 'altered') ? signature.verdict : worst,
    covers,
  }))
}

interface Manifest {
  /** The name of the file with the signature. */
  signature: string | null
  references: { uri: string; algorithm: string; value: Buffer }[]
}

/** An ASiCManifest.xml; null if it cannot be read. */
function readManifest(xml: Buffer): Manifest | null {
  try {
    return withXml(xml, (root) => {
      const uri = attributeOf(childOf(root, 'SigReference'), 'URI')
      return {
        signature: uri === null ? null : fileNameOf(uri),
        references: childrenOf(root, 'DataObjectReference').map((reference) => ({
          uri: attributeOf(reference, 'URI') ?? '',
          algorithm: digestMethodOf(reference),
          value: bytesOf(childOf(reference, 'DigestValue')),
        })),
      }
    })
  } catch {
    return null
  }
}

function fileOf({ name, content }: NamedContent): VerifiedFile {
  return { name, bytes: content.length, sha256: sha256Of(content), beside: false, revision_of: null }
}

const hashes = new WeakMap<Buffer, string>()

function sha256Of(content: Buffer): string {
  const hash = hashes.get(content) ?? createHash('sha256').update(content).digest('hex')
  hashes.set(content, hash)
  return hash
}
