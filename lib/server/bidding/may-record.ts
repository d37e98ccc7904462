import { SHORTEST_OUTAGE } from '@/lib/domain/start'
import type { Queryable } from '@/lib/server/db/pool'

/**
 * Whether this server may record what is due in the transaction of `db`. Its own sign of life has to be newer than the shortest outage, so
 * that one that has just been suspended beats, and finds out about an outage, before it starts or ends anything.
 *
 * @param epoch in which it decides bids, for recording an end: nobody can take that from it before the commit
 */
export async function mayRecord(
  db: Queryable,
  { epoch, now, serverId }: { epoch: number | null; now: number; serverId: string },
): Promise<boolean> {
  if (epoch !== null) {
    const { rowCount } = await db.query({
      name: 'decides-bids',
      text: 'select from portal.bid_lease where epoch = $1 and holder = $2 for key share',
      values: [epoch, serverId],
    })
    if (rowCount === 0) return false
  }
  const { rowCount } = await db.query({
    name: 'gives-signs-of-life',
    text: 'select from portal.servers where id = $1 and alive_at > $2 and stopped_at is null',
    values: [serverId, new Date(now - SHORTEST_OUTAGE)],
  })
  return rowCount === 1
}
