import { createHash } from 'node:crypto'
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectParser,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFRef,
  PDFXRefStreamParser,
} from '@cantoo/pdf-lib'
import { openPdf } from '@/lib/server/platform/pdf'

/** More than any document has; each is read. */
const MAX_REVISIONS = 20

/**
 * A check whether a PDF differs from an earlier revision, its first bytes up to `length`, only by signatures, time stamps and
 * what verifies them. Anything that cannot be proven is a change: the update of a PDF can replace every word of it.
 */
export function createRevisionCheck(content: Buffer): (length: number) => Promise<boolean> {
  const ends = revisionEnds(content)
  const opened = new Map<number, Promise<PDFContext | null>>()
  const steps = new Map<number, Promise<boolean>>()

  function open(length: number): Promise<PDFContext | null> {
    const context = opened.get(length) ?? openPdf(content.subarray(0, length))
    opened.set(length, context)
    return context
  }

  async function checkStep(start: number, end: number): Promise<boolean> {
    if (!content.subarray(Math.max(0, start - END_WITHIN), start).includes(END_MARK)) return false
    const [before, after] = [await open(start), await open(end)]
    if (before === null || after === null) return false
    return (
      before.trailerInfo.Encrypt === undefined &&
      after.trailerInfo.Encrypt === undefined &&
      before.trailerInfo.Root === after.trailerInfo.Root &&
      isEveryChangeASignature(before, after) &&
      (await isReadAsWritten(content.subarray(0, end), start, before, after))
    )
  }

  return async function onlyAddsSignatures(length) {
    if (isBlank(content.subarray(length))) return true
    const later = ends.filter((end) => end > length)
    const last = later.at(-1)
    if (last === undefined || later.length > MAX_REVISIONS || !isBlank(content.subarray(last))) return false
    for (const [index, end] of later.entries()) {
      const start = later[index - 1] ?? length
      if (isBlank(content.subarray(start, end))) continue
      const step = index === 0 ? checkStep(start, end) : (steps.get(end) ?? checkStep(start, end))
      if (index > 0) steps.set(end, step)
      if (!(await step.catch(() => false))) return false
    }
    return true
  }
}

const END_MARK = '%%EOF'

/** Where the revisions of a PDF end: each has an end mark. */
function revisionEnds(content: Buffer): number[] {
  const ends: number[] = []
  for (let at = content.indexOf(END_MARK); at >= 0; at = content.indexOf(END_MARK, at + 1))
    ends.push(at + END_MARK.length)
  return ends
}

const END_WITHIN = 64

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0 || byte === 9 || byte === 10 || byte === 13 || byte === 32)
}

const nameOf = (name: string) => PDFName.of(name)

function isEveryChangeASignature(before: PDFContext, after: PDFContext): boolean {
  const earlier = new Map(before.enumerateIndirectObjects())
  const users = usersIn(before)
  return after.enumerateIndirectObjects().every(([ref, object]) => {
    const former = earlier.get(ref)
    // A new object shows nothing unless a former one refers to it.
    if (former === undefined) return !users.has(ref.toString())
    if (textOf(former) === textOf(object) || isUnseen(ref, before, users)) return true
    return isSignatureChange(ref, former, object, after)
  })
}

/** Which objects refer to each object. */
function usersIn(context: PDFContext): Map<string, Set<PDFRef>> {
  const users = new Map<string, Set<PDFRef>>()
  for (const [user, object] of context.enumerateIndirectObjects()) {
    const text = object instanceof PDFRawStream ? object.dict.toString() : object.toString()
    for (const [ref] of text.matchAll(/\d{1,10} \d{1,5} R\b/g)) users.set(ref, (users.get(ref) ?? new Set()).add(user))
  }
  return users
}

/**
 * Whether an object only describes its document or verifies signatures. The earlier revision decides: the update's trailer and catalog
 * could call any object so, such as the text of a page.
 */
function isUnseen(ref: PDFRef, before: PDFContext, users: Map<string, Set<PDFRef>>): boolean {
  const { Root: root, Info: info } = before.trailerInfo
  const usedBy = [...(users.get(ref.toString()) ?? [])]
  if (ref === info) return usedBy.length === 0
  const catalog = before.lookup(root)
  return (
    catalog instanceof PDFDict &&
    ['Metadata', 'DSS'].some((name) => catalog.get(nameOf(name)) === ref) &&
    usedBy.every((user) => user === root)
  )
}

function textOf(object: PDFObject | undefined): string {
  if (object === undefined) return ''
  if (!(object instanceof PDFRawStream)) return object.toString()
  return `${object.dict.toString()} ${createHash('sha256').update(object.contents).digest('hex')}`
}

function isSignatureChange(ref: PDFRef, former: PDFObject, object: PDFObject, context: PDFContext): boolean {
  const root = context.trailerInfo.Root
  const catalog = context.lookup(root)
  if (ref === root)
    return isSameExcept(former, object, { AcroForm: isSignatureChangeOfForm(context), ...FREE_IN_CATALOG })
  if (catalog instanceof PDFDict && ref === catalog.get(nameOf('AcroForm')))
    return isSignatureChangeOfForm(context)(former, object)
  if (former instanceof PDFArray) return addsSignatureFields(context)(former, object)
  if (!(former instanceof PDFDict)) return false
  const isPage = former.get(nameOf('Type')) === nameOf('Page')
  if (isPage) return isSameExcept(former, object, { Annots: addsSignatureFields(context) })
  // An empty field for a signature that is signed now.
  return (
    isInvisibleSignature(former, context) &&
    isInvisibleSignature(object, context) &&
    isSameExcept(former, object, { V: () => former.get(nameOf('V')) === undefined, ...FREE_IN_FIELD })
  )
}

type ChangeCheck = (former: PDFObject | undefined, object: PDFObject | undefined) => boolean

const free: ChangeCheck = () => true
const FREE_IN_CATALOG = { DSS: free, Extensions: free, Perms: free, Version: free, Metadata: free }
const FREE_IN_FIELD = { M: free, AP: free, Lock: free, SV: free }

function isSameExcept(former: PDFObject, object: PDFObject, allowed: Record<string, ChangeCheck>): boolean {
  if (!(former instanceof PDFDict) || !(object instanceof PDFDict)) return false
  const names = new Set([...former.keys(), ...object.keys()])
  return [...names].every((name) => {
    const [left, right] = [former.get(name), object.get(name)]
    return textOf(left) === textOf(right) || allowed[name.decodeText()]?.(left, right) === true
  })
}

const isSignatureChangeOfForm =
  (context: PDFContext): ChangeCheck =>
  (former, object) => {
    const form = context.lookup(object)
    if (former instanceof PDFRef || object instanceof PDFRef) {
      // The form itself, if it was there, is compared by its own number.
      if (former !== undefined) return former === object
      return form instanceof PDFDict && isSignatureChangeOfForm(context)(undefined, form)
    }
    const empty = PDFDict.withContext(context)
    return (
      form instanceof PDFDict &&
      isSameExcept(former ?? empty, form, { Fields: addsSignatureFields(context), SigFlags: free, DA: free, DR: free })
    )
  }

/** Whether an array keeps all that it had, and what it gains are signatures that show nothing. */
const addsSignatureFields =
  (context: PDFContext): ChangeCheck =>
  (former, object) => {
    if (former instanceof PDFRef && former === object) return true
    const [left, right] = [context.lookup(former) ?? PDFArray.withContext(context), context.lookup(object)]
    if (!(left instanceof PDFArray) || !(right instanceof PDFArray)) return false
    const kept = left.asArray().map(textOf)
    const items = right.asArray()
    return (
      kept.every((text, index) => text === textOf(items[index])) &&
      items.slice(kept.length).every((item) => isInvisibleSignature(context.lookup(item), context))
    )
  }

const HIDDEN_OR_NO_VIEW = 0b100010

/** A signature that is drawn on the page could hide what was signed before, and one with actions could change it. */
function isInvisibleSignature(object: PDFObject | undefined, context: PDFContext): boolean {
  if (!(object instanceof PDFDict) || object.get(nameOf('FT')) !== nameOf('Sig')) return false
  if (object.has(nameOf('A')) || object.has(nameOf('AA'))) return false
  const kids = object.lookup(nameOf('Kids'))
  if (kids !== undefined && !(kids instanceof PDFArray && kids.size() === 0)) return false
  const flags = object.lookup(nameOf('F'))
  if (flags instanceof PDFNumber && (flags.asNumber() & HIDDEN_OR_NO_VIEW) !== 0) return true
  const rectangle = object.lookup(nameOf('Rect'))
  if (rectangle === undefined) return true
  const sides = rectangle instanceof PDFArray ? rectangle.asArray().map((side) => context.lookup(side)) : []
  const [left, bottom, right, top] = sides.map((side) => (side instanceof PDFNumber ? side.asNumber() : Number.NaN))
  return left === right || bottom === top
}

const OBJECT = /(\d{1,10})[\s\0]+(\d{1,5})[\s\0]+obj\b/g

/**
 * Whether every program reads the update's objects as they were read here. Programs follow tables of places or search for
 * objects: a table that names a place within a comment, or in an earlier revision, could show something else.
 */
async function isReadAsWritten(
  content: Buffer,
  start: number,
  before: PDFContext,
  after: PDFContext,
): Promise<boolean> {
  const update = content.subarray(start).toString('latin1')
  const found = [...update.matchAll(OBJECT)].map(({ index, 1: number = '' }) => ({
    number: Number(number),
    offset: start + index,
  }))
  if (!continuesTable(content, { start, found, before })) return false
  for (const place of found) if (!(await isAsRead(content, place, after))) return false
  const known = new Set(before.enumerateIndirectObjects().map(([ref]) => ref.objectNumber))
  for (const { number, offset, kind } of [...tablesIn(update), ...streamsIn(content, found)]) {
    if (kind === 'free' && known.has(number)) return false
    if (kind === 'used' && !(await isAsRead(content, { number, offset }, after))) return false
    if (kind === 'compressed' && !found.some((place) => place.number === offset)) return false
  }
  return true
}

const LAST_TABLE = /startxref\s+(\d{1,10})\s+%%EOF\s*$/

/** Where programs begin to read a revision: at the table that its end names. */
function lastTable(revision: Buffer): number | null {
  const place = LAST_TABLE.exec(revision.subarray(-END_WITHIN).toString('latin1'))?.[1]
  return place === undefined ? null : Number(place)
}

/**
 * Whether an update's last table is one of those that are checked here, and leads on to the former revision's: without it, a program
 * finds no object that the update does not list.
 */
function continuesTable(
  content: Buffer,
  { start, found, before }: { start: number; found: readonly { offset: number }[]; before: PDFContext },
): boolean {
  const [former, place] = [lastTable(content.subarray(0, start)), lastTable(content)]
  if (former === null || place === null || place < start) return false
  const isStreamAt = (offset: number) => found.some((each) => each.offset === offset)
  const trailer = isStreamAt(place) ? tableStreamAt(content, place) : trailerAfter(content, place)
  const hybrid = trailer?.get(nameOf('XRefStm'))
  const isHybridChecked = hybrid === undefined || (hybrid instanceof PDFNumber && isStreamAt(hybrid.asNumber()))
  const previous = trailer?.get(nameOf('Prev'))
  return (
    previous instanceof PDFNumber &&
    previous.asNumber() === former &&
    isHybridChecked &&
    textOf(trailer?.get(nameOf('Root'))) === textOf(before.trailerInfo.Root)
  )
}

function tableStreamAt(content: Buffer, place: number): PDFDict | null {
  const head = HEAD.exec(content.subarray(place, place + 64).toString('latin1'))
  const object = head && objectAt(content, place + head[0].length)
  return object instanceof PDFRawStream && object.dict.get(nameOf('Type')) === nameOf('XRef') ? object.dict : null
}

/** The dictionary after a table whose sections have as many rows as they say. */
function trailerAfter(content: Buffer, place: number): PDFDict | null {
  const [table = '', section = ''] = TABLE.exec(content.subarray(place).toString('latin1')) ?? []
  const isComplete = [...section.matchAll(ROWS)].every(
    ([, , rows = '', list = '']) => [...list.matchAll(/[fn]/g)].length === Number(rows),
  )
  const trailer = table !== '' && isComplete ? objectAt(content, place + table.length) : null
  return trailer instanceof PDFDict ? trailer : null
}

/** Whether the object that stands at a place is the one that was read. */
async function isAsRead(
  content: Buffer,
  { number, offset }: { number: number; offset: number },
  after: PDFContext,
): Promise<boolean> {
  const head = HEAD.exec(content.subarray(offset, offset + 64).toString('latin1'))
  if (head === null || Number(head[1]) !== number) return false
  const object = objectAt(content, offset + head[0].length)
  const kind = object instanceof PDFRawStream ? object.dict.get(nameOf('Type')) : undefined
  if (kind === nameOf('XRef')) return true
  if (!(object instanceof PDFRawStream) || kind !== nameOf('ObjStm'))
    return textOf(object) === textOf(after.lookup(PDFRef.of(number, Number(head[2]))))
  const own = PDFContext.create()
  const stream = PDFRawStream.of(object.dict.clone(own), object.contents)
  await PDFObjectStreamParser.forStream(stream, () => false).parseIntoContext()
  return own.enumerateIndirectObjects().every(([ref, each]) => textOf(each) === textOf(after.lookup(ref)))
}

const HEAD = /^(\d{1,10})[\s\0]+(\d{1,5})[\s\0]+obj\b/

function objectAt(content: Buffer, offset: number): PDFObject {
  return PDFObjectParser.forBytes(content.subarray(offset), PDFContext.create()).parseObject()
}

interface Place {
  number: number
  /** Of an object in a stream of objects: the number of that stream. */
  offset: number
  kind: 'free' | 'used' | 'compressed'
}

const ROW = /\d{10}\s\d{5}\s[fn]\s*/
const XREF = `xref\\s+((?:\\d{1,10}\\s+\\d{1,10}\\s+(?:${ROW.source})*)+)`
const SECTION = new RegExp(`\\b${XREF}`, 'g')
const TABLE = new RegExp(`^${XREF}trailer\\b\\s*`)
const ROWS = new RegExp(`(\\d{1,10})\\s+(\\d{1,10})\\s+((?:${ROW.source})*)`, 'g')

function* tablesIn(update: string): Generator<Place> {
  for (const [, section = ''] of update.matchAll(SECTION))
    for (const [, first = '', , rows = ''] of section.matchAll(ROWS))
      for (const [index, [, offset = '', kind = '']] of [...rows.matchAll(/(\d{10})\s\d{5}\s([fn])/g)].entries())
        yield { number: Number(first) + index, offset: Number(offset), kind: kind === 'f' ? 'free' : 'used' }
}

function* streamsIn(content: Buffer, found: readonly { offset: number }[]): Generator<Place> {
  for (const { offset: place } of found) {
    const head = HEAD.exec(content.subarray(place, place + 64).toString('latin1'))
    const object = head && objectAt(content, place + head[0].length)
    if (!(object instanceof PDFRawStream) || object.dict.get(nameOf('Type')) !== nameOf('XRef')) continue
    for (const { ref, offset, deleted, inObjectStream } of PDFXRefStreamParser.forStream(object).parseIntoContext())
      yield { number: ref.objectNumber, offset, kind: deleted ? 'free' : inObjectStream ? 'compressed' : 'used' }
  }
}
