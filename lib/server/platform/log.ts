import { randomUUID } from 'node:crypto'
import { type Logger, pino } from 'pino'
import { requestContext } from '@/lib/http/request-context'
import { z } from 'zod'

const LEVELS = [
  [60, 'Fatal'],
  [50, 'Error'],
  [40, 'Warning'],
  [0, ''],
] as const

const entry = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().optional(),
  reason: z.string().optional(),
  err: z.looseObject({ message: z.string().optional(), stack: z.string().optional() }).optional(),
})
/** Fields that are left out at a terminal. */
const LEFT_OUT = new Set(['level', 'time', 'msg', 'reason', 'err', 'server', 'name', 'pid', 'hostname', 'v'])

/** A line of the log as a sentence for a terminal; errors are followed by their stack. */
export function sentenceOf(line: string): string {
  const read = readEntry(line)
  if (read === null) return line.trimEnd()
  const { level, time, msg, reason, err, ...fields } = read
  const kind = LEVELS.find(([least]) => level >= least)?.[1] ?? ''
  const cause = reason ?? err?.message
  const about = Object.entries(fields)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const text = [
    new Date(time).toTimeString().slice(0, 8),
    `${kind === '' ? '' : `${kind}: `}${withCapital(msg ?? cause ?? '')}${cause === undefined || cause === msg ? '' : `: ${cause}`}`,
    ...(about.length === 0 ? [] : [`(${about.join(', ')})`]),
  ].join('  ')
  const thrownBy =
    level >= 50 && err?.stack !== undefined ? err.stack.split('\n').filter((part) => /^\s+at /.test(part)) : []
  return [`  ${text}`, ...thrownBy].join('\n')
}

function readEntry(line: string): z.infer<typeof entry> | null {
  try {
    return entry.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}

function withCapital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

interface LogOptions {
  level: string
  /** Name of a process other than the portal itself. */
  name?: string
  /** Identifies the server; by default this process. */
  server?: string
}

/** Must be set before the first line is written (scripts/progress.mjs). */
const SERVER_ID = Symbol.for('gas-auction-portal.server-id')
const shared = globalThis as typeof globalThis & { [SERVER_ID]?: string }

/** Adds the request's id to every line that is written during it. */
function ofRequest(): { request_id?: string } {
  const requestId = requestContext.getStore()?.requestId
  return requestId === undefined ? {} : { request_id: requestId }
}

/** The log: a sentence at a terminal, otherwise a JSON line with the server's id. */
export function createLog({ level, name, server = (shared[SERVER_ID] ??= randomUUID()) }: LogOptions): Logger {
  const base = { server, ...(name === undefined ? {} : { name }) }
  const options = { level, base, mixin: ofRequest }
  if (process.stdout.isTTY !== true) return pino(options)
  return pino(options, { write: (line) => process.stdout.write(`${sentenceOf(line)}\n`) })
}
