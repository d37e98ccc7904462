import { randomUUID } from 'node:crypto'
import { pino, type Logger } from 'pino'
import { sentenceOf } from '@/lib/server/kernel/log-sentence'

export interface LogOptions {
  level: string
  /** The part of the portal that writes, where it is not the portal itself. */
  name?: string
  /** The server among those of one database; that of this process where nothing is said. */
  server?: string
}

/** The process that listens names itself before anything is written (scripts/progress.mjs). */
const SERVER_ID = Symbol.for('gas-auction-portal.server-id')
const shared = globalThis as typeof globalThis & { [SERVER_ID]?: string }

/** The log: a sentence for a person where the output is a terminal, otherwise a JSON line, each with the server's id. */
export function createLog({ level, name, server = (shared[SERVER_ID] ??= randomUUID()) }: LogOptions): Logger {
  const options = { level, base: { server, ...(name === undefined ? {} : { name }) } }
  if (process.stdout.isTTY !== true) return pino(options)
  return pino(options, { write: (line) => process.stdout.write(`${sentenceOf(line)}\n`) })
}
