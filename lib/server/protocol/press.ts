import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Protocol } from '@/lib/contract/auctions'
import type { Language } from '@/lib/contract/primitives'
import { type PrintableDocument, protocolDocument } from './document'
import { printDocument } from './print'

export interface Press {
  /** The printed protocol and its entity tag: printed once, then read from the disk. */
  printed(protocol: Protocol, lang: Language): Promise<{ tag: string; pdf: Buffer }>
}

/** Counts up with every change of the layout or the words, so that no older print is served for the new one. */
const layoutVersion = 1

/** Prints one protocol at a time and keeps the prints in `directory`, by what they were made from. */
export function createPress(directory: string, print: (document: PrintableDocument) => Promise<Buffer> = printDocument): Press {
  const printing = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()

  async function make(path: string, protocol: Protocol, lang: Language): Promise<Buffer> {
    const pdf = await print(protocolDocument(protocol, lang))
    await mkdir(directory, { recursive: true })
    await writeFile(`${path}.new`, pdf)
    await rename(`${path}.new`, path)
    return pdf
  }

  return {
    async printed(protocol, lang) {
      const tag = tagOf(protocol, lang)
      const path = join(directory, `${tag}.pdf`)
      const kept = await readFile(path).catch(() => null)
      if (kept !== null) return { tag, pdf: kept }
      const waiting = printing.get(tag)
      if (waiting) return { tag, pdf: await waiting }
      const made = last.then(() => make(path, protocol, lang))
      last = made.catch(() => undefined)
      printing.set(tag, made)
      return { tag, pdf: await made.finally(() => printing.delete(tag)) }
    },
  }
}

/** Names a print by its record and by the texts on it, which may still be corrected afterwards (R1.2). */
function tagOf({ auction, head_hash }: Protocol, lang: Language): string {
  return createHash('sha256').update(JSON.stringify([layoutVersion, lang, head_hash, auction])).digest('hex').slice(0, 40)
}
