import { severalProcesses } from '@/bench/faults/scenarios/processes'
import { createRandom } from '@/demo/random'
import { expect, test } from '@/tests/e2e/support/test'

/** A short run of `npm run faults -- F4`: with SERVERS=2, each process is killed once (−9) in the middle of bidding. */
test('killing either of two processes loses or duplicates no bid, and no watcher misses an event', async () => {
  const load = { scale: 0.1, bidders: 8, perSecond: 80, watchers: 8, busy: 0 }
  const checks = await severalProcesses.run({ ...load, random: createRandom(7), print: () => undefined })
  expect(checks.filter(({ passed }) => !passed)).toEqual([])
  expect(checks.length).toBeGreaterThan(8)
})
