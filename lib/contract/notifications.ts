import * as z from 'zod'
import { endpoint } from './endpoint'
import { data, done, empty, categoryKey, language } from './primitives'
import { email } from './company'
import { pushId } from './profile'

export const trackingEndpoints = {
  settings: endpoint('/api/tracking/settings', {
    summary: 'The Matomo site that counts visits of signed-in people who accept cookies; null if there is none',
    access: 'account',
    request: empty,
    response: data(z.object({ matomo: z.object({ url: z.url(), site_id: z.int() }).nullable() })),
  }),
}

/** Topics of notifications. `obligations`: offers that need an answer, and cancelled auctions. */
export const notificationTopic = z.enum([
  'outbid',
  'course',
  'applications',
  'results',
  'obligations',
  'answers',
  'new_auctions',
  'account',
])
export type NotificationTopic = z.infer<typeof notificationTopic>

const notificationChannel = z.enum(['email', 'push'])
export type NotificationChannel = z.infer<typeof notificationChannel>

const channelState = z.object({
  wanted: z.boolean(),
  /** Cannot be turned off. */
  required: z.boolean(),
})

const notificationChoice = z.object({ topic: notificationTopic, email: channelState, push: channelState })
export type NotificationChoice = z.infer<typeof notificationChoice>

const choices = data(
  z.object({
    list: z.array(notificationChoice),
    /** The portal's public key (VAPID), with which a browser subscribes to push notices. */
    push_key: z.string(),
  }),
)

/** From the link in an email: identifies the recipient and the topic. */
const unsubscribing = z.strictObject({ token: z.string().min(1, 'required').max(200) })

export const notificationsEndpoints = {
  choices: endpoint('/api/profile/notifications', {
    summary: 'Choices of notifications, by email and in the browser',
    access: 'account',
    request: empty,
    response: choices,
  }),
  choose: endpoint('/api/profile/notifications/update', {
    summary: 'Choose notifications; topics that are not sent keep their choice',
    access: 'account',
    request: z.strictObject({
      changes: z
        .array(z.strictObject({ topic: notificationTopic, channel: notificationChannel, wanted: z.boolean() }))
        .min(1)
        .max(32),
    }),
    response: choices,
    errors: ['notification_required'],
  }),
  unsubscribing: endpoint('/api/notifications/unsubscribing', {
    summary: 'The topic that the link in an email would stop; changes nothing',
    access: 'visitor',
    request: unsubscribing,
    response: data(
      z.object({
        topic: notificationTopic,
        /** The recipient: a company, or a subscriber's mailbox. */
        company: z.string(),
        wanted: z.boolean(),
        /** False for a subscriber, who cannot turn them on again elsewhere. */
        account: z.boolean(),
      }),
    ),
    errors: ['unsubscribe_link_invalid'],
    rateLimit: { requests: 60, seconds: 600 },
  }),
  unsubscribe: endpoint('/api/notifications/unsubscribe', {
    summary: 'Stop emails of one topic, by the link in an email',
    access: 'visitor',
    request: unsubscribing,
    response: data(z.object({ topic: notificationTopic })),
    errors: ['unsubscribe_link_invalid'],
    rateLimit: { requests: 60, seconds: 600 },
  }),
}

export const subscriptionRequest = z.strictObject({
  lang: language.default('uk'),
  email,
  auction_kind: categoryKey,
  /** Hidden from people; only robots fill it in. */
  website: z.string().max(500).default(''),
})

const subscriptionToken = z.string().trim().min(1, 'required').max(200)

export const subscriptionsEndpoints = {
  ask: endpoint('/api/subscriptions/ask', {
    summary:
      'Ask to be emailed about new auctions of a type; mails the link that confirms it. The answer does not reveal whether the address is known',
    access: 'visitor',
    request: subscriptionRequest,
    response: data(z.object({ email: z.string() })),
    rateLimit: { requests: 5, seconds: 600, by: 'address' },
  }),
  link: endpoint('/api/subscriptions/link', {
    summary: 'Whether the link of a subscription can still confirm it, or has already; does not use it',
    access: 'visitor',
    request: z.strictObject({ token: subscriptionToken }),
    response: data(z.object({ email: z.string(), confirmed: z.boolean() })),
    errors: ['link_invalid', 'link_expired'],
    rateLimit: { requests: 60, seconds: 600, by: 'address' },
  }),
  confirm: endpoint('/api/subscriptions/confirm', {
    summary: 'Confirm a subscription by the link of its email',
    access: 'visitor',
    request: z.strictObject({ token: subscriptionToken }),
    response: data(z.object({ email: z.string(), auction_kind: categoryKey })),
    errors: ['link_invalid', 'link_expired'],
    rateLimit: { requests: 20, seconds: 600, by: 'address' },
  }),
  pushKey: endpoint('/api/subscriptions/browser/key', {
    summary: 'The portal’s public key (VAPID), with which a browser subscribes to push notices',
    access: 'visitor',
    request: empty,
    response: data(z.object({ push_key: z.string() })),
  }),
  browser: endpoint('/api/subscriptions/browser/get', {
    summary: 'Types of auctions that a browser without an account follows; reading them extends the subscription',
    access: 'visitor',
    request: z.strictObject({ push_id: pushId }),
    response: data(z.object({ auction_kinds: z.array(categoryKey) })),
    rateLimit: { requests: 60, seconds: 600, by: 'address' },
  }),
  addBrowser: endpoint('/api/subscriptions/browser/add', {
    summary: 'Notify a browser of new auctions of a type, without an account: its permission is the confirmation',
    access: 'visitor',
    request: z.strictObject({ lang: language.default('uk'), push_id: pushId, auction_kind: categoryKey }),
    response: done,
    errors: ['push_service_unknown'],
    rateLimit: { requests: 10, seconds: 600, by: 'address' },
  }),
  removeBrowser: endpoint('/api/subscriptions/browser/remove', {
    summary: 'Stop notifying a browser of new auctions of a type',
    access: 'visitor',
    request: z.strictObject({ push_id: pushId, auction_kind: categoryKey }),
    response: done,
    rateLimit: { requests: 60, seconds: 600, by: 'address' },
  }),
}
