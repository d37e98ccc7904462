import {
  notificationsEndpoints,
  type NotificationChannel,
  type NotificationChoice,
  type NotificationTopic,
  trackingEndpoints,
} from '@/lib/contract/notifications'
import { profileEndpoints } from '@/lib/contract/profile'
import { createGroupClient, createTransport } from './client'

/** Where visits are counted; null: nowhere. */
export async function readTracking(): Promise<{ url: string; site_id: number } | null> {
  const client = createGroupClient(createTransport({ prefixUrl: window.location.origin }), trackingEndpoints)
  return (await client.settings({})).data.matomo
}

const transport = () => createTransport({ prefixUrl: window.location.origin })
const { addPushId, removePushId } = profileEndpoints

export async function chooseNotification(
  topic: NotificationTopic,
  channel: NotificationChannel,
  wanted: boolean,
): Promise<NotificationChoice[]> {
  const client = createGroupClient(transport(), notificationsEndpoints)
  return (await client.choose({ changes: [{ topic, channel, wanted }] })).data.list
}

export async function unsubscribe(token: string): Promise<NotificationTopic> {
  const client = createGroupClient(transport(), notificationsEndpoints)
  return (await client.unsubscribe({ token })).data.topic
}

/** What a browser's push notices need of the API. */
export const pushCalls = {
  async publicKey(): Promise<string> {
    return (await createGroupClient(transport(), notificationsEndpoints).choices({})).data.push_key
  },
  add: (pushId: string) => createGroupClient(transport(), { addPushId }).addPushId({ push_id: pushId }),
  remove: (pushId: string) => createGroupClient(transport(), { removePushId }).removePushId({ push_id: pushId }),
}
