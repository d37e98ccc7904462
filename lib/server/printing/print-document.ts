import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import type { Language } from '@/lib/contract/primitives'
import { bundleOf } from '@/lib/server/platform/bundles'
import { documentTranslators } from './translators'

export interface CachedFile {
  readonly path: string
  readonly bytes: number
}

interface FileCache {
  /**
   * Returns the file of this name, which is made once; null if too many are being made.
   *
   * @param make writes the whole file to the given path
   */
  of(name: string, make: (path: string) => Promise<void>): Promise<CachedFile | null>
}

/** Caches immutable files on disk, and makes one at a time, because each takes a thread and its memory. */
export function createFileCache(directory: string, maxMaking = 12): FileCache {
  const making = new Map<string, Promise<CachedFile>>()
  let last: Promise<unknown> = Promise.resolve()

  async function makeFile(path: string, make: (path: string) => Promise<void>): Promise<CachedFile> {
    const unfinished = `${path}.${process.pid}.new`
    await mkdir(directory, { recursive: true })
    try {
      await make(unfinished)
      await rename(unfinished, path)
    } finally {
      await rm(unfinished, { force: true })
    }
    return { path, bytes: (await stat(path)).size }
  }

  return {
    async of(name, make) {
      const path = join(directory, name)
      const existing = await stat(path).catch(() => null)
      if (existing !== null) return { path, bytes: existing.size }
      const pending = making.get(name)
      if (pending !== undefined) return pending
      if (making.size >= maxMaking) return null
      const made = last.then(() => makeFile(path, make))
      last = made.catch(() => undefined)
      making.set(name, made)
      return made.finally(() => making.delete(name))
    },
  }
}

export interface Column {
  head: string
  /** Points; columns without one share the remaining width. */
  width?: number
  /** Right-aligned, for figures. */
  right?: boolean
  /** Texts that may take several lines. A table without any is drawn a hundred times faster. */
  wrap?: boolean
}

/** A label and its value; null prints a line to fill in. */
export type DetailRow = readonly [label: string, value: string | null]

/** A signing party: its details, and the captions of the two lines on which it signs. */
export interface PrintedParty {
  heading: string
  name: string
  rows: DetailRow[]
  /** Caption of the party's lines to fill in, by default the document's. */
  unknown?: string
  sign: { signature: string; person: string }
}

/** A part of the document, in the order of printing; rows belong to the table before them. */
export type Piece =
  | { kind: 'title' | 'subtitle'; text: string }
  /** Says across the page that the document is not valid. */
  | { kind: 'banner'; text: string }
  /** `keep`: points of the following content that must be on the same page. */
  | { kind: 'heading'; text: string; keep?: number }
  | { kind: 'text'; text: string; soft?: boolean }
  | { kind: 'details'; rows: DetailRow[] }
  | { kind: 'parties'; parties: PrintedParty[] }
  | { kind: 'table'; columns: Column[] }
  /** `keep`: points of the following content that must be on the same page as the last rows, so that signatures are not alone on one. */
  | { kind: 'rows'; rows: string[][]; keep?: number }
  | ({ kind: 'chart' } & PrintedChart)
  /**
   * `url`: the address at which the document is checked, drawn as a QR code beside the rows; `alt` describes the code. A `transfer` has
   * the National Bank's shape: larger, with the sign of the hryvnia in the middle.
   */
  | { kind: 'check'; url: string; alt: string; rows: DetailRow[]; transfer?: boolean }

/** Prices over time. The path and all places are in per cent of the plot, from its top left corner. */
export interface PrintedChart {
  line: string
  area: string
  prices: { y: number; label: string }[]
  times: { x: number; label: string }[]
  /** Where the scheduled end was, if the auction was extended. */
  scheduledEnd: number | null
  /** Says what the drawing shows. */
  alt: string
}

export interface Print {
  title: string
  /** Who issues the document. */
  author: string
  lang: Language
  /** Whether to add a structure for screen readers (PDF/A-2a); documents with thousands of rows are PDF/A-2b. */
  tagged: boolean
  printedAt: Date
  pieces: AsyncIterable<Piece> | Iterable<Piece>
}

/** The thread's workerData; the pieces follow as messages. */
export interface PrintJob extends Omit<Print, 'pieces'> {
  path: string
  /** PNG of the company's logo; null for the portal's flame. */
  logo: Uint8Array | null
  /** The footer of each page, with the placeholders {current} and {count}. */
  footer: string
  /** Caption of a line to fill in. */
  unknown: string
}

/** 40 000 bids take 11 s and 165 MB on a very busy machine of two cores (docs/performance.md). */
const LIMITS = { milliseconds: 120_000, megabytes: 384 }

/** Prints to a file in another thread, one piece after the other, so that bidding is not delayed. */
export async function printDocument(
  path: string,
  { pieces, ...document }: Print,
  logo: Uint8Array | null = null,
): Promise<void> {
  const { title, lang } = document
  const t = documentTranslators[lang]
  const footer = `${title} · ${t('document.page', { current: '{current}', count: '{count}' })}`
  const worker = startPrinter({ ...document, path, logo, footer, unknown: t('document.unknown') })
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('printer ended early')))
  })
  // Rejects the current piece or, between two pieces, the next one.
  ended.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('printing timed out')), LIMITS.milliseconds)
  })
  late.catch(() => undefined)
  const send = (piece: Piece | { kind: 'end' }) =>
    Promise.race([
      new Promise<void>((resolve) => {
        worker.once('message', () => resolve())
        worker.postMessage(piece)
      }),
      ended,
      late,
    ])
  try {
    for await (const piece of pieces) await send(piece)
    await send({ kind: 'end' })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** From the sources the thread itself registers tsx, which it does not inherit. */
function startPrinter(workerData: PrintJob): Worker {
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb: LIMITS.megabytes } }
  const bundle = bundleOf('printer')
  if (bundle !== null) return new Worker(bundle, options)
  const source = pathToFileURL(join(dirname(fileURLToPath(import.meta.url)), 'printer/printer.ts')).href
  const program = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(source)})))`
  return new Worker(program, { ...options, eval: true })
}
