import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { TDocumentDefinitions } from 'pdfmake/interfaces'

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
export function printDocument(document: PrintableDocument): Promise<Buffer> {
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
