/**
 * The console output of the process: sentences in a terminal; otherwise, once it is a server, JSON lines like the log's.
 */
import { randomUUID } from 'node:crypto'

/** Global symbols, because the start script and the built server have separate copies of this module. */
const SERVER_ID = Symbol.for('gas-auction-portal.server-id')
const WRITES_JSON = Symbol.for('gas-auction-portal.writes-json')
const IS_QUIET = Symbol.for('gas-auction-portal.is-quiet')
const live = process.stdout.isTTY === true
const CLEAR = '\r\x1b[2K'
/** pino's level numbers. */
const LEVELS = { info: 30, warn: 40, error: 50 }

/** Switches to a server's output, which is JSON unless in a terminal. */
export function openServerConsole() {
  globalThis[WRITES_JSON] = !live
}

/** Switches to the output of one of several workers. In a terminal it prints only problems, because the primary reports. */
export function openWorkerConsole() {
  openServerConsole()
  globalThis[IS_QUIET] = live
}

export function writesJson() {
  return globalThis[WRITES_JSON] === true
}

/** Identifies this process in its log and among the servers that share the database. */
export function serverId() {
  return (globalThis[SERVER_ID] ??= randomUUID())
}

/**
 * Runs a step. A terminal shows a counter of seconds; a log gets a line at the end, and at the start of a long step.
 */
export async function step(title, work) {
  if (globalThis[IS_QUIET]) return work()
  const began = Date.now()
  const seconds = () => (Date.now() - began) / 1000
  const draw = () => process.stdout.write(`  … ${title} ${seconds().toFixed(1)} s`)
  let announced = live
  const release = live ? holdLine() : () => undefined
  if (live) draw()
  const timer = setInterval(
    () => {
      if (live) draw()
      else if (!announced) {
        announced = true
        print(`  … ${title}`)
      }
    },
    live ? 100 : 2_000,
  )
  try {
    const result = await work()
    finish('✓', 'info')
    return result
  } catch (error) {
    finish('✗', 'error')
    throw error
  }
  function finish(mark, level) {
    clearInterval(timer)
    release()
    if (writesJson()) record(level, level === 'error' ? `${title}: failed` : `${title}: done`, { seconds: seconds() })
    else process.stdout.write(`${live ? CLEAR : ''}  ${mark} ${title} ${seconds().toFixed(1)} s\n`)
  }
}

/** Prints a sentence for the person who starts the process. */
export function print(text) {
  if (writesJson()) record('info', text)
  else if (!globalThis[IS_QUIET]) process.stdout.write(`${text}\n`)
}

/** Prints a problem. */
export function printProblem(text) {
  if (writesJson()) record('error', text)
  else process.stderr.write(`${text}\n`)
}

/** Prints a warning: the process starts all the same. */
export function printWarning(text) {
  if (writesJson()) record('warn', text)
  else process.stderr.write(`Warning: ${text}\n`)
}

/** Writes a line of the log. */
export function record(level, text, fields = {}) {
  const msg = text.replace(/^[\s…]+/, '').trimEnd()
  if (msg !== '')
    process.stdout.write(
      `${JSON.stringify({ level: LEVELS[level], time: Date.now(), server: serverId(), ...fields, msg })}\n`,
    )
}

/** Makes other output replace the line of the counter, which is redrawn below. Returns a function that undoes this. */
function holdLine() {
  const streams = [process.stdout, process.stderr]
  const writes = streams.map((stream) => stream.write)
  for (const [index, stream] of streams.entries()) {
    stream.write = (...chunk) => {
      writes[0].call(process.stdout, CLEAR)
      return writes[index].apply(stream, chunk)
    }
  }
  return () => streams.forEach((stream, index) => void (stream.write = writes[index]))
}
