import * as z from 'zod'
import type { CategoryKey, Language } from '@/lib/contract/primitives'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { queueEmail } from '@/lib/server/jobs/emails'
import { answer, type Handlers, refuse } from '@/lib/server/platform/call'
import { type Keys, signed } from '@/lib/server/platform/signatures'
import { type NotificationTopic, notificationTopic, type subscriptionsEndpoints } from '@/lib/contract/notifications'

const DAY_MS = 24 * 60 * 60_000
export const LINK_LIFETIME_MS = 2 * DAY_MS
/** How many emails with a link one mailbox may receive, whichever addresses request them. */
const LINK_PAUSE_MS = 10 * 60_000
const MAX_LINKS_PER_DAY = 3

/** Links of subscriptions: signed, not stored, so that a reader of the database cannot act for a subscriber. */
export interface SubscriptionLinks {
  /** `askedAt`: epoch milliseconds; a new request invalidates earlier links. */
  toConfirm(id: number, askedAt: number): string
  /** Valid for as long as the subscription is stored. */
  toStop(id: number): string
  /** Null if the token was not issued here. */
  read(token: string): { id: number; askedAt: number | null } | null
}

const number = z.coerce.number()

function createSubscriptionLinks(keys: Keys): SubscriptionLinks {
  const toConfirm = signed(keys, z.tuple([z.literal('sub'), number, number]))
  const toStop = signed(keys, z.tuple([z.literal('sub'), number]))
  return {
    toConfirm: (id, askedAt) => toConfirm.issue('sub', id, askedAt),
    toStop: (id) => toStop.issue('sub', id),
    read(token) {
      const [, id, askedAt = null] = toConfirm.read(token) ?? toStop.read(token) ?? []
      return id === undefined ? null : { id, askedAt }
    },
  }
}

export interface Subscription {
  id: number
  email: string
  kind: CategoryKey
  askedAt: Date
  confirmed: boolean
  stopped: boolean
}

const columns = `id, email, auction_kind as kind, asked_at as "askedAt", confirmed_at is not null as confirmed, stopped_at is not null as stopped`

export async function readSubscription(db: Queryable, id: number): Promise<Subscription | null> {
  const { rows } = await db.query<Subscription>(`select ${columns} from portal.subscriptions where id = $1`, [id])
  return rows[0] ?? null
}

/** The subscription that a link in an email stops; null if the token is no such link or the row is gone. */
export async function subscriptionToStop(
  db: Queryable,
  links: SubscriptionLinks,
  token: string,
): Promise<Subscription | null> {
  const link = links.read(token)
  return link === null || link.askedAt !== null ? null : readSubscription(db, link.id)
}

/** Idempotent. */
export async function stopSubscription(db: Queryable, id: number, now: number): Promise<void> {
  await db.query(`update portal.subscriptions set stopped_at = $2 where id = $1 and stopped_at is null`, [
    id,
    new Date(now),
  ])
}

interface SubscriptionDependencies {
  pool: Pool
  links: SubscriptionLinks
}

/** News of new auctions without an account: requested by a form, confirmed by a link in an email, stopped by another. */
export function createSubscriptionEndpoints({
  pool,
  links,
}: SubscriptionDependencies): Pick<Handlers<typeof subscriptionsEndpoints>, 'ask' | 'link' | 'confirm'> {
  async function findSubscription(token: string, now: number) {
    const link = links.read(token)
    const subscription = link === null || link.askedAt === null ? null : await readSubscription(pool, link.id)
    if (subscription === null || link === null || subscription.askedAt.getTime() !== link.askedAt)
      return refuse('link_invalid')
    const isLate = !subscription.confirmed && link.askedAt + LINK_LIFETIME_MS <= now
    if (subscription.stopped || isLate) return refuse('link_expired')
    return { ok: true as const, subscription }
  }

  return {
    async ask({ email, auction_kind: kind, lang, website }, call) {
      // Only bots fill in the hidden field: same answer, nothing sent.
      if (website === '')
        await withTransaction(pool, (client) => subscribe(client, { email, kind, lang }, call.receivedAt))
      return answer({ data: { email } })
    },

    async link({ token }, call) {
      const found = await findSubscription(token, call.receivedAt)
      if (!found.ok) return found
      const { email, confirmed } = found.subscription
      return answer({ data: { email, confirmed } })
    },

    async confirm({ token }, call) {
      const found = await findSubscription(token, call.receivedAt)
      if (!found.ok) return found
      const { id, email, kind, confirmed } = found.subscription
      if (!confirmed)
        await pool.query(
          `update portal.subscriptions set confirmed_at = $2 where id = $1 and confirmed_at is null and stopped_at is null`,
          [id, new Date(call.receivedAt)],
        )
      return answer({ data: { email, auction_kind: kind } })
    },
  }
}

/** Stores the request and queues the email with the link, unless the mailbox is subscribed or was sent too many links. */
async function subscribe(
  db: Queryable,
  { email, kind, lang }: { email: string; kind: CategoryKey; lang: Language },
  now: number,
): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `insert into portal.subscriptions as subscription (email, auction_kind, language, asked_at, counted_from)
     values ($1, $2, $3, $4, $4)
     on conflict (email, auction_kind) do update set
       language = excluded.language, asked_at = excluded.asked_at, confirmed_at = null, stopped_at = null,
       asks = case when subscription.counted_from <= $6 then 1 else subscription.asks + 1 end,
       counted_from = case when subscription.counted_from <= $6 then excluded.asked_at else subscription.counted_from end
     where (subscription.confirmed_at is null or subscription.stopped_at is not null) and subscription.asked_at <= $5
       and (subscription.asks < $7 or subscription.counted_from <= $6)
     returning id`,
    [email, kind, lang, new Date(now), new Date(now - LINK_PAUSE_MS), new Date(now - DAY_MS), MAX_LINKS_PER_DAY],
  )
  const id = rows[0]?.id
  if (id !== undefined) await queueEmail(db, 'subscription_confirmation', null, { subscription_id: id, language: lang })
}

/** Links that stop letters of one topic without signing in; they never expire, because letters are read years later. */
export interface Unsubscribing {
  tokenOf(personId: number, topic: NotificationTopic): string
  /** Null if the token was not issued here. */
  read(token: string): { personId: number; topic: NotificationTopic } | null
  /** Links of mailboxes without an account. */
  subscriptions: SubscriptionLinks
}

/** A link outlives the secret that signed it: pass the former keys too. */
export function createUnsubscribing(keys: Keys): Unsubscribing {
  const links = signed(keys, z.tuple([number, notificationTopic]))
  return {
    subscriptions: createSubscriptionLinks(keys),
    tokenOf: links.issue,
    read(token) {
      const [personId, topic] = links.read(token) ?? []
      return personId === undefined || topic === undefined ? null : { personId, topic }
    },
  }
}
