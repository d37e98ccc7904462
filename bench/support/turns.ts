/** How often compared loads are interleaved. */
const ROUNDS = 3

export interface Load {
  /** Runs it once; returns answers per second. */
  run(): Promise<number>
  /** Processor time of the serving processes; absent where only the rate counts. */
  processorTimes?(): Map<number, number>
}

export interface Rate {
  perSecond: number
  /** Microseconds of processor time per answer; 0 if not measured. */
  cost: number
}

/**
 * Runs all loads in each round, one after the other: the speed of a machine changes by a third within minutes, and
 * interleaving spreads that over all of them.
 *
 * @returns the mean of each load, in the given order
 */
export async function inTurns<Loads extends readonly Load[]>(
  ...loads: Loads
): Promise<{ [Index in keyof Loads]: Rate }> {
  const rates = loads.map((): Rate => ({ perSecond: 0, cost: 0 }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, load] of loads.entries()) {
      const { perSecond, cost } = await measured(load)
      rates[index]!.perSecond += perSecond / ROUNDS
      rates[index]!.cost += cost / ROUNDS
    }
  }
  return rates as { [Index in keyof Loads]: Rate }
}

async function measured({ run, processorTimes }: Load): Promise<Rate> {
  const before = processorTimes?.()
  const began = performance.now()
  const perSecond = await run()
  const answers = (perSecond * (performance.now() - began)) / 1000
  let busy = 0
  for (const [pid, time] of processorTimes?.() ?? []) busy += time - (before?.get(pid) ?? 0)
  return { perSecond, cost: (busy * 1e6) / answers }
}

/** "9 425/s (54 µs of processor time each)" */
export function rateOf({ perSecond, cost }: Rate): string {
  return `${Math.round(perSecond)}/s${cost > 0 ? ` (${Math.round(cost)} µs of processor time each)` : ''}`
}
