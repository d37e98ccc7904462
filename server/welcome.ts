import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { format, stripVTControlCharacters } from 'node:util'
import type { Logger } from 'pino'
import type { Environment } from '@/lib/config/environment'
import type { DemoLogins } from '@/lib/server/compose/portal'
import { print, record, writesJson } from '@/scripts/progress.mjs'

const LEVEL_OF = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const

/**
 * Writes the output of libraries (Next above all) and Node's warnings to the log, so that a program that reads the log gets
 * nothing but JSON lines.
 */
export function redirectConsoleTo(log: Logger): void {
  for (const [method, level] of Object.entries(LEVEL_OF) as [
    keyof typeof LEVEL_OF,
    'debug' | 'info' | 'warn' | 'error',
  ][]) {
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

/** At a terminal only the portal's own lines and errors are of interest, not the progress of libraries. */
export function silenceFrameworkLogs(): void {
  for (const method of ['debug', 'info', 'log'] as const) console[method] = () => undefined
}

export interface Welcome {
  environment: Environment
  port: number
  /** Directory of the embedded database; `null` without one. */
  home: string | null
  logins: DemoLogins | null
}

export function printBanner(welcome: Welcome): void {
  if (writesJson()) recordWelcome(welcome)
  else printForPerson(welcome)
}

/** The demo's logins are in a file, not in a log that many may read. */
function recordWelcome({ environment, port, home, logins }: Welcome): void {
  const local = `http://localhost:${port}`
  record('info', 'The portal is ready. Ctrl-C stops everything.', {
    pid: process.pid,
    portal: local,
    public_url: environment.publicUrl,
    ...(environment.mode === 'remote'
      ? { api: environment.apiBaseUrl }
      : { office: `${local}/office`, api: `${local}/api/docs` }),
    ...(home === null ? {} : { database: home }),
    ...(logins === null ? {} : { demo_logins: logins.file }),
  })
}

function printForPerson({ environment, port, home, logins }: Welcome): void {
  print('')
  print(`  Portal       http://localhost:${port}`)
  if (environment.host === null)
    for (const address of networkAddresses()) print(`               http://${address}:${port}`)
  if (environment.mode === 'remote') {
    print(`  Its API      ${environment.apiBaseUrl}`)
  } else {
    print(`  Office       http://localhost:${port}/office`)
    print(`  API          http://localhost:${port}/api/docs`)
  }
  if (home !== null && home !== join(environment.dataDir, 'postgres')) {
    print('')
    print(`  The database is in ${home}, because PostgreSQL does not run as root`)
    print(`  and its account cannot enter ${environment.dataDir}. A link there leads to it.`)
  }
  if (logins !== null) printLogins(logins)
  if (environment.mode === 'local' && environment.demo && !environment.staffTwoFactor) {
    print('  The staff may sign in without two-step verification here; STAFF_TWO_FACTOR=on requires it.')
  }
  print('')
  print('  Ctrl-C stops everything.')
  print('')
}

function printLogins({ password, buyers, people, staff }: DemoLogins): void {
  print('')
  print(`  Demo         password for all: ${password}`)
  print(`  Buyers       ${buyers[0]} … ${buyers.at(-1)}  at /user-login`)
  for (const { role, email } of people) print(`  ${`Its ${role}`.padEnd(12)} ${email}, a colleague of ${buyers[0]}`)
  for (const { role, email } of staff)
    print(`  ${`${role[0]?.toUpperCase()}${role.slice(1)}`.padEnd(12)} ${email}  at /office`)
  print('  Live bids    the demo’s buyers bid by themselves while a live page is open; npm run demo:bidders for more')
}

function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter((entry) => entry.family === 'IPv4' && !entry.internal)
    .map((entry) => entry.address)
}
