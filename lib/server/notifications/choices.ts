import { notificationTopic, type NotificationChannel, type NotificationChoice, type NotificationTopic } from '@/lib/contract/notifications'
import type { Queryable } from '@/lib/server/db/pool'
import { topics } from './topics'

interface ChoiceRow {
  topic: string
  channel: NotificationChannel
  wanted: boolean
}

/** What an account is told of: its choices, and the defaults where it has made none. */
export async function readChoices(db: Queryable, accountId: number): Promise<NotificationChoice[]> {
  const { rows } = await db.query<ChoiceRow>(`select topic, channel, wanted from portal.notification_choices where account_id = $1`, [accountId])
  return notificationTopic.options.map((topic) => ({ topic, email: stateOf(rows, topic, 'email'), push: stateOf(rows, topic, 'push') }))
}

function stateOf(rows: readonly ChoiceRow[], topic: NotificationTopic, channel: NotificationChannel): { wanted: boolean; required: boolean } {
  const rule = topics[topic][channel]
  const chosen = rows.find((row) => row.topic === topic && row.channel === channel)?.wanted
  return { wanted: rule === 'always' || (chosen ?? rule === 'on'), required: rule === 'always' }
}

export async function isWanted(db: Queryable, accountId: number, topic: NotificationTopic, channel: NotificationChannel): Promise<boolean> {
  const rule = topics[topic][channel]
  if (rule === 'always') return true
  const { rows } = await db.query<{ wanted: boolean }>(
    `select wanted from portal.notification_choices where account_id = $1 and topic = $2 and channel = $3`,
    [accountId, topic, channel],
  )
  return rows[0]?.wanted ?? rule === 'on'
}

export interface Change {
  topic: NotificationTopic
  channel: NotificationChannel
  wanted: boolean
}

/** The last of several changes of one choice counts. */
export async function writeChoices(db: Queryable, accountId: number, changes: readonly Change[], now: number): Promise<void> {
  const last = new Map(changes.map((change) => [`${change.topic} ${change.channel}`, change]))
  const list = [...last.values()].sort((a, b) => (`${a.topic} ${a.channel}` < `${b.topic} ${b.channel}` ? -1 : 1))
  await db.query(
    `insert into portal.notification_choices (account_id, topic, channel, wanted, chosen_at)
     select $1, topic, channel, wanted, $5 from unnest($2::text[], $3::text[], $4::boolean[]) change (topic, channel, wanted)
     on conflict (account_id, topic, channel) do update set wanted = excluded.wanted, chosen_at = excluded.chosen_at`,
    [accountId, list.map(({ topic }) => topic), list.map(({ channel }) => channel), list.map(({ wanted }) => wanted), new Date(now)],
  )
}
