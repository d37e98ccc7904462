import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Language } from '@/lib/contract/primitives'

export interface Column {
  head: string
  /** Points; without one it shares what the others leave. */
  width?: number
  /** Figures stand at the right. */
  right?: boolean
  /** Texts that may take several lines. A table without any is drawn a hundred times faster. */
  wrap?: boolean
}

/** A part of the document, in the order of its printing; rows belong to the table before them. */
export type Piece =
  | { kind: 'title' | 'subtitle' | 'heading'; text: string }
  | { kind: 'text'; text: string; soft?: boolean }
  | { kind: 'details'; rows: (readonly [label: string, value: string])[] }
  | { kind: 'table'; columns: Column[] }
  | { kind: 'rows'; rows: string[][] }

export interface Print {
  title: string
  lang: Language
  /** At the foot of each page; with places for {current} and {count}. */
  footer: string
  pieces: AsyncIterable<Piece>
}

/** The thread's program needs no bundling: it is plain JavaScript that stands beside this file. */
const program = () => join(process.cwd(), 'lib/server/protocol/protocol-printer.mjs')

/** 40 000 bids take 5 s and 130 MB on a busy machine of two cores (measured in November 2026). */
const limits = { milliseconds: 120_000, megabytes: 384 }

/** Prints to a file in a thread of its own, one piece after the other, so that bids go on meanwhile. */
export async function printProtocol(path: string, { pieces, ...document }: Print): Promise<void> {
  const worker = new Worker(program(), {
    workerData: { path, ...document },
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
  })
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('printing the protocol ended without a document')))
  })
  // Heard of by whoever waits for a piece; where nobody does, the next one says it.
  ended.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('printing the protocol took too long')), limits.milliseconds)
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
