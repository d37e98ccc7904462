import { createHash } from 'node:crypto'
import type { Signature, SignatureVerdict, SignedFile } from '@/lib/contract/signatures'
import { certificatesIn, signerOf } from './certificates'
import { type Cms, readCms, type Trust, UnreadableSignature, verifyCms } from './cms'
import {
  checkReference,
  type Container,
  isContainer,
  isPlainXml,
  readContainer,
  referencesIn,
  signatureOf,
} from './container'

interface VerifiedDocument {
  form: 'attached' | 'detached' | 'container'
  files: SignedFile[]
  signatures: Signature[]
}

export type Verification = ({ ok: true } & VerifiedDocument) | { ok: false; reason: UnreadableSignature['reason'] }

export interface NamedContent {
  name: string
  content: Buffer
}

/**
 * Verifies the signatures of an untrusted file. Run this only in the inspection process, whose time and memory are limited
 * (documents/inspection/inspector.ts).
 *
 * @param beside documents that a detached signature may cover
 */
export function verifySigned(
  { name, content }: NamedContent,
  beside: readonly NamedContent[],
  trust: Trust,
): Verification {
  try {
    const document = isContainer(content)
      ? verifyContainer(readContainer(content), trust)
      : verifyMessage(readCms(content), { name, beside, trust })
    return { ok: true, ...document }
  } catch (error) {
    return { ok: false, reason: error instanceof UnreadableSignature ? error.reason : 'unreadable' }
  }
}

function verifyMessage(
  cms: Cms,
  { name, beside, trust }: { name: string; beside: readonly NamedContent[]; trust: Trust },
): VerifiedDocument {
  if (cms.attached !== null) {
    const file = fileOf({ name: name.replace(/\.p7[sm]$/i, ''), content: cms.attached })
    const signatures = verifyCms(cms, cms.attached, trust)
    return {
      form: 'attached',
      files: [file],
      signatures: signatures.map((signature) => ({ ...signature, covers: [file.name] })),
    }
  }
  for (const candidate of beside) {
    const signatures = verifyCms(cms, candidate.content, trust)
    if (!signatures.every(({ verdict }) => VERDICTS_OF_CONTENT.has(verdict))) continue
    const covers = [candidate.name]
    return {
      form: 'detached',
      files: [{ ...fileOf(candidate), beside: true }],
      signatures: signatures.map((signature) => ({ ...signature, covers })),
    }
  }
  return {
    form: 'detached',
    files: [],
    signatures: verifyCms(cms, null, trust).map((signature) => ({ ...signature, covers: [] })),
  }
}

/** The verdicts that are possible only if the signature covers exactly this content. */
const VERDICTS_OF_CONTENT: ReadonlySet<SignatureVerdict> = new Set([
  'verified',
  'signer_unchecked',
  'centre_unknown',
  'certificate_expired',
  'certificate_not_yet_valid',
])

function verifyContainer(container: Container, trust: Trust): VerifiedDocument {
  const signatures = [
    ...[...container.cms].flatMap(([name, content]) => verifyEntry(container, { name, content }, trust)),
    ...container.xades.flatMap((xml) => readXades(container, xml.toString('utf8'))),
  ]
  if (signatures.length === 0) throw new UnreadableSignature('unreadable')
  const files = [...container.files].map(([name, content]) => fileOf({ name, content }))
  return { form: 'container', files, signatures }
}

/** A signature of a container covers the manifest that names it or, without one, the only file. */
function verifyEntry(container: Container, { name, content }: NamedContent, trust: Trust): Signature[] {
  const cms = readCms(content)
  const manifest = container.manifests.find((candidate) => signatureOf(candidate.toString('utf8')) === name)
  if (manifest === undefined) {
    const [only, ...others] = container.files
    const signed = only === undefined || others.length > 0 ? null : only
    const covers = signed === null ? [] : [signed[0]]
    return verifyCms(cms, signed?.[1] ?? null, trust).map((signature) => ({ ...signature, covers }))
  }
  const xml = manifest.toString('utf8')
  const references = isPlainXml(xml) ? referencesIn(xml, 'DataObjectReference') : []
  const checks = references.map((reference) => checkReference(reference, container.files))
  const covers = references.filter((_, index) => checks[index] === 'intact').map((reference) => reference.name)
  const worst: SignatureVerdict | undefined =
    references.length === 0
      ? 'unverifiable'
      : (['altered', 'unverifiable', 'content_missing'] as const).find((check) => checks.includes(check))
  return verifyCms(cms, manifest, trust).map((signature) => ({
    ...signature,
    verdict: signature.verdict === 'altered' ? signature.verdict : (worst ?? signature.verdict),
    covers,
  }))
}

const XADES_SIGNATURE = /<(?:[\w.-]+:)?Signature[\s>][\s\S]*?<\/(?:[\w.-]+:)?Signature>/g

/** Reads signers and files of XML signatures. Verifying them would need canonical XML, which no library here has. */
function readXades(container: Container, xml: string): Signature[] {
  if (!isPlainXml(xml)) return [{ verdict: 'unverifiable', signer: null, signed_at: null, covers: [] }]
  return [...xml.matchAll(XADES_SIGNATURE)].slice(0, 50).map(([signature]) => {
    const references = referencesIn(signature, 'Reference')
    const checks = references.map((reference) => checkReference(reference, container.files))
    const time = /SigningTime>\s*([^<\s]+)/.exec(signature)?.[1]
    const at = time === undefined ? Number.NaN : Date.parse(time)
    return {
      verdict: checks.includes('altered') ? 'altered' : 'unverifiable',
      signer: signerInXades(signature),
      signed_at: Number.isNaN(at) ? null : new Date(at).toISOString(),
      covers: references.filter((_, index) => checks[index] === 'intact').map(({ name }) => name),
    }
  })
}

function signerInXades(signature: string): Signature['signer'] {
  try {
    const [certificate] = certificatesIn(Buffer.from(signature))
    return certificate === undefined ? null : signerOf(certificate)
  } catch {
    return null
  }
}

function fileOf({ name, content }: NamedContent): SignedFile {
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { name, bytes: content.length, sha256, beside: false }
}
