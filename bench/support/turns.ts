/** Number of interleaved rounds. */
const ROUNDS = 3

export interface Load {
  /** Runs the load once; returns answers per second. */
  run(): Promise<number>
  /** CPU time of the serving processes, if it is to be measured. */
  processorTimes?(): Map<number, number>
}

export interface Rate {
  perSecond: number
  /** Microseconds of CPU time per answer; 0 if not measured. */
  cost: number
}

/**
 * Runs all loads one after the other in each round, because the speed of a machine changes by up to a third within
 * minutes, and interleaving spreads that over all loads.
 *
 * @returns the mean of each load in the given order
 */
export async function interleave<Loads extends readonly Load[]>(
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
