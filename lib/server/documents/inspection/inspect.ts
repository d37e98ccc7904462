import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import type { FILE_FAULTS } from '@/lib/contract/documents'
import { isPlainEntryName, MAX_ARCHIVE_BYTES, MAX_ARCHIVE_ENTRIES } from '@/lib/server/platform/archive'
import { pdfFault } from './pdf'

/** More than any camera or scanner produces for a page. */
const MAX_PIXELS = 100_000_000

export type Finding = { ok: true; mediaType: string } | { ok: false; code: (typeof FILE_FAULTS)[number] }

const refuseFile = (code: (typeof FILE_FAULTS)[number]) => ({ ok: false, code }) as const
const acceptFile = (mediaType: string) => ({ ok: true, mediaType }) as const

/**
 * Inspects a file's whole content. The file is a stranger's: run this only in the inspection process, whose time and memory are limited
 * (inspector.ts).
 */
export async function inspectFileAt(path: string): Promise<Finding> {
  return inspectContent(await readFile(path))
}

/** @param depth the number of archives around the content */
async function inspectContent(content: Buffer, depth = 0): Promise<Finding> {
  const mediaType = (await fileTypeFromBuffer(content))?.mime ?? ''
  try {
    switch (mediaType) {
      case 'application/pdf': {
        const fault = await pdfFault(content)
        return fault === null ? acceptFile(mediaType) : refuseFile(fault)
      }
      case 'image/jpeg':
      case 'image/png':
      case 'image/tiff':
        await decode(content)
        return acceptFile(mediaType)
      case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      case 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
      case 'application/vnd.oasis.opendocument.text':
      case 'application/vnd.oasis.opendocument.spreadsheet': {
        const fault = officeZipFault(content)
        return fault === null ? acceptFile(mediaType) : refuseFile(fault)
      }
      case 'application/zip':
        return await inspectZip(content, depth)
      case 'application/x-cfb':
        return inspectCompoundFile(content)
      default:
        return isSignature(content) ? acceptFile('application/pkcs7-signature') : refuseFile('file_type_refused')
    }
  } catch {
    return refuseFile('file_unreadable')
  }
}

/** Decodes every pixel, row by row. @throws if some are missing, or there are too many. */
async function decode(content: Buffer): Promise<void> {
  await sharp(content, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true }).stats()
}

/** Texts, certificates and time stamps, which are not recognizable by their first bytes. */
const PLAIN_ENDINGS = /\.(?:xml|txt|csv|json|tst|ers|p7b|cer|crt|crl|ocsp)$/i

type ArchiveFault = 'file_archive_refused' | 'file_locked'

/** The names in a zip, or why it is not unpacked. @throws if it cannot be read */
function listEntries(content: Buffer): { ok: true; names: string[] } | { ok: false; code: ArchiveFault } {
  if (isEncryptedZip(content)) return { ok: false, code: 'file_locked' }
  const names: string[] = []
  let bytes = 0
  unzipSync(content, {
    filter({ name, originalSize }) {
      names.push(name)
      bytes += originalSize
      return false
    },
  })
  const isBounded = names.length <= MAX_ARCHIVE_ENTRIES && bytes <= MAX_ARCHIVE_BYTES
  return isBounded && new Set(names).size === names.length && names.every(isPlainEntryName)
    ? { ok: true, names }
    : { ok: false, code: 'file_archive_refused' }
}

const CENTRAL_HEADER = Buffer.from('PK\u0001\u0002', 'latin1')
const FLAGS_OFFSET = 8

function isEncryptedZip(content: Buffer): boolean {
  for (let at = content.indexOf(CENTRAL_HEADER); at >= 0; at = content.indexOf(CENTRAL_HEADER, at + 4))
    if (((content[at + FLAGS_OFFSET] ?? 0) & 1) === 1) return true
  return false
}

/** Memory for an entry is bounded by its declared size, and one is unpacked at a time. */
function unpack(content: Buffer, name: string): Buffer {
  const entry = unzipSync(content, { filter: (file) => file.name === name })[name]
  if (entry === undefined) throw new Error('the entry is missing')
  return Buffer.from(entry.buffer, entry.byteOffset, entry.byteLength)
}

/** Why a document in a zip format (OOXML, OpenDocument) is refused; null if it is accepted. */
function officeZipFault(content: Buffer): ArchiveFault | 'file_active' | null {
  const entries = listEntries(content)
  if (!entries.ok) return entries.code
  return entries.names.some((name) => /vbaProject\.bin$|^(?:Basic|Scripts)\//i.test(name)) ? 'file_active' : null
}

/** An archive may only contain files that may be uploaded themselves. Distinguishes a signature container (ETSI EN 319 162) from a plain zip. */
async function inspectZip(content: Buffer, depth: number): Promise<Finding> {
  const entries = listEntries(content)
  if (!entries.ok) return refuseFile(entries.code)
  const names = entries.names.filter((name) => !name.endsWith('/'))
  if (depth > 0 || names.length === 0) return refuseFile('file_archive_refused')
  for (const name of names) {
    if (name === 'mimetype') continue
    const entry = unpack(content, name)
    if (entry.length === 0) continue
    const finding = await inspectContent(entry, depth + 1)
    if (finding.ok || (finding.code === 'file_type_refused' && PLAIN_ENDINGS.test(name) && isText(entry))) continue
    return refuseFile(finding.code === 'file_type_refused' ? 'file_archive_refused' : finding.code)
  }
  return acceptFile(zipType(content, names))
}

/** False for a program with a text's name: everything in PLAIN_ENDINGS is XML, text, or DER, which begins with a sequence. */
function isText(entry: Buffer): boolean {
  return entry[0] === DER_SEQUENCE || !entry.includes(0)
}

function zipType(content: Buffer, names: readonly string[]): string {
  const declared = names.includes('mimetype') ? unpack(content, 'mimetype').toString('latin1').trim() : ''
  if (declared === 'application/vnd.etsi.asic-s+zip') return declared
  const isSigned = names.some((name) => /^META-INF\/[^/]*signature[^/]*\.(?:p7s|xml)$/i.test(name))
  return isSigned ? 'application/vnd.etsi.asic-e+zip' : 'application/zip'
}

/** Names of streams within the older formats of Office, as their directory has them: UTF-16. */
const hasStream = (content: Buffer, name: string) => content.includes(Buffer.from(`${name}\0`, 'utf16le'))

/** Word and Excel before 2007; a newer document with a password is wrapped in the same format. */
function inspectCompoundFile(content: Buffer): Finding {
  if (hasStream(content, 'EncryptedPackage')) return refuseFile('file_locked')
  const mediaType = hasStream(content, 'WordDocument')
    ? 'application/msword'
    : hasStream(content, 'Workbook') || hasStream(content, 'Book')
      ? 'application/vnd.ms-excel'
      : null
  if (mediaType === null) return refuseFile('file_type_refused')
  return hasStream(content, '_VBA_PROJECT') ? refuseFile('file_active') : acceptFile(mediaType)
}

const DER_SEQUENCE = 0x30
/** Indefinite length, as BER allows it. */
const INDEFINITE = 0x80
/** 1.2.840.113549.1.7.2, signedData of CMS (RFC 5652), as DER. */
const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex')

/** Whether a file is a CMS signature, with or without its document: as DER, or as base64 with or without PEM lines. */
function isSignature(content: Buffer): boolean {
  if (content[0] === DER_SEQUENCE) return isSignedData(content)
  const text = content.subarray(0, 64).toString('latin1')
  if (!/^(?:-----BEGIN (?:PKCS7|CMS)-----|MI)/.test(text)) return false
  const lines = content.toString('latin1').replace(/-----[A-Z0-9 ]+-----/g, '')
  return /^[A-Za-z0-9+/=\s]+$/.test(lines) && isSignedData(Buffer.from(lines, 'base64'))
}

function isSignedData(der: Buffer): boolean {
  const first = der[1] ?? 0
  const lengthBytes = first > INDEFINITE ? first - INDEFINITE : 0
  if (der[0] !== DER_SEQUENCE || lengthBytes > 4) return false
  const start = 2 + lengthBytes
  if (first !== INDEFINITE) {
    const length = lengthBytes === 0 ? first : der.readUIntBE(2, lengthBytes)
    if (start + length !== der.length) return false
  }
  return der.subarray(start, start + SIGNED_DATA.length).equals(SIGNED_DATA)
}
