import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '@/lib/config/environment'
import { say } from '@/scripts/progress.mjs'

export interface Welcome {
  environment: Environment
  port: number
  /** Where the embedded database's files really are; `null` without one. */
  home: string | null
}

/** What the person who started the portal needs next. */
export function sayWelcome({ environment, port, home }: Welcome): void {
  say('')
  say(`  Portal       http://localhost:${port}`)
  if (environment.host === null) for (const address of networkAddresses()) say(`               http://${address}:${port}`)
  if (environment.mode === 'remote') {
    say(`  Its API      ${environment.apiBaseUrl}`)
  } else {
    say(`  Back office  http://localhost:${port}/admin`)
    say(`  API          http://localhost:${port}/api/docs`)
  }
  if (home !== null && home !== join(environment.dataDir, 'postgres')) {
    say('')
    say(`  The database is kept in ${home}, because PostgreSQL does not run as root`)
    say(`  and its account cannot enter ${environment.dataDir}. A link there leads to it.`)
  }
  say('')
  say('  Ctrl-C stops everything.')
  say('')
}

function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter((entry) => entry.family === 'IPv4' && !entry.internal)
    .map((entry) => entry.address)
}
