import { inflateSync } from 'node:zlib'
import { PDFDict, PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib'
import { getDocumentProxy } from 'unpdf'

interface PrintedPdf {
  title: string
  /** The text of all pages with ordinary spaces. */
  text: string
  pages: string[]
  bookmarks: string[]
  language: string | null
  tagged: boolean
  /** The declared part and level of PDF/A, such as "2A". */
  conformance: string
  /** Whether all fonts are embedded. */
  fontsEmbedded: boolean
  outputIntent: boolean
}

export async function readPdf(bytes: ArrayBuffer): Promise<PrintedPdf> {
  // A copy, because the reader detaches the buffer.
  const raw = Buffer.from(bytes.slice(0)).toString('latin1')
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(' '))
  }
  const plain = (text: string) => text.replace(/[\s\u00A0]+/g, ' ')
  const { info } = (await pdf.getMetadata()) as { info: { Title?: string; Language?: string | null } }
  const outline = ((await pdf.getOutline()) ?? []) as { title: string }[]
  const conformance = /<pdfaid:part>(\d)<\/pdfaid:part>\s*<pdfaid:conformance>(\w)</.exec(raw)
  const count = (pattern: RegExp) => raw.match(pattern)?.length ?? 0
  return {
    title: info.Title ?? '',
    text: plain(pages.join('\n')),
    pages: pages.map(plain),
    bookmarks: outline.map(({ title }) => plain(title)),
    language: info.Language ?? null,
    tagged: (await pdf.getMarkInfo())?.Marked === true,
    conformance: conformance ? `${conformance[1]}${conformance[2]}` : '',
    fontsEmbedded:
      count(/\/FontFile[23]? \d/g) > 0 && count(/\/FontFile[23]? \d/g) === count(/\/Type \/FontDescriptor/g),
    outputIntent: count(/\/S \/GTS_PDFA1/g) === 1,
  }
}

/** The modules of the QR code in a PDF, row by row as "0" and "1"; empty if it has none. */
export function qrCodeOf(bytes: ArrayBuffer): string {
  const squares = streamsOf(Buffer.from(bytes)).flatMap((content) =>
    Array.from(content.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) \3 re$/gm), (match) => match.slice(1).map(Number)),
  ) as [number, number, number][]
  if (squares.length === 0) return ''
  const [left, top] = [Math.min(...squares.map(([x]) => x)), Math.min(...squares.map(([, y]) => y))]
  const at = squares.map(([x, y, side]) => [Math.round((x - left) / side), Math.round((y - top) / side)] as const)
  const size = Math.max(...at.map(([column]) => column)) + 1
  const dots = new Set(at.map(([column, row]) => row * size + column))
  return Array.from({ length: size * size }, (_, index) => (dots.has(index) ? '1' : '0')).join('')
}

function streamsOf(file: Buffer): string[] {
  const contents: string[] = []
  for (let at = file.indexOf('stream\n'); at >= 0; at = file.indexOf('stream\n', at + 1)) {
    const end = file.indexOf('endstream', at)
    if (end < 0 || file.subarray(at - 3, at).toString() === 'end') continue
    try {
      contents.push(inflateSync(file.subarray(at + 7, end)).toString('latin1'))
    } catch {
      // Metadata is not compressed.
    }
  }
  return contents
}

/**
 * What PDF/A-2 (ISO 19005-2) forbids or demands and this document breaks, by its structure: fonts, glyphs, marked content, metadata,
 * colours, actions. Empty for a sound one.
 */
export async function findPdfAFaults(bytes: ArrayBuffer): Promise<string[]> {
  const raw = Buffer.from(bytes.slice(0))
  const pdf = await PDFDocument.load(new Uint8Array(bytes), { updateMetadata: false })
  const { catalog, context } = pdf
  const faults: string[] = []
  const demand = (holds: boolean, fault: string) => void (holds || faults.push(fault))
  const has = (dict: PDFDict, ...names: string[]) => names.every((name) => dict.has(PDFName.of(name)))
  const valueOf = (dict: PDFDict, name: string) => dict.lookup(PDFName.of(name))?.toString() ?? ''

  demand(
    /^%PDF-1\.\d\r?\n%[\x80-\xff]{4}/.test(raw.subarray(0, 20).toString('latin1')),
    'no binary comment after the header',
  )
  demand(context.trailerInfo.ID !== undefined, 'no file identifier')
  demand(context.trailerInfo.Encrypt === undefined, 'encrypted')
  demand(has(catalog, 'Metadata', 'OutputIntents', 'Lang', 'ViewerPreferences'), 'the catalogue lacks an entry')
  for (const name of ['OpenAction', 'AA', 'OCProperties', 'AcroForm'])
    demand(!has(catalog, name), `the catalogue has ${name}`)
  const metadata = catalog.lookup(PDFName.of('Metadata'), PDFStream)
  demand(!has(metadata.dict, 'Filter'), 'the metadata is compressed')
  const xmp = Buffer.from(metadata.getContents()).toString()
  const level = /<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>([AB])</.exec(xmp)?.[1]
  demand(level !== undefined, 'no level of PDF/A-2')
  demand(xmp.includes(`>${pdf.getTitle()}<`), 'the titles differ')

  for (const [, object] of context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFDict)) continue
    const type = valueOf(dict, 'Type')
    const subtype = valueOf(dict, 'Subtype')
    demand(!valueOf(dict, 'Filter').includes('LZW'), 'a stream is compressed by LZW')
    for (const name of ['JS', 'EF', 'F'])
      demand(!(object instanceof PDFStream) || !has(dict, name), `a stream has ${name}`)
    demand(!/^\/(?:JavaScript|Launch|Sound|Movie|ResetForm|ImportData)$/.test(valueOf(dict, 'S')), 'an action')
    if (subtype === '/Image') demand(valueOf(dict, 'Interpolate') !== 'true', 'an interpolated image')
    if (type === '/FontDescriptor') demand(has(dict, 'FontFile2') || has(dict, 'FontFile3'), 'a font is not embedded')
    if (type === '/Font') {
      demand(subtype === '/Type0' || subtype.startsWith('/CIDFont'), `a font of type ${subtype}`)
      if (subtype === '/Type0') demand(has(dict, 'ToUnicode'), 'a font without text')
      if (subtype === '/CIDFontType2') demand(has(dict, 'CIDToGIDMap', 'W'), 'a font without widths')
    }
  }

  const contents = streamsOf(raw).filter((content) => /\bT[jJ]\b/.test(content))
  for (const content of contents) {
    const glyphs =
      content.match(/<[0-9a-f]+>(?=[^\n]*T[jJ])/gi)?.flatMap((hex) => hex.match(/[0-9a-f]{4}/gi) ?? []) ?? []
    demand(!glyphs.includes('0000'), 'a letter that the font lacks')
  }
  if (level === 'A') {
    demand(has(catalog, 'StructTreeRoot', 'MarkInfo'), 'no structure')
    for (const content of contents) {
      let depth = 0
      for (const line of content.split('\n')) {
        if (/\b(?:BDC|BMC)$/.test(line)) depth += 1
        else if (/\bEMC$/.test(line)) depth -= 1
        else if (/\bT[jJ]$/.test(line)) demand(depth > 0, 'text outside of the structure')
      }
      demand(depth === 0, 'marked content that does not end')
    }
  }
  return [...new Set(faults)]
}
