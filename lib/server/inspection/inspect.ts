import { readFile } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import type { FILE_FAULTS } from '@/lib/contract/documents'
import { type ArchiveFault, isFinderFile, listEntries, unpackEntry } from '@/lib/server/platform/archive'
import { hasPdfSignature, pdfFault } from '@/lib/server/platform/pdf'

/** More than any camera or scanner produces for a page. */
const MAX_PIXELS = 100_000_000

export type Finding =
  /** `signed`: it is a signature, or contains signatures. */
  { ok: true; mediaType: string; signed: boolean } | { ok: false; code: (typeof FILE_FAULTS)[number] }

const refuseFile = (code: (typeof FILE_FAULTS)[number]) => ({ ok: false, code }) as const
const acceptFile = (mediaType: string, signed = false) => ({ ok: true, mediaType, signed }) as const

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
        return fault === null ? acceptFile(mediaType, hasPdfSignature(content)) : refuseFile(fault)
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
        return isSignature(content) ? acceptFile('application/pkcs7-signature', true) : refuseFile('file_type_refused')
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

const ARCHIVE_FAULTS = {
  locked: 'file_locked',
  too_large: 'file_archive_too_large',
  names: 'file_archive_names_refused',
} as const satisfies Record<ArchiveFault, (typeof FILE_FAULTS)[number]>

/** Why a document in a zip format (OOXML, OpenDocument) is refused; null if it is accepted. */
function officeZipFault(content: Buffer): (typeof FILE_FAULTS)[number] | null {
  const listed = listEntries(content)
  if (!listed.ok) return ARCHIVE_FAULTS[listed.fault]
  const isActive = listed.entries.some(({ name }) => /vbaProject\.bin$|^(?:Basic|Scripts)\//i.test(name))
  return isActive ? 'file_active' : null
}

/** An archive may only contain files that may be uploaded themselves. Distinguishes a signature container (ETSI EN 319 162) from a plain zip. */
async function inspectZip(content: Buffer, depth: number): Promise<Finding> {
  const listed = listEntries(content)
  if (!listed.ok) return refuseFile(ARCHIVE_FAULTS[listed.fault])
  const files = listed.entries.filter(({ name }) => !name.endsWith('/'))
  if (files.length === 0) return refuseFile('file_empty')
  if (depth > 0) return refuseFile('file_archive_refused')
  let signed = false
  let declared = ''
  for (const file of files) {
    const entry = unpackEntry(content, file)
    if (file.name === 'mimetype') declared = entry.toString('latin1').trim()
    if (file.name === 'mimetype' || entry.length === 0 || isFinderFile(file.name, entry)) continue
    const finding = await inspectContent(entry, depth + 1)
    if (finding.ok) signed ||= finding.signed
    else if (finding.code !== 'file_type_refused' || !PLAIN_ENDINGS.test(file.name) || !isText(entry))
      return refuseFile(finding.code === 'file_type_refused' ? 'file_archive_refused' : finding.code)
  }
  if (declared === 'application/vnd.etsi.asic-s+zip') return acceptFile(declared, true)
  const isAsic = files.some(({ name }) => /^META-INF\/[^/]*signature[^/]*\.(?:p7s|xml)$/i.test(name))
  return isAsic ? acceptFile('application/vnd.etsi.asic-e+zip', true) : acceptFile('application/zip', signed)
}

/** False for a program with a text's name: everything in PLAIN_ENDINGS is XML, text, or DER, which begins with a sequence. */
function isText(entry: Buffer): boolean {
  return entry[0] === DER_SEQUENCE || !entry.includes(0)
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
