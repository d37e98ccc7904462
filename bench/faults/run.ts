import { mkdirSync, writeFileSync } from 'node:fs'
import { isBuildFresh } from '@/scripts/fingerprint.mjs'
import { createRandom } from '@/demo/random'
import { build } from '@/scripts/build.mjs'
import { option } from '../support/option'
import type { Check } from './compare'
import type { Scenario } from './scenario'
import { clumsyClients } from './scenarios/clients'
import { killedDatabase, unreachableDatabase } from './scenarios/database'
import { frozenAtTheEnd } from './scenarios/ends'
import { overloadedMachine } from './scenarios/load'
import { brokenMachine } from './scenarios/machine'
import { brokenMail } from './scenarios/mail'
import { severalProcesses } from './scenarios/processes'
import { failedOver, lostPrimary } from './scenarios/standby'
import { killedPortal, oneOfThree, severalPortals } from './scenarios/portals'

/**
 * `npm run faults` causes faults in real portals and a real PostgreSQL during bidding, and compares the answers to
 * bidders and watchers with the record. `npm run faults -- F1 F4` runs some scenarios. `--scale 0.2` repeats each fault
 * less often; `--bidders 40`, `--rate 300` (bids a second), `--watchers 200` and `--busy 40` set the load; `--seed 7`
 * sets the random moments.
 */
const SCENARIOS: readonly Scenario[] = [
  killedPortal,
  killedDatabase,
  unreachableDatabase,
  severalPortals,
  oneOfThree,
  severalProcesses,
  brokenMail,
  brokenMachine,
  clumsyClients,
  lostPrimary,
  failedOver,
  frozenAtTheEnd,
  overloadedMachine,
]

interface Result {
  id: string
  what: string
  seconds: number
  passed: boolean
  checks: Check[]
}

const seed = option('seed', 7)
const options = {
  scale: option('scale', 1),
  bidders: option('bidders', 40),
  perSecond: option('rate', 300),
  watchers: option('watchers', 200),
  busy: option('busy', 40),
  print: (text: string) => console.log(`     ${text}`),
}

if (!isBuildFresh()) await build()
const chosen = process.argv.slice(2).filter((word) => SCENARIOS.some(({ id }) => id === word))
const results: Result[] = []
console.log(
  `faults: seed ${seed}, scale ${options.scale}, ${options.bidders} bidders, ${options.perSecond} bids/s targeted, ${options.watchers} watchers`,
)
for (const scenario of SCENARIOS) {
  if (chosen.length > 0 && !chosen.includes(scenario.id)) continue
  results.push(await runOne(scenario))
}
console.log(`\nWritten to ${writeResults()}`)
const failed = results.filter(({ passed }) => !passed)
console.log(
  failed.length === 0 ? `All ${results.length} held.` : `${failed.map(({ id }) => id).join(', ')} did not hold.`,
)
process.exit(failed.length === 0 && results.length > 0 ? 0 : 1)

async function runOne({ id, what, run }: Scenario): Promise<Result> {
  console.log(`\n${id}  ${what}`)
  const began = performance.now()
  const checks = await run({ ...options, random: createRandom(seed) }).catch((error: Error) => [
    { what: 'the scenario completed', passed: false, observed: error.stack ?? error.message },
  ])
  for (const { what: invariant, passed, observed } of checks)
    console.log(`  ${passed ? '✓' : '✗'}  ${invariant}: ${observed}`)
  const seconds = Math.round((performance.now() - began) / 1000)
  return { id, what, seconds, passed: checks.every((check) => check.passed), checks }
}

function writeResults(): string {
  mkdirSync('bench/results', { recursive: true })
  const at = new Date().toISOString()
  const file = `bench/results/faults-${at.replaceAll(':', '-').slice(0, 19)}.json`
  writeFileSync(file, JSON.stringify({ at, node: process.version, seed, ...options, results }, null, 2))
  return file
}
