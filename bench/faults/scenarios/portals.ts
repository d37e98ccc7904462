import { setTimeout as delay } from 'node:timers/promises'
import { openAddress } from '../address'
import type { Check } from '../compare'
import { openFleet, type Fleet, type PortalProcess } from '../fleet'
import { beginBidding, type Bidding, type Scenario, type ScenarioOptions } from '../scenario'
import { openShortAuction } from '../short-auction'
import { nginxInstalled, openNginx } from '../nginx'

const SETTLED_BIDS = 50
/** The second auction starts twelve seconds after it is created, so it starts and ends during the faults. */
const RUNS_FOR_MS = 8_000

export const killedPortal: Scenario = {
  id: 'F1',
  what: 'the portal killed −9 at random moments of bidding',
  async run(options) {
    const fleet = await openFleet()
    try {
      const bidding = await beginBidding(fleet, options)
      const kills = Math.max(2, Math.round(20 * options.scale))
      for (let kill = 0; kill < kills; kill += 1) {
        await bidding.clients.placed(SETTLED_BIDS)
        await delay(options.random.whole(0, 700))
        await fleet.portals[0]!.signal('SIGKILL')
        await fleet.portals[0]!.start()
      }
      await bidding.clients.placed(SETTLED_BIDS)
      options.print(`${kills} kills`)
      return await bidding.finish()
    } finally {
      await fleet.close()
    }
  },
}

const LEFT_ALONE_MS = 8_000

/** B6: what the fault of one server means for the others' bidders. */
export const oneOfThree: Scenario = {
  id: 'F4',
  what: 'one of three portals killed −9, frozen, or cut off from the database: the others go on',
  async run(options) {
    const faults: Record<string, (fleet: Fleet) => Promise<() => Promise<void>>> = {
      'killed −9': async ({ portals }) => {
        await portals[0]!.signal('SIGKILL')
        return () => portals[0]!.start()
      },
      frozen: async ({ portals }) => {
        await portals[0]!.signal('SIGSTOP')
        return () => portals[0]!.signal('SIGCONT')
      },
      'cut off from the database': async ({ networks }) => {
        networks[0]!.dropPackets()
        return async () => networks[0]!.restore()
      },
    }
    const checks: Check[] = []
    for (const [what, cause] of Object.entries(faults)) {
      const fleet = await openFleet({ portals: 3 })
      try {
        const bidding = await beginBidding(fleet, options, { originOf: (client) => fleet.portals[client % 3]!.origin })
        const others = (client: number) => client % 3 !== 0
        await bidding.clients.placed(SETTLED_BIDS)
        const rounds = Math.max(1, Math.round(5 * options.scale))
        let longest = 0
        let usual = 0
        for (let round = 0; round < rounds; round += 1) {
          usual = Math.max(usual, await bidding.clients.longestPause(LEFT_ALONE_MS / 4, others))
          const mend = await cause(fleet)
          longest = Math.max(longest, await bidding.clients.longestPause(LEFT_ALONE_MS, others))
          await mend()
          await bidding.clients.placed(SETTLED_BIDS)
        }
        const name = (check: Check) => ({ ...check, what: `${what}: ${check.what}` })
        checks.push(...(await bidding.finish()).map(name))
        checks.push({
          what: `${what}: longest pause of acknowledgements on the others`,
          passed: longest <= Math.max(LONGEST_PAUSE_MS, 2 * usual),
          observed: `${Math.round(longest)} ms in ${rounds} rounds; ${Math.round(usual)} ms before`,
        })
      } finally {
        await fleet.portals[0]?.signal('SIGCONT')
        await fleet.close()
      }
    }
    return checks
  },
}

/** B6 wants 250 ms of a quiet machine; a server that the others wait for pauses them for seconds. */
const LONGEST_PAUSE_MS = 1_000

export const severalPortals: Scenario = {
  id: 'F4',
  what: 'three portals behind one address: one killed −9, then a rolling restart',
  async run(options) {
    const checks = await behindOneAddress(options, async (fleet) => openAddress(fleet.portals.map(({ port }) => port)))
    if (!nginxInstalled()) {
      options.print('nginx is not installed: deploy/nginx.conf was skipped')
      return checks
    }
    options.print('the same behind deploy/nginx.conf:')
    const behindNginx = await behindOneAddress(options, (fleet) => openNginx(fleet), { TRUSTED_PROXIES: 'loopback' })
    return [...checks, ...behindNginx.map((check) => ({ ...check, what: `nginx: ${check.what}` }))]
  },
}

type OpenAddress = (fleet: Fleet) => Promise<{ origin: string; close(): Promise<void> }>

async function behindOneAddress(
  options: ScenarioOptions,
  open: OpenAddress,
  environment: Record<string, string> = {},
): Promise<Check[]> {
  const fleet = await openFleet({ portals: 3, environment })
  const address = await open(fleet).catch(async (error: unknown) => {
    await fleet.close()
    throw error
  })
  try {
    const bidding = await beginBidding(fleet, options, { originOf: () => address.origin })
    // Must start and end exactly once during the faults (R3.1, R6.1).
    const second = await openShortAuction(fleet, { ...options, originOf: () => address.origin, runsForMs: RUNS_FOR_MS })
    await bidding.clients.placed(SETTLED_BIDS)
    await killOne(fleet, bidding, options)
    for (const portal of fleet.portals) await restart(portal, bidding)
    await bidding.clients.placed(SETTLED_BIDS)
    const checks = await bidding.finish()
    return [...checks, ...(await second.checks())]
  } finally {
    await address.close()
    await fleet.close()
  }
}

async function killOne(fleet: Fleet, bidding: Bidding, { random }: ScenarioOptions): Promise<void> {
  const victim = random.pick(fleet.portals as [PortalProcess, ...PortalProcess[]])
  await delay(random.whole(0, 500))
  await victim.signal('SIGKILL')
  await bidding.clients.placed(SETTLED_BIDS)
  await victim.start()
}

async function restart(portal: PortalProcess, bidding: Bidding): Promise<void> {
  await portal.signal('SIGTERM')
  await portal.start()
  await bidding.clients.placed(SETTLED_BIDS)
}
