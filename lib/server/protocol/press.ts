import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PrintableDocument, printDocument } from './print'

export interface Press {
  /** The print that `tag` names (40 hexadecimal digits of what it is made from): printed once, then read from the disk. */
  printed(tag: string, document: () => PrintableDocument): Promise<Buffer>
}

/** Prints one document at a time and keeps the prints in `directory`. */
export function createPress(directory: string, print: (document: PrintableDocument) => Promise<Buffer> = printDocument): Press {
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
