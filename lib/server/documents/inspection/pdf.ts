import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib'

/** Keys and types that let a document act by itself, or carry something along. */
const ACTIVE = new Set([
  'JS',
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'RichMedia',
  'RichMediaExecute',
  'Rendition',
  'XFA',
  'EmbeddedFile',
  'EmbeddedFiles',
  'EF',
  'FileAttachment',
  'GoToE',
  'Collection',
  'Movie',
  'Sound',
  '3D',
])
/** Of these, names that are too long to come about by chance in compressed data: sought in the bytes too, wherever a reader may look. */
const ACTIVE_BYTES = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'RichMedia',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
])
/** What may happen when a document or a page is opened: going to a place in it. */
const HARMLESS_ON_OPENING = new Set(['GoTo', 'Named', 'SetOCGState', 'Trans', 'Hide'])
/** Keys under which a name says what kind of thing a dictionary is. */
const KINDS = ['S', 'Type', 'Subtype']

/** So near its end a whole PDF says that it ends. */
const END_WITHIN = 2048

/**
 * Whether a PDF is one that only shows pages: it can be read, is not encrypted, runs, sends and starts nothing, opens nothing else by itself, and has
 * no files within it. Every object is checked, compressed ones too, its names with their escapes undone. @throws where it cannot be read.
 */
export async function isPassivePdf(bytes: Uint8Array): Promise<boolean> {
  if (namesActive(bytes)) return false
  if (!Buffer.from(bytes.subarray(-END_WITHIN)).includes('%%EOF')) throw new Error('the PDF is cut off')
  const document = await PDFDocument.load(bytes, {
    ignoreEncryption: true,
    updateMetadata: false,
    parseSpeed: ParseSpeeds.Fastest,
  })
  if (document.isEncrypted || document.context.trailerInfo.Encrypt !== undefined) return false
  const { context } = document
  return context.enumerateIndirectObjects().every(([, object]) => isPassive(object, context))
}

/** Each name is read once and is short, so that this takes time with the length alone. */
function namesActive(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  for (const [, name = ''] of text.matchAll(/\/([\w#]{1,60})/g)) {
    if (
      ACTIVE_BYTES.has(
        name.replace(/#([\da-f]{2})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
      )
    )
      return true
  }
  return false
}

function isPassive(object: PDFObject, context: PDFContext): boolean {
  for (const dict of dictsIn([object], null)) {
    for (const [key, value] of dict.entries()) {
      const name = key.decodeText()
      if (ACTIVE.has(name)) return false
      if (KINDS.includes(name) && value instanceof PDFName && ACTIVE.has(value.decodeText())) return false
      if ((name === 'OpenAction' || name === 'AA') && !staysHere(value, context)) return false
    }
  }
  return true
}

/** Whether everything that an opening sets off stays within the document. */
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

/** All dictionaries within some objects; with a context those that they refer to as well, each once. */
function* dictsIn(objects: PDFObject[], context: PDFContext | null): Generator<PDFDict> {
  const seen = new Set<PDFObject>()
  for (let object = objects.pop(); object !== undefined; object = objects.pop()) {
    if (seen.has(object)) continue
    seen.add(object)
    if (object instanceof PDFRef) {
      const found = context?.lookup(object)
      // Pages lead to all others: an action names its page, and that page's own actions are checked with the page.
      if (found && !(found instanceof PDFDict && found.get(PDFName.of('Type')) === PDFName.of('Page')))
        objects.push(found)
    } else if (object instanceof PDFArray) objects.push(...object.asArray())
    else if (object instanceof PDFStream) objects.push(object.dict)
    else if (object instanceof PDFDict) {
      yield object
      objects.push(...object.values())
    }
  }
}
