import { inflateSync } from 'node:zlib'
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
