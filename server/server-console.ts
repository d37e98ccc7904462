import { format, stripVTControlCharacters } from 'node:util'
import type { Logger } from 'pino'

const LEVEL_OF = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const

/**
 * Makes lines of the log of all that code of others prints (Next above all) and of Node's own warnings, so that a
 * program that reads the log meets nothing but JSON, one line each.
 */
export function logWhatIsPrinted(log: Logger): void {
  for (const [method, level] of Object.entries(LEVEL_OF) as [keyof typeof LEVEL_OF, 'debug' | 'info' | 'warn' | 'error'][]) {
    console[method] = (...printed: unknown[]) => {
      const err = printed.find((part) => part instanceof Error)
      const text = stripVTControlCharacters(format(...printed.filter((part) => part !== err))).trim()
      if (err !== undefined) log[level]({ err }, text === '' ? err.message : text)
      else if (text !== '') log[level](text)
    }
  }
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, warning.message))
}

/** In a terminal a person reads what the portal says: what code of others says of its own work, while nothing is wrong, is left out. */
export function hushChatter(): void {
  for (const method of ['debug', 'info', 'log'] as const) console[method] = () => undefined
}
