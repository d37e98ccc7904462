import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { TDocumentDefinitions } from 'pdfmake/interfaces'

export interface CachedFile {
  readonly path: string
  readonly bytes: number
}

interface FileCache {
  /**
   * The file of this name: made once, then found on the disk. Null where as many as may wait for theirs already do.
   *
   * @param make writes the whole file at the path that it is given
   */
  of(name: string, make: (path: string) => Promise<void>): Promise<CachedFile | null>
}

/** Keeps files that never change under their names, and makes one at a time: each takes a thread and its memory. */
export function createFileCache(directory: string, most = 12): FileCache {
  const making = new Map<string, Promise<CachedFile>>()
  let last: Promise<unknown> = Promise.resolve()

  async function makeOne(path: string, make: (path: string) => Promise<void>): Promise<CachedFile> {
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
      const kept = await stat(path).catch(() => null)
      if (kept !== null) return { path, bytes: kept.size }
      const underWay = making.get(name)
      if (underWay !== undefined) return underWay
      if (making.size >= most) return null
      const made = last.then(() => makeOne(path, make))
      last = made.catch(() => undefined)
      making.set(name, made)
      return made.finally(() => making.delete(name))
    },
  }
}

interface PdfCache {
  /** The print that `tag` names (40 hexadecimal digits of what it is made from): printed once, then read from the disk. */
  printed(tag: string, document: () => PrintableDocument): Promise<Buffer>
}

/** Prints one document at a time and keeps the prints in `directory`. */
export function createPdfCache(
  directory: string,
  print: (document: PrintableDocument) => Promise<Buffer> = printDocument,
): PdfCache {
  const printing = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()

  async function make(path: string, document: () => PrintableDocument): Promise<Buffer> {
    const pdf = await print(document())
    await mkdir(directory, { recursive: true })
    await writeFile(`${path}.new`, pdf, { mode: 0o600 })
    await rename(`${path}.new`, path)
    return pdf
  }

  return {
    async printed(tag, document) {
      const path = join(directory, `${tag}.pdf`)
      const kept = await readFile(path).catch(() => null)
      if (kept !== null) return kept
      const waiting = printing.get(tag)
      if (waiting) return waiting
      const made = last.then(() => make(path, document))
      last = made.catch(() => undefined)
      printing.set(tag, made)
      return made.finally(() => printing.delete(tag))
    },
  }
}

/** A definition without functions, so that it can be handed to another thread; `footer` has places for the page's number. */
export interface PrintableDocument {
  definition: TDocumentDefinitions
  footer: string
}

/**
 * What the thread runs. Kept as text, so that it needs no file of its own beside the server's bundle; it may read the fonts
 * and nothing else.
 */
const script = `
const { parentPort, workerData } = require('node:worker_threads')
const pdfmake = require(workerData.pdfmake)
const fonts = require(workerData.fonts)
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => Object.values(fonts.Roboto).includes(path))
pdfmake.setFonts(fonts)
const { definition, footer } = workerData.document
definition.footer = (current, count) => ({
  text: footer.replace('{current}', current).replace('{count}', count),
  alignment: 'center', fontSize: 8, color: '#5a6570', margin: [0, 16, 0, 0],
})
pdfmake.createPdf(definition).getBuffer().then((pdf) => parentPort.postMessage(pdf))
`

const require = createRequire(import.meta.url)

/** Longest printing: an agreement is a page. */
const timeLimitMs = 120_000

/** Prints a document as PDF in a thread of its own, so that bids go on meanwhile. */
function printDocument(document: PrintableDocument): Promise<Buffer> {
  const worker = new Worker(script, {
    eval: true,
    workerData: { document, pdfmake: require.resolve('pdfmake'), fonts: require.resolve('pdfmake/fonts/Roboto') },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  return new Promise<Buffer>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('printing took too long')), timeLimitMs)
    worker.once('message', (pdf: Uint8Array) => resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)))
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('printing ended without a document'))
    })
  }).finally(() => void worker.terminate())
}
