import {
  type NotificationChannel,
  type NotificationChoice,
  type notificationsEndpoints,
  type NotificationTopic,
  notificationTopic,
} from '@/lib/contract/notifications'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { accountOf, answer, type Handlers, refuse } from '@/lib/server/platform/call'
import { stopSubscription, subscriptionToStop, type Unsubscribing } from './subscriptions'

/** `always`: cannot be turned off, because an account or an obligation depends on it. The others are defaults. */
type Default = 'always' | 'on' | 'off'

/** Turning push on in a browser subscribes to every topic but news of other auctions. */
export const topics: Record<NotificationTopic, Record<NotificationChannel, Default>> = {
  outbid: { email: 'on', push: 'on' },
  course: { email: 'on', push: 'on' },
  applications: { email: 'on', push: 'on' },
  results: { email: 'on', push: 'on' },
  obligations: { email: 'always', push: 'on' },
  answers: { email: 'on', push: 'on' },
  new_auctions: { email: 'off', push: 'off' },
  account: { email: 'always', push: 'on' },
}

interface Choice {
  topic: NotificationTopic
  channel: NotificationChannel
  wanted: boolean
}

/** A person's choices, and the defaults for the others. */
async function readChoices(db: Queryable, personId: number): Promise<NotificationChoice[]> {
  const { rows } = await db.query<Choice>(
    `select topic, channel, wanted from portal.notification_choices where person_id = $1`,
    [personId],
  )
  return notificationTopic.options.map((topic) => ({
    topic,
    email: stateOf(rows, topic, 'email'),
    push: stateOf(rows, topic, 'push'),
  }))
}

function stateOf(
  rows: readonly Choice[],
  topic: NotificationTopic,
  channel: NotificationChannel,
): { wanted: boolean; required: boolean } {
  const rule = topics[topic][channel]
  const chosen = rows.find((row) => row.topic === topic && row.channel === channel)?.wanted
  return { wanted: rule === 'always' || (chosen ?? rule === 'on'), required: rule === 'always' }
}

export async function isWanted(
  db: Queryable,
  personId: number,
  topic: NotificationTopic,
  channel: NotificationChannel,
): Promise<boolean> {
  const rule = topics[topic][channel]
  if (rule === 'always') return true
  const { rows } = await db.query<{ wanted: boolean }>(
    `select wanted from portal.notification_choices where person_id = $1 and topic = $2 and channel = $3`,
    [personId, topic, channel],
  )
  return rows[0]?.wanted ?? rule === 'on'
}

/** The last of several changes of one choice counts. */
export async function writeChoices(
  db: Queryable,
  personId: number,
  changes: readonly Choice[],
  now: number,
): Promise<void> {
  const last = new Map(changes.map((change) => [`${change.topic} ${change.channel}`, change]))
  const list = [...last.values()].sort((a, b) => (`${a.topic} ${a.channel}` < `${b.topic} ${b.channel}` ? -1 : 1))
  await db.query(
    `insert into portal.notification_choices (person_id, topic, channel, wanted, chosen_at)
     select $1, topic, channel, wanted, $5 from unnest($2::text[], $3::text[], $4::boolean[]) change (topic, channel, wanted)
     on conflict (person_id, topic, channel) do update set wanted = excluded.wanted, chosen_at = excluded.chosen_at`,
    [
      personId,
      list.map(({ topic }) => topic),
      list.map(({ channel }) => channel),
      list.map(({ wanted }) => wanted),
      new Date(now),
    ],
  )
}

interface NotificationDependencies {
  pool: Pool
  unsubscribing: Unsubscribing
  /** Base64url, as browsers expect it. */
  pushKey: string
}

export function createNotificationEndpoints({
  pool,
  unsubscribing,
  pushKey,
}: NotificationDependencies): Handlers<typeof notificationsEndpoints> {
  const answerChoices = async (personId: number) =>
    answer({ data: { list: await readChoices(pool, personId), push_key: pushKey } })
  return {
    choices: (_input, call) => answerChoices(accountOf(call).personId),

    async choose({ changes }, call) {
      const { personId } = accountOf(call)
      const forbidden = changes.find(({ topic, channel, wanted }) => !wanted && topics[topic][channel] === 'always')
      if (forbidden)
        return refuse('notification_required', {
          detail: `${forbidden.topic} by ${forbidden.channel} cannot be turned off.`,
        })
      await writeChoices(pool, personId, changes, call.receivedAt)
      return answerChoices(personId)
    },

    async unsubscribing({ token }) {
      const subscription = await subscriptionToStop(pool, unsubscribing.subscriptions, token)
      if (subscription) {
        const { email, stopped } = subscription
        return answer({ data: { topic: 'new_auctions', company: email, wanted: !stopped, account: false } })
      }
      const link = unsubscribing.read(token)
      const company = link && (await readCompanyName(pool, link.personId))
      if (!link || company === null) return refuse('unsubscribe_link_invalid')
      return answer({
        data: {
          topic: link.topic,
          company,
          wanted: await isWanted(pool, link.personId, link.topic, 'email'),
          account: true,
        },
      })
    },

    async unsubscribe({ token }, call) {
      const topic = await unsubscribe(pool, unsubscribing, token, call.receivedAt)
      return topic ? answer({ data: { topic } }) : refuse('unsubscribe_link_invalid')
    },
  }
}

/** Stops the emails that a link names; null for an invalid link. */
export async function unsubscribe(
  db: Queryable,
  links: Unsubscribing,
  token: string,
  now: number,
): Promise<NotificationTopic | null> {
  const subscription = await subscriptionToStop(db, links.subscriptions, token)
  if (subscription) {
    await stopSubscription(db, subscription.id, now)
    return 'new_auctions'
  }
  const link = links.read(token)
  if (!link || topics[link.topic].email === 'always' || (await readCompanyName(db, link.personId)) === null) return null
  await writeChoices(db, link.personId, [{ topic: link.topic, channel: 'email', wanted: false }], now)
  return link.topic
}

async function readCompanyName(db: Queryable, id: number): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    `select company.company_short_name as name from portal.people person join cms.companies company on company.id = person.company_id
     where person.id = $1 and person.removed_at is null`,
    [id],
  )
  return rows[0]?.name ?? null
}
