import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFParser,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib'

type PdfFault = 'file_locked' | 'file_active' | 'file_has_attachments'

/** Keys and types with which a document runs actions or embeds files. */
const FAULTS = new Map<string, PdfFault>([
  ...[
    'JS',
    'JavaScript',
    'Launch',
    'SubmitForm',
    'ImportData',
    'RichMedia',
    'RichMediaExecute',
    'Rendition',
    'XFA',
    'Movie',
    'Sound',
    '3D',
  ].map((name) => [name, 'file_active'] as const),
  ...['EmbeddedFile', 'EmbeddedFiles', 'EF', 'FileAttachment', 'GoToE', 'Collection'].map(
    (name) => [name, 'file_has_attachments'] as const,
  ),
])
/** Names so long do not occur by chance in compressed data: the raw bytes are searched for them too. */
const MIN_NAME_LENGTH_IN_BYTES = 'Launch'.length
/** Actions that may run when a document or a page is opened. */
const HARMLESS_ON_OPENING = new Set(['GoTo', 'Named', 'SetOCGState', 'Trans', 'Hide'])
/** Keys whose name is the kind of the dictionary. */
const KINDS = ['S', 'Type', 'Subtype']

/** A complete PDF has its end mark in its last bytes. */
const END_WITHIN = 2048

/** Bytes between objects that pdf-lib may skip; each costs an exception. Programs that write PDFs leave almost none. */
const MAX_JUNK_BYTES = 8 * 1024

/**
 * The fault of a PDF that contains more than pages to read; null for none. It may be locked against changes, but must
 * open without a password, must not run, send or open anything, and must not contain files. Every object is checked,
 * including compressed ones.
 *
 * @throws if it cannot be read
 */
export async function pdfFault(bytes: Uint8Array): Promise<PdfFault | null> {
  if (!Buffer.from(bytes.subarray(-END_WITHIN)).includes('%%EOF')) throw new Error('PDF without an end mark')
  const context = await openPdf(bytes)
  if (context === null) return 'file_locked'
  if (!(context.lookup(context.trailerInfo.Root) instanceof PDFDict)) throw new Error('PDF without a catalog')
  for (const [, object] of context.enumerateIndirectObjects()) {
    const fault = faultIn(object, context)
    if (fault !== null) return fault
  }
  return faultInBytes(bytes)
}

/** Whether a PDF has a place for a signature, right or wrong. */
export function hasPdfSignature(content: Buffer): boolean {
  return content.includes('/ByteRange')
}

/** The objects of a PDF; null if it needs a password. */
export async function openPdf(bytes: Uint8Array): Promise<PDFContext | null> {
  const context = await parse(bytes)
  if (context.trailerInfo.Encrypt === undefined) return context
  const options = { password: '', updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY }
  return PDFDocument.load(bytes, options).then(
    (document) => document.context,
    () => null,
  )
}

/** pdf-lib's parser looks for the next object byte by byte: in linear time, but for minutes if a file has megabytes of junk. */
function parse(bytes: Uint8Array): Promise<PDFContext> {
  const parser = PDFParser.forBytesWithOptions(bytes, Number.POSITIVE_INFINITY)
  const bounded = parser as unknown as { matchIndirectObjectHeader(): boolean }
  const match = bounded.matchIndirectObjectHeader.bind(parser)
  let junk = 0
  bounded.matchIndirectObjectHeader = () => {
    if (match()) return true
    junk += 1
    if (junk > MAX_JUNK_BYTES) throw new Error('PDF with too much data between its objects')
    return false
  }
  return parser.parseDocument()
}

/** In linear time: each name is short and is read once. */
function faultInBytes(bytes: Uint8Array): PdfFault | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  for (const [, escaped = ''] of text.matchAll(/\/([\w#]{1,60})/g)) {
    const name = escaped.replace(/#([\da-f]{2})/gi, (_escape, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    const fault = name.length >= MIN_NAME_LENGTH_IN_BYTES ? FAULTS.get(name) : undefined
    if (fault !== undefined) return fault
  }
  return null
}

function faultIn(object: PDFObject, context: PDFContext): PdfFault | null {
  for (const dict of dictsIn([object], null)) {
    for (const [key, value] of dict.entries()) {
      const name = key.decodeText()
      const kind = KINDS.includes(name) && value instanceof PDFName ? value.decodeText() : ''
      const fault = FAULTS.get(name) ?? FAULTS.get(kind)
      if (fault !== undefined) return fault
      if ((name === 'OpenAction' || name === 'AA') && !staysHere(value, context)) return 'file_active'
    }
  }
  return null
}

/** Whether all actions that opening triggers stay within the document. */
function staysHere(value: PDFObject, context: PDFContext): boolean {
  for (const dict of dictsIn([value], context)) {
    const kind = dict.lookup(PDFName.of('S'))
    const isAction =
      kind instanceof PDFName &&
      !(dict.get(PDFName.of('Type')) instanceof PDFName && dict.get(PDFName.of('Type')) !== PDFName.of('Action'))
    if (isAction && !HARMLESS_ON_OPENING.has(kind.decodeText())) return false
    if (dict.has(PDFName.of('URI'))) return false
  }
  return true
}

/** All dictionaries within some objects, each once; with a context also those that they refer to. */
function* dictsIn(objects: PDFObject[], context: PDFContext | null): Generator<PDFDict> {
  const visited = new Set<PDFObject>()
  for (let object = objects.pop(); object !== undefined; object = objects.pop()) {
    if (visited.has(object)) continue
    visited.add(object)
    if (object instanceof PDFRef) {
      const target = context?.lookup(object)
      // An action names its page, and from a page all others can be reached. The actions of a page are checked with the page.
      if (target && !(target instanceof PDFDict && target.get(PDFName.of('Type')) === PDFName.of('Page')))
        objects.push(target)
    } else if (object instanceof PDFArray) objects.push(...object.asArray())
    else if (object instanceof PDFStream) objects.push(object.dict)
    else if (object instanceof PDFDict) {
      yield object
      objects.push(...object.values())
    }
  }
}
