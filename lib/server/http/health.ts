/** A part of the server that it cannot do without: null where it is healthy, else a sentence for whoever looks after it. */
export type HealthCheck = () => Promise<string | null> | string | null

export interface Health {
  healthy: boolean
  checks: string[]
  /** A sentence by name, for what is not healthy. */
  faults: Record<string, string>
}

/** Milliseconds for all checks together; a balancer gives up soon. */
const DEADLINE = 2_500

/** Asks every part at once. One that does not answer in time is a fault, and holds up nobody. */
export async function readHealth(checks: Record<string, HealthCheck>, deadline = DEADLINE): Promise<Health> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${deadline / 1000} s`), deadline)
  })
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await Promise.race([ask(check), late])] as const),
  )
  clearTimeout(timer)
  const faults = Object.fromEntries(found.filter((pair): pair is readonly [string, string] => pair[1] !== null))
  return { healthy: Object.keys(faults).length === 0, checks: found.map(([name]) => name), faults }
}

async function ask(check: HealthCheck): Promise<string | null> {
  try {
    return await check()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
