import { notificationsEndpoints, trackingEndpoints } from '@/lib/contract/notifications'
import { profileEndpoints } from '@/lib/contract/profile'
import { createBrowserClient } from './client'

export async function readTracking(): Promise<{ url: string; site_id: number } | null> {
  const client = createBrowserClient(trackingEndpoints)
  return (await client.settings({})).data.matomo
}

const { addPushId, removePushId } = profileEndpoints

export const pushCalls = {
  async publicKey(): Promise<string> {
    return (await createBrowserClient(notificationsEndpoints).choices({})).data.push_key
  },
  add: (pushId: string) => createBrowserClient({ addPushId }).addPushId({ push_id: pushId }),
  remove: (pushId: string) => createBrowserClient({ removePushId }).removePushId({ push_id: pushId }),
}
