import type { NotificationTopic, notificationsEndpoints } from '@/lib/contract/notifications'
import type { Pool, Queryable } from '@/lib/server/db/pool'
import { accountOf, answer, refuse, type Handlers } from '@/lib/server/kernel/handler'
import { isWanted, readChoices, writeChoices } from './choices'
import { topics } from './topics'
import type { Unsubscribing } from './unsubscribing'

export interface NotificationDependencies {
  pool: Pool
  unsubscribing: Unsubscribing
  /** Base64url, as browsers take it. */
  pushKey: string
}

export function createNotificationEndpoints({ pool, unsubscribing, pushKey }: NotificationDependencies): Handlers<typeof notificationsEndpoints> {
  const shown = async (accountId: number) => answer({ data: { list: await readChoices(pool, accountId), push_key: pushKey } })
  return {
    choices: (_input, call) => shown(accountOf(call).accountId),

    async choose({ changes }, call) {
      const { accountId } = accountOf(call)
      const kept = changes.find(({ topic, channel, wanted }) => !wanted && topics[topic][channel] === 'always')
      if (kept) return refuse('notification_required', { detail: `${kept.topic} by ${kept.channel} cannot be turned off.` })
      await writeChoices(pool, accountId, changes, call.receivedAt)
      return shown(accountId)
    },

    async unsubscribing({ token }) {
      const link = unsubscribing.read(token)
      const company = link && (await readCompanyName(pool, link.accountId))
      if (!link || company === null) return refuse('unsubscribe_link_invalid')
      return answer({ data: { topic: link.topic, company, wanted: await isWanted(pool, link.accountId, link.topic, 'email') } })
    },

    async unsubscribe({ token }, call) {
      const topic = await unsubscribe(pool, unsubscribing, token, call.receivedAt)
      return topic ? answer({ data: { topic } }) : refuse('unsubscribe_link_invalid')
    },
  }
}

/** Stops the letters that a link is for; null where it is none of ours. */
export async function unsubscribe(db: Queryable, links: Unsubscribing, token: string, now: number): Promise<NotificationTopic | null> {
  const link = links.read(token)
  if (!link || topics[link.topic].email === 'always' || (await readCompanyName(db, link.accountId)) === null) return null
  await writeChoices(db, link.accountId, [{ topic: link.topic, channel: 'email', wanted: false }], now)
  return link.topic
}

async function readCompanyName(db: Queryable, id: number): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(`select company_short_name as name from cms.companies where id = $1`, [id])
  return rows[0]?.name ?? null
}
