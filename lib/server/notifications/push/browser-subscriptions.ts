import type { subscriptionsEndpoints } from '@/lib/contract/notifications'
import type { CategoryKey, Language } from '@/lib/contract/primitives'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { answer, type Handlers, refuse } from '@/lib/server/platform/call'
import { parsePushSubscription } from './push-service'

/** Maximum number of browsers per address (per /64 for IPv6); a new one replaces the least recently seen. */
const MAX_OF_ADDRESS = 100

const addressSql = (address: string) =>
  `case when ${address} like '%:%' then host(network(set_masklen(${address}::inet, 64))) else ${address} end`

interface BrowserDependencies {
  pool: Pool
  /** The portal's public key in base64url, as browsers expect it. */
  pushKey: string
  /** Origins of push services beside those of the browsers' makers. */
  services: readonly string[]
}

type BrowserEndpoints = Pick<
  Handlers<typeof subscriptionsEndpoints>,
  'pushKey' | 'browser' | 'addBrowser' | 'removeBrowser'
>

/**
 * News of new lots in a browser without an account. Who knows a push subscription has the browser: the subscription's address
 * contains a secret of the push service. The browser's permission replaces the confirmation.
 */
export function createBrowserEndpoints({ pool, pushKey, services }: BrowserDependencies): BrowserEndpoints {
  return {
    pushKey: async () => answer({ data: { push_key: pushKey } }),

    async browser({ push_id: pushId }, call) {
      const { rows } = await pool.query<{ kind: CategoryKey }>(
        `update portal.browser_subscriptions set seen_at = $2 where push_id = $1 returning auction_kind as kind`,
        [pushId, new Date(call.receivedAt)],
      )
      return answer({ data: { auction_kinds: rows.map(({ kind }) => kind) } })
    },

    async addBrowser({ push_id: pushId, auction_kind: kind, lang }, call) {
      if (parsePushSubscription(pushId, services) === null) return refuse('push_service_unknown')
      const { address, receivedAt } = call
      const subscription = { pushId, kind, lang, address: withoutZone(address) }
      await withTransaction(pool, (client) => store(client, subscription, receivedAt))
      return answer({ data: {} })
    },

    async removeBrowser({ push_id: pushId, auction_kind: kind }) {
      await pool.query(`delete from portal.browser_subscriptions where push_id = $1 and auction_kind = $2`, [
        pushId,
        kind,
      ])
      return answer({ data: {} })
    },
  }
}

/** Drops the zone of an address such as `fe80::1%eth0`, which PostgreSQL's inet refuses. */
function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? address
}

interface BrowserSubscription {
  pushId: string
  kind: CategoryKey
  lang: Language
  address: string
}

async function store(db: Queryable, { pushId, kind, lang, address }: BrowserSubscription, now: number): Promise<void> {
  await db.query(
    `insert into portal.browser_subscriptions (push_id, auction_kind, language, address, seen_at)
     values ($1, $2, $3, ${addressSql('$4')}, $5)
     on conflict (push_id, auction_kind) do update set language = excluded.language, address = excluded.address, seen_at = excluded.seen_at`,
    [pushId, kind, lang, address, new Date(now)],
  )
  await db.query(
    `delete from portal.browser_subscriptions where id in (
       select id from portal.browser_subscriptions where address = ${addressSql('$1')} order by seen_at desc, id desc offset $2)`,
    [address, MAX_OF_ADDRESS],
  )
}
