import { randomInt } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Payload } from 'payload'
import * as z from 'zod'
import type { Pool } from '@/lib/server/platform/db/pool'
import { DEMO_DOMAIN, demoBuyers } from './companies'
import { createRollingDemo, type RollingDependencies } from './rolling-demo'
import { seedDemo, type SeedDependencies, type SeedOutcome } from './seed'

const kept = z.object({
  password: z.string().min(10),
  buyers: z.array(z.string()),
  staff: z.array(z.object({ email: z.string(), role: z.enum(['admin', 'manager', 'editor']) })),
})

/** Who can sign in to the demo; one password for all of them. */
export type DemoLogins = z.infer<typeof kept>

export const LOGINS_FILE = 'demo-logins.json'

const STAFF = (['admin', 'manager', 'editor'] as const).map((role) => ({ email: `${role}@${DEMO_DOMAIN}`, role }))

async function readLogins(dataDirectory: string): Promise<DemoLogins | null> {
  const text = await readFile(join(dataDirectory, LOGINS_FILE), 'utf8').catch(() => null)
  if (text === null) return null
  const parsed = kept.safeParse(jsonOf(text))
  return parsed.success ? parsed.data : null
}

/** The logins of this installation: made once, with a password of its own, and readable by its owner alone. */
async function makeLogins(dataDirectory: string): Promise<DemoLogins> {
  const before = await readLogins(dataDirectory)
  if (before !== null) return before
  const logins: DemoLogins = { password: newPassword(), buyers: demoBuyers.map(({ email }) => email), staff: STAFF }
  await mkdir(dataDirectory, { recursive: true })
  await writeFile(join(dataDirectory, LOGINS_FILE), `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 })
  return logins
}

const SYLLABLES = [
  'ba',
  'de',
  'ga',
  'ko',
  'lu',
  'mi',
  'no',
  'pa',
  'ra',
  'so',
  'ta',
  'vi',
  'zo',
  'ke',
  'du',
  'fe',
] as const

/** Easily read aloud and typed: about 45 bits. */
function newPassword(): string {
  const word = () => Array.from({ length: 4 }, () => SYLLABLES[randomInt(SYLLABLES.length)]).join('')
  return `${word()}-${word()}-${randomInt(1000, 10_000)}`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

interface DemoDependencies
  extends
    Omit<RollingDependencies, 'cms'>,
    Pick<SeedDependencies, 'databaseUrl' | 'hashPassword' | 'storePaper' | 'recordPast'> {
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
