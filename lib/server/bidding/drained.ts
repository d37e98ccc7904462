import { SHORTEST_OUTAGE } from '@/lib/domain/outage'
import type { Queryable } from '@/lib/server/db/pool'

/** A server that has been silent for longer is taken for dead: what it had not answered was never acknowledged. */
const BELIEVED = 10_000

/**
 * Whether every living server has written what it received before `at` (R6.2), this one's own sign of life included: one that has just been
 * suspended must beat, and find out about an outage, before it closes anything. So its own sign must be newer than the shortest outage.
 */
export async function isDrained(db: Queryable, { at, now, serverId }: { at: number; now: number; serverId: string }): Promise<boolean> {
  const { rows } = await db.query<{ drained: boolean; own: boolean }>({
    name: 'drained',
    text: `select bool_and(drained_until >= $1) as drained, bool_or(id = $3 and alive_at > $4) as own
           from portal.servers where alive_at > $2 and stopped_at is null`,
    values: [new Date(at), new Date(now - BELIEVED), serverId, new Date(now - SHORTEST_OUTAGE)],
  })
  return rows[0]?.drained === true && rows[0].own
}
