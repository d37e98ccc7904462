import type { Pool } from '@/lib/server/platform/db/pool'

/** Who decides bids, as the database says (R4.9). */
export interface Standing {
  /** Rises with every change of hands. */
  readonly epoch: number
  /** null: nobody. */
  readonly holder: string | null
  /** The servers whose sign of life is young enough, this one among them. */
  readonly live: readonly string[]
}

export interface LeaseTimes {
  /** Milliseconds between two signs of life. */
  renew: number
  /** Milliseconds of silence after which another server decides. */
  lease: number
  /** Milliseconds of silence after which a server is waited for no longer; not longer than the lease. */
  silence: number
}

interface DeciderLease {
  /** The epoch in which this server decides; null while it does not. */
  epoch(): number | null
  standing(): Standing | null
  /** A sign of life now; who asks during one shares it. Never fails: where the database is away, it is tried again. */
  keep(): Promise<void>
  /** Gives the lease up, so that another server decides at once. */
  stop(): Promise<void>
}

const LEASE_TIMES: LeaseTimes = { renew: 1_000, lease: 3_000, silence: 2_500 }
/** Milliseconds before asking again where the database did not answer. */
const AGAIN = 250

interface LeaseDependencies {
  pool: Pool
  serverId: string
  times?: Partial<LeaseTimes>
  /** Whether this server hears the others: one that is deaf gives no sign of life, so that nobody waits for it. */
  hears: () => boolean
  changed: (standing: Standing) => void
  failed: (error: unknown) => void
}

export function createDeciderLease({
  pool,
  serverId,
  hears,
  changed,
  failed,
  ...rest
}: LeaseDependencies): DeciderLease {
  const times = { ...LEASE_TIMES, ...rest.times }
  let standing: Standing | null = null
  let keeping: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function again(milliseconds: number): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void keep(), milliseconds).unref()
  }

  async function keepNow(): Promise<void> {
    if (stopped || !hears()) return again(AGAIN)
    try {
      const { rows } = await pool.query<{ epoch: number; holder: string; remaining_ms: number; live: string[] }>({
        name: 'keep-bid-lease',
        text: 'select epoch, holder, remaining_ms, live from portal.keep_bid_lease($1, $2, $3)',
        values: [serverId, times.lease, times.silence],
      })
      const row = rows[0]
      if (row === undefined || stopped) return
      standing = { epoch: row.epoch, holder: row.holder, live: row.live }
      // The moment at which it may be taken over is not slept through.
      again(row.holder === serverId ? times.renew : Math.min(times.renew, row.remaining_ms + 5))
      changed(standing)
    } catch (error) {
      again(AGAIN)
      failed(error)
    }
  }

  function keep(): Promise<void> {
    keeping ??= keepNow().finally(() => {
      keeping = null
    })
    return keeping
  }

  return {
    epoch: () => (standing?.holder === serverId ? standing.epoch : null),
    standing: () => standing,
    keep,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await keeping
      standing = null
      await pool.query('select portal.leave_bid_lease($1)', [serverId])
    },
  }
}
