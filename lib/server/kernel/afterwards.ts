/** Takes work that is done once the answer is on its way, so that its time says nothing to whoever asked. */
export type Afterwards = (work: () => Promise<void>) => void

export interface AfterwardsQueue {
  later: Afterwards
  /** Settles when all that was taken so far is done. */
  settled(): Promise<void>
}

/** A failure is only told: who asked has been answered, and asks again where nothing comes. */
export function createAfterwards(onError: (error: unknown) => void): AfterwardsQueue {
  const underWay = new Set<Promise<void>>()
  return {
    later(work) {
      const run = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch(onError)
        .finally(() => underWay.delete(run))
      underWay.add(run)
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
