import { unzipSync } from 'fflate'

/** Limits of an untrusted zip. The upload check and the reader share them, so that every accepted file can be read. */
export const MAX_ARCHIVE_ENTRIES = 200
/** Of all entries together, unpacked. */
export const MAX_ARCHIVE_BYTES = 128 * 1024 * 1024

const MAX_NAME_LENGTH = 250

interface ArchiveEntry {
  /** A path with slashes. */
  name: string
  /** How the library names the entry. */
  key: string
}

/** `names`: a path that leads out of the archive, or two files with one name. */
export type ArchiveFault = 'too_large' | 'names' | 'locked'

type Entries = { ok: true; entries: ArchiveEntry[] } | { ok: false; fault: ArchiveFault }

/** The entries of an untrusted zip, folders included. @throws if it cannot be read */
export function listEntries(content: Buffer): Entries {
  if (isEncrypted(content)) return { ok: false, fault: 'locked' }
  const keys: string[] = []
  let bytes = 0
  unzipSync(content, {
    filter({ name, originalSize }) {
      keys.push(name)
      bytes += originalSize
      return false
    },
  })
  if (keys.length > MAX_ARCHIVE_ENTRIES || bytes > MAX_ARCHIVE_BYTES) return { ok: false, fault: 'too_large' }
  const isUtf8 = readNameFlags(content)
  const entries = keys.map((key, index) => ({ key, name: nameOf(key, isUtf8[index] ?? true) }))
  // Of two entries with the same name some programs use the first, others the second.
  const isUnique = new Set(entries.map(({ name }) => name)).size === keys.length && new Set(keys).size === keys.length
  return isUnique && entries.every(({ name }) => isPlainEntryName(name))
    ? { ok: true, entries }
    : { ok: false, fault: 'names' }
}

const FINDER_FILES = [
  { name: /(?:^|\/)\._[^/]*$/, start: Buffer.from('00051607', 'hex') },
  { name: /(?:^|\/)\.DS_Store$/, start: Buffer.from('0000000142756431', 'hex') },
]

/** Whether macOS has added the entry to a folder or an archive on its own: icons, colours, places of windows. */
export function isFinderFile(name: string, content: Buffer): boolean {
  return FINDER_FILES.some((file) => file.name.test(name) && content.subarray(0, file.start.length).equals(file.start))
}

/** Memory for an entry is bounded by its declared size, and one is unpacked at a time. */
export function unpackEntry(content: Buffer, { key }: ArchiveEntry): Buffer {
  const entry = unzipSync(content, { filter: ({ name }) => name === key })[key]
  if (entry === undefined) throw new Error('the entry is missing')
  return Buffer.from(entry.buffer, entry.byteOffset, entry.byteLength)
}

/** Whether an entry's name is a path inside the archive on every file system. */
function isPlainEntryName(name: string): boolean {
  return (
    name.length <= MAX_NAME_LENGTH &&
    name !== '__proto__' &&
    !/^[/~]|\\|^[A-Za-z]:|\p{Cc}/u.test(name) &&
    name.split('/').every((part) => part !== '..' && part !== '.')
  )
}

const CENTRAL_HEADER = Buffer.from('PK\u0001\u0002', 'latin1')
const END_HEADER = Buffer.from('PK\u0005\u0006', 'latin1')
const FLAGS_OFFSET = 8
const ENCRYPTED = 1
const UTF8_NAME = 0x0800

function isEncrypted(content: Buffer): boolean {
  for (let at = content.indexOf(CENTRAL_HEADER); at >= 0; at = content.indexOf(CENTRAL_HEADER, at + 4))
    if (((content[at + FLAGS_OFFSET] ?? 0) & ENCRYPTED) === ENCRYPTED) return true
  return false
}

/** Which names are marked as UTF-8, in the order of the central directory; empty if it is not where an ordinary zip has it. */
function readNameFlags(content: Buffer): boolean[] {
  const end = content.lastIndexOf(END_HEADER)
  const flags: boolean[] = []
  try {
    const count = content.readUInt16LE(end + 10)
    let at = content.readUInt32LE(end + 16)
    for (let index = 0; index < count && content.subarray(at, at + 4).equals(CENTRAL_HEADER); index += 1) {
      flags.push((content.readUInt16LE(at + FLAGS_OFFSET) & UTF8_NAME) !== 0)
      at += 46 + content.readUInt16LE(at + 28) + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32)
    }
  } catch {
    return []
  }
  return flags
}

/** Lines and boxes of code page 866, where windows-1251 has its letters. */
const BOXES = /[\u2500-\u259f]/

/** Windows writes names without the mark in the code page of its console, some programs in windows-1251, macOS in UTF-8. */
function nameOf(key: string, isUtf8: boolean): string {
  return (isUtf8 ? key : decodeName(Buffer.from(key, 'latin1'))).replaceAll('\\', '/')
}

function decodeName(bytes: Buffer): string {
  const utf8 = decodeOrNull('utf-8', bytes)
  if (utf8 !== null) return utf8
  const dos = new TextDecoder('ibm866').decode(bytes)
  return BOXES.test(dos) ? new TextDecoder('windows-1251').decode(bytes) : dos
}

function decodeOrNull(encoding: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
