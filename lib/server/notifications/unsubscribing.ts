import { createHmac, timingSafeEqual } from 'node:crypto'
import { notificationTopic, type NotificationTopic } from '@/lib/contract/notifications'

/** Links that stop letters of one topic. They work without signing in and as long as the letter is kept. */
export interface Unsubscribing {
  tokenOf(accountId: number, topic: NotificationTopic): string
  /** Null where the token was not made here. */
  read(token: string): { accountId: number; topic: NotificationTopic } | null
}

const shape = /^(\d{1,10})\.([a-z_]{1,30})\.([\w-]{43})$/

/** `key`: 32 bytes for this purpose alone, the same on every server. */
export function createUnsubscribing(key: Buffer, ...former: Buffer[]): Unsubscribing {
  const signatureOf = (subject: string, by = key) => createHmac('sha256', by).update(subject).digest()
  return {
    tokenOf: (accountId, topic) => `${accountId}.${topic}.${signatureOf(`${accountId}.${topic}`).toString('base64url')}`,
    read(token) {
      const [, accountId = '', name = '', signature = ''] = shape.exec(token) ?? []
      const topic = notificationTopic.safeParse(name)
      const given = Buffer.from(signature, 'base64url')
      // Letters are kept for years, longer than a secret.
      const isOurs = [key, ...former].some((by) => {
        const expected = signatureOf(`${accountId}.${name}`, by)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
      if (!topic.success || !isOurs) return null
      return { accountId: Number(accountId), topic: topic.data }
    },
  }
}
