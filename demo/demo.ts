import { randomInt } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { staffRole } from '@/lib/contract/manager'
import { getCms } from '@/lib/server/cms/cms'
import type { Demo, DemoDependencies, DemoLogins } from '@/lib/server/compose/portal'
import { demoBuyers } from './companies'
import { createDemoBidders } from './demo-bidders'
import { advanceDemo } from './rolling-demo'
import { type SeedOutcome, seedDemo } from './seed'
import { fulfilDemoAgreements } from './fulfilled-agreements'
import { signDemoAgreement } from './signed-agreement'
import seed from './seed.json' with { type: 'json' }

const LOGINS_FILE = 'demo-logins.json'

const savedLogins = z.object({
  password: z.string().min(10),
  buyers: z.array(z.string()),
  /** Colleagues of the first buyer, by role. */
  people: z.array(z.object({ email: z.string(), role: z.enum(['trader', 'viewer']) })),
  staff: z.array(z.object({ email: z.string(), role: staffRole })),
})

/** Fills an empty database with demo content, and keeps demo auctions coming while the portal runs. */
export function createDemo(deps: DemoDependencies): Demo {
  const file = join(deps.environment.dataDir, LOGINS_FILE)
  const bidders = createDemoBidders(deps)
  let outcome: SeedOutcome | null = null
  return {
    async seed() {
      const { environment, clock, pool, streams } = deps
      const seeding = { databaseUrl: environment.databaseUrl, pool, streams, cms: await getCms(), now: clock.now() }
      outcome = await seedDemo(seeding, () => createLogins(file))
      return outcome
    },
    logins: async () => (outcome === 'not_empty' ? null : readLogins(file)),
    async tick() {
      if (outcome === 'not_empty') return
      await advanceDemo(deps)
      await signDemoAgreement(deps)
      await fulfilDemoAgreements(deps)
    },
    startBidding() {
      if (outcome !== 'not_empty') bidders.start()
    },
    stop: () => bidders.stop(),
  }
}

async function readLogins(file: string): Promise<DemoLogins | null> {
  try {
    return { file, ...savedLogins.parse(JSON.parse(await readFile(file, 'utf8'))) }
  } catch {
    return null
  }
}

/** All logins of an installation share a random password, stored in a file that only its owner can read. */
async function createLogins(file: string): Promise<DemoLogins> {
  const existing = await readLogins(file)
  if (existing !== null) return existing
  const logins = savedLogins.parse({
    password: createPassword(),
    buyers: demoBuyers.map(({ email }) => email),
    people: seed.people,
    staff: seed.staff,
  })
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 })
  return { file, ...logins }
}

const SYLLABLES = 'ba de ga ko lu mi no pa ra so ta vi zo ke du fe'.split(' ')

/** Easy to read aloud and to type, with about 45 bits of entropy. */
function createPassword(): string {
  const word = () => Array.from({ length: 4 }, () => SYLLABLES[randomInt(SYLLABLES.length)]).join('')
  return `${word()}-${word()}-${randomInt(1000, 10_000)}`
}
