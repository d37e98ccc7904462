import type { Payload } from 'payload'
import type { Pool } from '@/lib/server/db/pool'
import { type DemoLogins, makeLogins, readLogins } from '@/lib/server/demo/logins'
import { createRollingDemo, type RollingDependencies } from '@/lib/server/demo/rolling-demo'
import { seedDemo, type SeedDependencies, type SeedOutcome } from '@/lib/server/demo/seed'

export interface DemoDependencies extends Omit<RollingDependencies, 'cms'>, Pick<SeedDependencies, 'databaseUrl' | 'hashPassword' | 'storePaper' | 'recordPast'> {
  pool: Pool
  cms(): Promise<Payload>
  /** Where the logins are kept, readable by the owner alone. */
  dataDirectory: string
}

export interface Demo {
  /** Fills an empty database, once. */
  seed(): Promise<SeedOutcome>
  /** Null where this database has no demo, or its logins are kept elsewhere. */
  logins(): Promise<DemoLogins | null>
  start(): Promise<void>
  stop(): Promise<void>
}

/** The demo that lives: first content, then auctions that follow one another for as long as the portal runs. */
export function createDemo(deps: DemoDependencies): Demo {
  const rolling = createRollingDemo(deps)
  let outcome: SeedOutcome | null = null
  return {
    async seed() {
      const { clock, dataDirectory } = deps
      outcome = await seedDemo({ ...deps, cms: await deps.cms(), now: clock.now() }, () => makeLogins(dataDirectory))
      return outcome
    },
    logins: async () => (outcome === 'not_empty' ? null : readLogins(deps.dataDirectory)),
    async start() {
      if (outcome !== 'not_empty') await rolling.start()
    },
    stop: () => rolling.stop(),
  }
}
