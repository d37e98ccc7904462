import { type NotificationTopic, notificationTopic } from '@/lib/contract/notifications'
import { createSigner, type Keys } from '@/lib/server/kernel/signatures'
import { createSubscriptionLinks, type SubscriptionLinks } from './subscriptions'

/** Links that stop letters of one topic. They work without signing in and as long as the letter is kept. */
export interface Unsubscribing {
  tokenOf(accountId: number, topic: NotificationTopic): string
  /** Null where the token was not made here. */
  read(token: string): { accountId: number; topic: NotificationTopic } | null
  /** Those of mailboxes without an account. */
  subscriptions: SubscriptionLinks
}

const shape = /^(\d{1,10})\.([a-z_]{1,30})\.([\w-]{43})$/

/** Letters are kept for years, longer than a secret: name the former keys too. */
export function createUnsubscribing(keys: Keys): Unsubscribing {
  const signer = createSigner(keys)
  return {
    subscriptions: createSubscriptionLinks(signer),
    tokenOf: (accountId, topic) => `${accountId}.${topic}.${signer.sign(`${accountId}.${topic}`)}`,
    read(token) {
      const [, accountId = '', name = '', signature = ''] = shape.exec(token) ?? []
      const topic = notificationTopic.safeParse(name)
      if (!topic.success || !signer.verify(`${accountId}.${name}`, signature)) return null
      return { accountId: Number(accountId), topic: topic.data }
    },
  }
}
