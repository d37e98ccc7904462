import { createRequire } from 'node:module'
import type { TDocumentDefinitions } from 'pdfmake/interfaces'

/** Prints a small paper of the demo; fonts come with the package, and nothing else is read. */
export async function printPdf(definition: TDocumentDefinitions): Promise<Uint8Array<ArrayBuffer>> {
  const { default: pdfmake } = await import('pdfmake')
  const fonts = createRequire(import.meta.url)('pdfmake/fonts/Roboto') as { Roboto: Record<string, string> }
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => Object.values(fonts.Roboto).includes(path))
  pdfmake.setFonts(fonts)
  return new Uint8Array(await pdfmake.createPdf(definition).getBuffer())
}
